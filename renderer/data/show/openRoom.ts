import type { CallArgs } from '#shared/contract/backstage.ts';
import type { LineId } from '#shared/contract/connection.ts';
import type { Problem } from '#shared/contract/error.ts';
import { useRingside, useSettings } from '../hooks.ts';
import { problemOf, type Ringside } from '../ringside.ts';
import { isOpen } from '../stores/connectionStore.ts';

/** `kept`: the host chose to keep the open show. `overtaken`: the host has requested another room meanwhile. */
type Opened = 'opened' | 'refused' | 'kept' | 'overtaken';

/**
 * Connects to a room and stores its username. Asks first if this would close another show. Once `isWanted` returns
 * false, ignores the answer: no question, no toast, nothing stored.
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

/** Waits until a room is live, then connects to it. Asks first if this would close another show. */
export function waitForLive(ringside: Ringside, args: CallArgs<'room.wait'>): Promise<Opened> {
  return askIfSwitching(ringside, (confirm) =>
    ringside.call('room.wait', confirm ? { ...args, confirm } : args),
  );
}

/** Opens a rehearsal with the chosen size in the host's language. Asks first if this would close another show. */
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
  const first = await problemFrom(() => open(false));
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
    danger: true,
  });
  if (!yes) return 'kept';
  const second = await problemFrom(() => open(true));
  if (!isWanted()) return 'overtaken';
  if (second === null) return 'opened';
  ringside.showProblem(second);
  return 'refused';
}

/** Runs a call. Returns its problem; null on success. */
async function problemFrom(work: () => Promise<unknown>): Promise<Problem | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

/** Returns the chosen line and its setter. With an open room, another line reconnects the room at once. */
export function useLine(): [LineId, (next: LineId) => void] {
  const ringside = useRingside();
  const lineId = useSettings((state) => state.lineId);
  const choose = (next: LineId) => {
    ringside.settings.getState().set({ lineId: next });
    const room = ringside.connection.getState().room;
    if (room !== null && isOpen(room.phase) && !room.rehearsal && room.lineId !== next) {
      void openRoom(ringside, { username: room.username, lineId: next });
    }
  };
  return [lineId, choose];
}
