import type { Ringside } from '#renderer/data/ringside.ts';
import { openRehearsal } from '#renderer/data/show/openRoom.ts';

/** A rehearsal of the chosen size that counts from the start; false when it was refused or the host stayed. */
export async function startRehearsal(ringside: Ringside): Promise<boolean> {
  if ((await openRehearsal(ringside)) !== 'opened') return false;
  await ready(ringside);
  return (await ringside.attempt('session.act', { action: 'start' })) !== null;
}

/** Waits until this screen has the show and the show can be started. */
function ready({ engine }: Ringside): Promise<void> {
  const isReady = () => engine.phase === 'following' && engine.state.status === 'ready';
  if (isReady()) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = engine.subscribe(() => {
      if (!isReady()) return;
      leave();
      resolve();
    });
  });
}
