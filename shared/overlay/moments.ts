import type { OverlayDance, OverlayMoment, OverlayState } from '../contract/overlay/state.ts';

/** The sections that `momentsBetween` compares. */
export const momentSections = ['show', 'scores', 'round', 'dances'] as const;

type MomentState = Pick<OverlayState, (typeof momentSections)[number]>;

/** Minimum number of wins in a row for a streak moment. */
export const MIN_STREAK = 2;

/** The moments (short animations) that follow from two successive states of one show. */
export function momentsBetween(before: MomentState, after: MomentState): OverlayMoment[] {
  const settled = isSettledBetween(before, after)
    ? [...settlementsOf(before, after), ...streaksOf(before, after)]
    : [];
  return [...settled, ...breakthroughsOf(before, after), ...gameplayOf(before, after)];
}

/** Ids of the anchors that a moment is about. */
export function anchorsOf(moment: OverlayMoment): readonly string[] {
  switch (moment.kind) {
    case 'settlement':
      return moment.anchors;
    case 'breakthrough':
      return moment.anchorIds;
    case 'gameplay':
      return [];
    default:
      return [moment.anchorId];
  }
}

/** The gameplay entry that has started. Further gifts of the same viewer for the running entry are no new start. */
function gameplayOf(before: MomentState, after: MomentState): OverlayMoment[] {
  const was = runningDance(before);
  const now = runningDance(after);
  if (now === undefined || (was?.entryId === now.entryId && was.viewer === now.viewer)) return [];
  const { entryId, name, effects, style, viewer } = now;
  return [{ kind: 'gameplay', entryId, name, effects, style, viewer }];
}

function runningDance({ dances }: MomentState): OverlayDance | undefined {
  return Object.values(dances).find(({ countdown }) => countdown !== null);
}

function isSettledBetween({ round: { now: was } }: MomentState, { round: { now } }: MomentState): boolean {
  if (now?.outcome === undefined) return false;
  if (was === undefined) return true;
  // A lower id is the previous round, shown again after the next round was given up: no new settlement.
  return was.id === now.id ? was.outcome !== now.outcome : was.id < now.id;
}

function settlementsOf(before: MomentState, after: MomentState): OverlayMoment[] {
  const { kind, outcome, winners: anchors = [] } = after.round.now ?? {};
  if (outcome === undefined) return [];
  if (kind !== 'resurrection') return [{ kind: 'settlement', outcome, anchors }];
  const restored = outcome === 'restored';
  return endedAttempts(before, after).map((anchorId) => ({ kind: 'resurrection', anchorId, restored }));
}

/** Ids of the anchors whose resurrection attempt ended between the two states. */
function endedAttempts(before: MomentState, after: MomentState): string[] {
  return Object.entries(before.scores)
    .filter(([id, { reviving }]) => reviving && after.scores[id]?.reviving === false)
    .map(([id]) => id);
}

function breakthroughsOf(before: MomentState, after: MomentState): OverlayMoment[] {
  const isNewRound = before.round.now?.id !== after.round.now?.id;
  const anchorIds = Object.entries(after.scores)
    .filter(
      ([id, { overTenths }]) => overTenths !== null && (isNewRound || before.scores[id]?.overTenths == null),
    )
    .map(([id]) => id);
  return anchorIds.length === 0 ? [] : [{ kind: 'breakthrough', anchorIds }];
}

/** The streaks that grew by a win. A streak that a resurrection gives back is not reported. */
function streaksOf(before: MomentState, after: MomentState): OverlayMoment[] {
  if (after.round.now?.kind !== 'battle') return [];
  return Object.entries(after.scores)
    .filter(([id, { streak }]) => streak >= MIN_STREAK && streak > (before.scores[id]?.streak ?? streak))
    .map(([anchorId, { streak }]) => ({ kind: 'streak', anchorId, streak }));
}
