import type { Countdown, Fall, SideSums, StoredRound } from '../../contract/round.ts';
import { copyGap } from '../copy.ts';
import { type Round, sidesOf } from './round.ts';

/** Copies the round to plain data. Targets are sorted by name, because corrections change their order in the map. */
export function storeRound(round: Round): StoredRound {
  const targets: StoredRound['targets'] = Array.from(round.targets, ([target, tally]) => [
    target,
    { ...tally },
  ]);
  return { ...copy(round), targets: targets.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

export function restoreRound(stored: StoredRound): Round {
  return {
    ...copy(stored),
    targets: new Map(stored.targets.map(([target, tally]) => [target, { ...tally }])),
    sideOf: sidesOf(stored.kind, stored.attacker.anchors, stored.defender.anchors),
    moved: null,
  };
}

/** Copies everything that the fold changes, in a fixed order of fields. The rules are shared: they never change. */
function copy(round: Omit<StoredRound, 'targets'>): Omit<StoredRound, 'targets'> {
  return {
    id: round.id,
    number: round.number,
    kind: round.kind,
    phase: round.phase,
    rules: round.rules,
    anchors: [...round.anchors],
    attacker: copySums(round.attacker),
    defender: copySums(round.defender),
    preparedAt: round.preparedAt,
    startedAt: round.startedAt,
    endedAt: round.endedAt,
    settledAt: round.settledAt,
    countdown: copyCountdown(round.countdown),
    grace: copyCountdown(round.grace),
    spans: round.spans.map(([from, until]) => [from, until]),
    late: { ...round.late },
    accepted: { ...round.accepted },
    ticked: round.ticked,
    falls: round.falls.map(copyFall),
    through: round.through.map(({ scorer, lostTenths }) => ({ scorer, lostTenths })),
    effect: { side: round.effect.side, level: round.effect.level },
    gaps: round.gaps.map(copyGap),
    gapCount: round.gapCount,
    streaks: round.streaks.map(({ anchorId, streak }) => ({ anchorId, streak })),
    // A settlement is replaced, never changed.
    settlement: round.settlement,
    tieDecision: round.tieDecision && { anchorId: round.tieDecision.anchorId },
    settlements: round.settlements,
    targetTenths: round.targetTenths,
    pledgedTenths: round.pledgedTenths,
    wasOut: round.wasOut,
  };
}

function copyFall({ anchorId, idleSince, lostTenths, fellSeq, freshTenths, grown, moved }: Fall): Fall {
  return {
    anchorId,
    idleSince,
    lostTenths,
    fellSeq,
    freshTenths,
    grown: grown.map((row) => ({ ...row })),
    moved: moved.map((row) => ({ ...row })),
  };
}

function copySums({ anchors, count, diamonds, votesTenths }: SideSums): SideSums {
  return { count, diamonds, votesTenths, anchors: [...anchors] };
}

export function copyCountdown({ length, ran, since }: Countdown): Countdown {
  return { length, ran, since };
}
