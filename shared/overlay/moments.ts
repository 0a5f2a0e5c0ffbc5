import type { OverlayDance, OverlayMoment, OverlayState } from '../contract/overlay/state.ts';

/** Sections that moments follow from. */
export const momentSections = ['show', 'scores', 'round', 'dances'] as const;

type Seen = Pick<OverlayState, (typeof momentSections)[number]>;

/** From so many wins in a row on a streak is worth an animation. */
const STREAK = 2;

/** What has happened between two successive states of one show. Nothing of it changes a state. */
export function momentsBetween(before: Seen, after: Seen): OverlayMoment[] {
  const settled = isSettledBetween(before, after)
    ? [...settlement(before, after), ...streaks(before, after)]
    : [];
  return [...settled, ...breakthroughsOf(before, after), ...gameplayOf(before, after)];
}

/** The anchors that a moment is about. */
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

/** A gameplay entry that has started. A viewer's further gifts for the entry that runs are no new start. */
function gameplayOf(before: Seen, after: Seen): OverlayMoment[] {
  const was = runningOf(before);
  const now = runningOf(after);
  if (now === undefined || (was?.entryId === now.entryId && was.viewer === now.viewer)) return [];
  const { entryId, name, effects, style, viewer } = now;
  return [{ kind: 'gameplay', entryId, name, effects, style, viewer }];
}

function runningOf({ dances }: Seen): OverlayDance | undefined {
  return Object.values(dances).find(({ countdown }) => countdown !== null);
}

function isSettledBetween({ round: { now: was } }: Seen, { round: { now } }: Seen): boolean {
  if (now?.outcome === undefined) return false;
  if (was === undefined) return true;
  // Where the round before is shown again, the next one was given up.
  return was.id === now.id ? was.outcome !== now.outcome : was.id < now.id;
}

function settlement(before: Seen, after: Seen): OverlayMoment[] {
  const { kind, outcome, winners: anchors = [] } = after.round.now ?? {};
  if (outcome === undefined) return [];
  if (kind !== 'resurrection') return [{ kind: 'settlement', outcome, anchors }];
  const restored = outcome === 'restored';
  return triedIn(before, after).map((anchorId) => ({ kind: 'resurrection', anchorId, restored }));
}

/** Whose attempt it was: who was trying and is no more. */
function triedIn(before: Seen, after: Seen): string[] {
  return Object.entries(before.scores)
    .filter(([id, { reviving }]) => reviving && after.scores[id]?.reviving === false)
    .map(([id]) => id);
}

function breakthroughsOf(before: Seen, after: Seen): OverlayMoment[] {
  const isNew = before.round.now?.id !== after.round.now?.id;
  const anchorIds = Object.entries(after.scores)
    .filter(([id, { overTenths }]) => overTenths !== null && (isNew || before.scores[id]?.overTenths == null))
    .map(([id]) => id);
  return anchorIds.length === 0 ? [] : [{ kind: 'breakthrough', anchorIds }];
}

/** A streak that grew by a win; one that comes back with a resurrection is no news. */
function streaks(before: Seen, after: Seen): OverlayMoment[] {
  if (after.round.now?.kind !== 'battle') return [];
  return Object.entries(after.scores)
    .filter(([id, { streak }]) => streak >= STREAK && streak > (before.scores[id]?.streak ?? streak))
    .map(([anchorId, { streak }]) => ({ kind: 'streak', anchorId, streak }));
}
