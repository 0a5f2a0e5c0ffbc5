import type { CallArgs } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import { problemOf, type Ringside } from '../ringside.ts';

/** `kept`: the user chose to stay with the show that is open. `overtaken`: by a newer wish of the same user. */
export type Opened = 'opened' | 'refused' | 'kept' | 'overtaken';

/**
 * Connects to a room and remembers its username; asks first where another show would be left. Once `isWanted` says no,
 * it asks, shows and remembers nothing any more, whatever the answer is.
 */
export async function openRoom(
  ringside: Ringside,
  args: CallArgs<'room.open'>,
  isWanted: () => boolean = () => true,
): Promise<Opened> {
  const opened = await askIfSwitching(
    ringside,
    (confirm) => ringside.call('room.open', confirm ? { ...args, confirm } : args),
    isWanted,
  );
  if (opened === 'opened') ringside.settings.getState().set({ username: args.username.trim() });
  return opened;
}

/** Waits until a room is live, then connects to it; asks first where another show would be left. */
export function waitForLive(ringside: Ringside, args: CallArgs<'room.wait'>): Promise<Opened> {
  return askIfSwitching(ringside, (confirm) =>
    ringside.call('room.wait', confirm ? { ...args, confirm } : args),
  );
}

/** Opens a rehearsal of the chosen size, in the user's language; asks first where another show would be left. */
export async function openRehearsal(ringside: Ringside): Promise<Opened> {
  const { rehearsalSize: size, language: locale } = ringside.settings.getState();
  return askIfSwitching(ringside, (confirm) =>
    ringside.call('rehearsal.open', confirm ? { size, locale, confirm } : { size, locale }),
  );
}

async function askIfSwitching(
  ringside: Ringside,
  open: (confirm: boolean) => Promise<unknown>,
  isWanted: () => boolean = () => true,
): Promise<Opened> {
  const first = await tryTo(() => open(false));
  if (!isWanted()) return 'overtaken';
  if (first === null) return 'opened';
  if (first.code !== 'room.switchNeedsConfirm') {
    ringside.showProblem(first);
    return 'refused';
  }
  const yes = await ringside.asks.getState().ask({
    title: { key: 'switch.title' },
    text: { key: 'error.room.switchNeedsConfirm' },
    confirm: { key: 'switch.confirm' },
  });
  if (!yes) return 'kept';
  const second = await tryTo(() => open(true));
  if (!isWanted()) return 'overtaken';
  if (second === null) return 'opened';
  ringside.showProblem(second);
  return 'refused';
}

/** What was wrong with it, null for nothing. */
async function tryTo(work: () => Promise<unknown>): Promise<Problem | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return problemOf(error);
  }
}
