import { useEffect } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import {
  type Nicknames,
  OPERATOR_GROUP,
  OPERATOR_NEWS_MS,
  targetText,
} from '#renderer/data/show/staleToasts.ts';
import type { ToastDraft } from '#renderer/data/stores/toastStore.ts';
import type { Input } from '#shared/contract/input.ts';
import { nicknameOf } from '#shared/game/selectors.ts';

type Command = Extract<Input, { kind: 'command' }>;

/** The name under which Ringside itself ends a show, when an operator opens another room. */
const RINGSIDE = 'ringside';

/** The topic of commands that change the whole show: only the newest is true of the stage beside it. */
const COURSE = 'course';

/** Largest number of own corrections and bindings that are remembered. */
const MAX_REMEMBERED = 5_000;

export interface OperatorNews {
  /** Adds a name under which the journal lists this screen. Each new link has a new name. */
  addOwnName(by: string): void;
  /** Returns the toast for a pushed input; null for none. */
  toastFor(input: Input, nicknames: Nicknames): ToastDraft | null;
}

/**
 * Creates toasts for commands of other operators of the same show: commands that change the whole show, and commands
 * that overwrite a correction or binding of this screen. Other commands need no toast.
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
    addOwnName: (by) => mine.add(by),
    toastFor: (input, nicknames) => {
      if (input.kind !== 'command' || input.by === RINGSIDE || mine.size === 0) return null;
      if (mine.has(input.by)) {
        remember(input);
        return null;
      }
      const texts = textsOf(input, { rows, viewers, nicknames });
      if (texts === null) return null;
      return { severity: 'secondary', life: OPERATOR_NEWS_MS, group: OPERATOR_GROUP, ...texts };
    },
  };
}

/** Shows toasts for commands of other operators while the tool is open. */
export function useOperatorNews(): void {
  const { link, engine, toasts, connection } = useRingside();
  useEffect(() => {
    const news = createOperatorNews();
    const nicknames = (id: string) => nicknameOf(engine.state, id);
    const { by } = connection.getState();
    if (by !== null) news.addOwnName(by);
    return link.onPush((push) => {
      if (push.push === 'hello' && push.by !== undefined) news.addOwnName(push.by);
      if (push.push !== 'inputs') return;
      for (const { input } of push.inputs) {
        const toast = news.toastFor(input, nicknames);
        if (toast !== null) toasts.getState().add(toast);
      }
    });
  }, [link, engine, toasts, connection]);
}

/** What this screen has decided, and the nicknames of anchors. */
interface Known {
  rows: ReadonlySet<number>;
  viewers: ReadonlySet<string>;
  nicknames: Nicknames;
}

function textsOf(input: Command, known: Known): Pick<ToastDraft, 'summary' | 'detail' | 'topic'> | null {
  switch (input.command) {
    case 'session':
      return { topic: COURSE, summary: { key: `toast.other.session.${input.action}` } };
    case 'round':
      return { topic: COURSE, summary: { key: `toast.other.round.${input.action}` } };
    case 'suspend':
      return { topic: COURSE, summary: { key: `toast.other.suspend.${input.on ? 'on' : 'off'}` } };
    case 'choosePreset':
      return { topic: COURSE, summary: { key: 'toast.other.preset', params: { name: input.preset.name } } };
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

/** Adds a value as the newest one and removes the oldest value if the set is full. */
function add<T>(set: Set<T>, value: T): void {
  set.delete(value);
  set.add(value);
  if (set.size <= MAX_REMEMBERED) return;
  const [oldest] = set;
  if (oldest !== undefined) set.delete(oldest);
}
