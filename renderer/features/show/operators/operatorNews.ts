import { OPERATOR_GROUP, OPERATOR_NEWS_MS } from '#renderer/data/show/staleNews.ts';
import { type Nicknames, targetText } from '#renderer/data/show/targetText.ts';
import type { ToastDraft, ToastText } from '#renderer/data/stores/toastStore.ts';
import type { Input } from '#shared/contract/input.ts';

type Command = Extract<Input, { kind: 'command' }>;

/** What is remembered of one's own doing, so that an overwritten part of it can be told. */
const MOST_REMEMBERED = 5_000;

export interface OperatorNews {
  /** This screen's own name in the journal; a link that was lost comes back with another one. */
  isMe(by: string): void;
  /** Takes an input as it was pushed; answers what to say of it, null for nothing. */
  take(input: Input, nicknames: Nicknames): ToastDraft | null;
}

/**
 * Follows what other operators of the same show do. Told is what changes the whole show, and what overwrites a
 * decision that was made on this screen; the rest stands on the screen anyway.
 */
export function createOperatorNews(): OperatorNews {
  const mine = new Set<string>();
  const rows = new Set<number>();
  const viewers = new Set<string>();

  const remember = (command: Command) => {
    if (command.command === 'correct') for (const { rowId } of command.rows) add(rows, rowId);
    else if (command.command === 'bind') add(viewers, command.viewerId);
  };
  return {
    isMe: (by) => mine.add(by),
    take: (input, nicknames) => {
      if (input.kind !== 'command' || mine.size === 0) return null;
      if (mine.has(input.by)) {
        remember(input);
        return null;
      }
      const words = wordsOf(input, { rows, viewers, nicknames });
      if (words === null) return null;
      return { severity: 'secondary', life: OPERATOR_NEWS_MS, group: OPERATOR_GROUP, ...words };
    },
  };
}

interface Known {
  rows: ReadonlySet<number>;
  viewers: ReadonlySet<string>;
  nicknames: Nicknames;
}

function wordsOf(input: Command, known: Known): { summary: ToastText; detail?: ToastText } | null {
  switch (input.command) {
    case 'session':
      return { summary: { key: `toast.other.session.${input.action}` } };
    case 'round':
      return { summary: { key: `toast.other.round.${input.action}` } };
    case 'suspend':
      return { summary: { key: `toast.other.suspend.${input.on ? 'on' : 'off'}` } };
    case 'choosePreset':
      return { summary: { key: 'toast.other.preset', params: { name: input.preset.name } } };
    case 'correct': {
      const moved = input.rows.filter((row) => row.from !== row.to && known.rows.has(row.rowId));
      const [first] = moved;
      if (first === undefined) {
        const shown = input.rows.filter(
          ({ place, rowId }) => place !== undefined && known.rows.has(rowId),
        ).length;
        return shown === 0 ? null : { summary: { key: 'toast.other.placed', params: { shown } } };
      }
      const { kind, anchor } = targetText(first.to, known.nicknames);
      return {
        summary: { key: `toast.other.moved.${kind}`, params: { shown: moved.length, anchor } },
        detail: { key: 'toast.other.movedNext' },
      };
    }
    case 'bind': {
      if (!known.viewers.has(input.viewerId)) return null;
      const target = input.anchorId === null ? 'unallocated' : `anchor:${input.anchorId}`;
      const { kind, anchor } = targetText(target, known.nicknames);
      return {
        summary: { key: `toast.other.bound.${kind}`, params: { anchor } },
        detail: { key: 'toast.other.boundNext' },
      };
    }
    default:
      return null;
  }
}

function add<T>(set: Set<T>, value: T): void {
  set.delete(value);
  set.add(value);
  if (set.size <= MOST_REMEMBERED) return;
  const [oldest] = set;
  if (oldest !== undefined) set.delete(oldest);
}
