import type { OverlayMoment, OverlayState } from '#shared/contract/overlay/state.ts';
import type { Cast } from './cast.ts';

/*
 * The sample for the effects widget: shows each level on each side and each moment within a minute, so that a host can
 * choose a style. In a real show, one effect lasts for minutes.
 */
const LEVEL_SECONDS = 6;
const MOMENT_SECONDS = 8;

/** Sets the effect of this second in the sample's state. */
export function showLevel(state: OverlayState, second: number): void {
  const { now } = state.battle;
  if (now === undefined) return;
  const turn = Math.floor(second / LEVEL_SECONDS);
  now.effectLevel = 1 + (turn % 3);
  now.effectSide = Math.floor(turn / 3) % 2 === 0 ? 'attacker' : 'defender';
}

/** The moments after the second `before`, up to the second `after`. */
export function tourMoments(
  before: number,
  after: number,
  state: Partial<OverlayState>,
  cast: Cast,
): OverlayMoment[] {
  const moments: OverlayMoment[] = [];
  for (let turn = Math.floor(before / MOMENT_SECONDS) + 1; turn * MOMENT_SECONDS <= after; turn += 1) {
    moments.push(momentOf(turn, state, cast));
  }
  return moments;
}

function momentOf(turn: number, { battle, scores }: Partial<OverlayState>, cast: Cast): OverlayMoment {
  const side = Math.floor(turn / 5) % 2 === 0 ? ('attacker' as const) : ('defender' as const);
  const anchors = (side === 'attacker' ? battle?.now?.attackers : battle?.now?.defenders) ?? [];
  const [first = ''] = anchors;
  switch (turn % 5) {
    case 0:
      return { kind: 'settlement', outcome: side, anchors };
    case 1:
      return { kind: 'streak', anchorId: first, streak: 5 };
    case 2:
      return { kind: 'breakthrough', anchorIds: [first] };
    case 3:
      return gameplayOf(cast, turn);
    default: {
      const tried = Object.entries(scores ?? {}).find(([, { reviving }]) => reviving)?.[0] ?? first;
      return { kind: 'resurrection', anchorId: tried, restored: side === 'attacker' };
    }
  }
}

/** The start of one of the sample's dances. */
function gameplayOf(cast: Cast, turn: number): OverlayMoment {
  const place = turn % cast.dances.length;
  return {
    kind: 'gameplay',
    entryId: `sample-dance-${place}`,
    name: cast.dances[place] ?? '',
    effects: cast.danceEffects[place] ?? '',
    style: 'chinese',
    viewer: cast.viewers[turn % cast.viewers.length] ?? '',
  };
}
