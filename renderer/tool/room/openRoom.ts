import type { CallArgs } from '#shared/contract/backstage.ts';
import { problemOf, type Ringside } from '../../app/ringside.ts';

/** Connects to a room and remembers it; asks first where another show would be left. False when it came to nothing. */
export async function openRoom(ringside: Ringside, args: CallArgs<'room.open'>): Promise<boolean> {
  const done = await askIfSwitching(ringside, (confirm) =>
    ringside.call('room.open', confirm ? { ...args, confirm } : args),
  );
  if (done) ringside.settings.getState().set({ username: args.username.trim(), lineId: args.lineId });
  return done;
}

/** Opens a rehearsal of the chosen size, in the user's language; asks first where another show would be left. */
export async function openRehearsal(ringside: Ringside): Promise<boolean> {
  const { rehearsalSize: size, language: locale } = ringside.settings.getState();
  return askIfSwitching(ringside, (confirm) =>
    ringside.call('rehearsal.open', confirm ? { size, locale, confirm } : { size, locale }),
  );
}

async function askIfSwitching(
  ringside: Ringside,
  open: (confirm: boolean) => Promise<unknown>,
): Promise<boolean> {
  try {
    await open(false);
    return true;
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code !== 'room.switchNeedsConfirm') {
      ringside.showProblem(problem);
      return false;
    }
  }
  const yes = await ringside.asks.getState().ask({
    title: { key: 'switch.title' },
    text: { key: 'error.room.switchNeedsConfirm' },
    confirm: { key: 'switch.confirm' },
  });
  if (!yes) return false;
  try {
    await open(true);
    return true;
  } catch (error) {
    ringside.showProblem(problemOf(error));
    return false;
  }
}
