import type { BackstageLink } from '#renderer/data/platform/platform.ts';
import type { ShowEngine } from '#renderer/data/show/engine.ts';
import type { ObsMoment } from '#shared/contract/obs.ts';
import type { Obs } from './obs.ts';

/** What the moments are derived from: the newest round and how far it is. */
interface Mark {
  showId: string | null;
  roundId: number;
  started: boolean;
  settled: boolean;
}

/**
 * Switches OBS's scene at the moments that the host chose for the preset. It follows the inputs and not the drawn
 * frames, because a page behind OBS's window draws none.
 */
export function switchScenes(
  obs: Pick<Obs, 'store' | 'switchTo'>,
  link: Pick<BackstageLink, 'onPush'>,
  engine: Pick<ShowEngine, 'state' | 'showId'>,
): () => void {
  let before = markOf(engine);
  return link.onPush((push) => {
    if (push.push !== 'inputs' && push.push !== 'show') return;
    const now = markOf(engine);
    const moment = momentBetween(before, now, engine.state.rounds.at(-1)?.kind);
    before = now;
    const presetId = engine.state.preset?.id;
    if (moment === null || presetId === undefined) return;
    const scene = obs.store.getState().settings.scenes[presetId]?.[moment] ?? '';
    if (scene !== '') void obs.switchTo(scene);
  });
}

function markOf({ showId, state }: Pick<ShowEngine, 'state' | 'showId'>): Mark {
  const round = state.rounds.at(-1);
  return {
    showId,
    roundId: round?.id ?? 0,
    started: round !== undefined && round.startedAt > 0,
    settled: round !== undefined && round.settlement !== null,
  };
}

/** Returns the moment between two marks of the same show; null without one. */
function momentBetween(before: Mark, now: Mark, kind: string | undefined): ObsMoment | null {
  if (before.showId !== now.showId || now.roundId === 0) return null;
  const same = before.roundId === now.roundId;
  if (now.settled) return same && before.settled ? null : 'settled';
  if (!now.started || (same && before.started)) return null;
  return kind === 'resurrection' ? 'resurrection' : 'roundStart';
}
