import type { CallArgs } from '#shared/contract/backstage.ts';
import { problemOf, type Ringside } from '../../app/ringside.ts';

/** `kept`: the user chose to stay with the show that is open. */
export type Opened = 'opened' | 'refused' | 'kept';

/** Connects to a room and remembers it; asks first where another show would be left. */
export async function openRoom(ringside: Ringside, args: CallArgs<'room.open'>): Promise<Opened> {
  const opened = await askIfSwitching(ringside, (confirm) =>
    ringside.call('room.open', confirm ? { ...args, confirm } : args),
  );
  if (opened === 'opened')
    ringside.settings.getState().set({ username: args.username.trim(), lineId: args.lineId });
  return opened;
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
): Promise<Opened> {
  try {
    await open(false);
    return 'opened';
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code !== 'room.switchNeedsConfirm') {
      ringside.showProblem(problem);
      return 'refused';
    }
  }
  const yes = await ringside.asks.getState().ask({
    title: { key: 'switch.title' },
    text: { key: 'error.room.switchNeedsConfirm' },
    confirm: { key: 'switch.confirm' },
  });
  if (!yes) return 'kept';
  try {
    await open(true);
    return 'opened';
  } catch (error) {
    ringside.showProblem(problemOf(error));
    return 'refused';
  }
}
