import type { ShowLogs } from '#backstage/journal/inputLog.ts';
import { Show } from '#backstage/show/show.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { GiftInput } from '#shared/contract/input.ts';
import { ManualClock } from '../../unit/backstage/manualClock.ts';
import { atEnd } from './setup.ts';

const facts = { createdAt: 0, lineId: 'line1', rehearsal: null, closed: true } as const;

/** A Rose of one viewer, in one streak. */
export function rose(msgId: string, at = 1_700_000_000_000, repeat = 1): GiftInput {
  const user = { id: '7', name: 'Mika', username: 'mika' };
  const gift = {
    giftId: 5655,
    giftName: 'Rose',
    diamonds: 1,
    streak: true,
    group: '1',
    repeat,
    end: false,
    tickets: 1,
  };
  return { kind: 'gift', at, sentAt: at, msgId, user, ...gift };
}

/** A show on its own journal, with a record of its events. */
export function openShow(
  folder: string,
  clock = new ManualClock(),
  told: (problem: Problem | null) => void = () => {},
  { logs, whole }: { logs?: ShowLogs; whole?: () => void } = {},
) {
  const committed: number[] = [];
  const blocked: boolean[] = [];
  const uncounted: Problem[] = [];
  const show = new Show(
    'show',
    folder,
    clock,
    {
      committed: (inputs) => committed.push(...inputs.map(({ seq }) => seq)),
      blocked: (problem) => {
        blocked.push(problem !== null);
        told(problem);
      },
      uncounted: (problem) => uncounted.push(problem),
      corrupt: () => {},
      log: () => {},
      ...(whole && { whole }),
    },
    facts,
    logs,
  );
  atEnd(() => show.close());
  /** Moves the clock, and waits for the batch that this writes. */
  const advance = async (ms: number) => {
    clock.advance(ms);
    await show.settled();
  };
  return { show, clock, advance, committed, blocked, uncounted };
}
