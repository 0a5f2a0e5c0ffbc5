import type { Side } from '#shared/contract/round.ts';
import type { GameState } from '#shared/game/fold.ts';
import { isOn, type Round } from '#shared/game/round/round.ts';
import { anchorScore, effectOf, sideOf, sideScore, votesOf } from '#shared/game/round/score.ts';
import { anchorTarget } from '#shared/game/table.ts';

/** Describes everything in a state that the rules do not allow. */
export function faultsOf(state: GameState): string[] {
  const faults: string[] = [];
  const say = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const { rounds, status } = state;
  const before = status === 'initialization' || status === 'ready';
  say(!before || rounds.length === 0, 'a round before the start');
  say(status !== 'ended' || state.playing === null, 'a dance after the end');
  say(state.playing?.countdown.since == null || status === 'counting', 'a dance that runs while paused');
  rounds.forEach((round, index) => {
    say(round.id === index + 1, `round ${index + 1} has id ${round.id}`);
    say(index === rounds.length - 1 || round.phase === 'settled', 'a round after an unfinished one');
    // After the show has ended, a round may only wait for gifts from before its own end.
    say(
      status !== 'ended' || round.phase === 'settled' || round.grace.since !== null,
      'a round after the end',
    );
    for (const fault of faultsOfRound(state, round)) faults.push(`round ${round.id}: ${fault}`);
  });
  for (const viewer of state.viewers.values()) {
    say(viewer.round <= rounds.length, 'a viewer in a round to come');
    say(viewer.roundCount >= 0 && viewer.roundVotesTenths >= 0, 'less than nothing in a round');
  }
  const on = rounds.at(-1);
  if (on !== undefined && isOn(on)) {
    const gave = [...state.viewers.values()].filter(({ round }) => round === on.id);
    const votes = gave.reduce((sum, viewer) => sum + viewer.roundVotesTenths, 0);
    const counted = [...on.targets].filter(([target]) => target !== 'uncounted');
    const all = counted.reduce((sum, [, tally]) => sum + tally.votesTenths, 0);
    say(votes === all, 'viewers of the round gave other votes than it has');
  }
  return faults;
}

function faultsOfRound(state: GameState, round: Round): string[] {
  const faults: string[] = [];
  const say = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const { phase, kind, attacker, defender, settlement } = round;
  const counting = state.status === 'counting';
  const ended = state.status === 'ended';
  say(
    (round.countdown.since !== null) === (phase === 'running' && counting),
    'the countdown runs, or stands',
  );
  say(
    (round.grace.since !== null) === (phase === 'grace' && (counting || ended)),
    'the delay runs, or stands',
  );
  say((phase === 'settled') === (settlement !== null), 'settled without a settlement, or the reverse');
  say(phase !== 'grace' || ended || round.rules.delay > 0, 'a delay that was not configured');
  say(round.countdown.length === 0 || round.countdown.ran <= round.countdown.length, 'it ran too long');
  say(
    phase === 'prepared' ? round.startedAt === 0 && round.targets.size === 0 : round.startedAt > 0,
    'the start',
  );
  const overlap = attacker.anchors.some((id) => defender.anchors.includes(id));
  say(kind !== 'battle' || (attacker.anchors.length > 0 && defender.anchors.length > 0), 'an empty side');
  say(kind === 'battle' || attacker.anchors.length + defender.anchors.length === 0, 'sides without a battle');
  say(!overlap, 'an anchor on both sides');
  say(kind === 'battle' || !(round.targets.has('attacker') || round.targets.has('defender')), 'a pool');
  for (const side of ['attacker', 'defender'] satisfies Side[]) {
    const own = [...round.targets].filter(([target]) => round.sideOf.get(target) === side);
    const votes = own.reduce((sum, [, tally]) => sum + tally.votesTenths, 0);
    const count = own.reduce((sum, [, tally]) => sum + tally.count, 0);
    const sums = sideOf(round, side);
    say(sums.votesTenths === votes && sums.count === count, `the sums of the ${side}`);
    say(sideScore(round, side) >= 0 && sideScore(round, side) <= votes, `the score of the ${side}`);
  }
  say(
    round.anchors.every((id) => anchorScore(round, id) >= 0),
    'a score below 0',
  );
  for (const fall of round.falls) {
    const older = votesOf(round, anchorTarget(fall.anchorId)) - fall.freshTenths;
    const known = fall.moved.filter(({ away }) => !away);
    const sumOf = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0);
    say(
      fall.lostTenths <= older || round.rules.edition === 1,
      'a fall that takes from votes that came after it',
    );
    say(sumOf(fall.grown.map(({ votesTenths }) => votesTenths)) <= fall.freshTenths, 'what combos grew by');
    say(sumOf(known.map(({ votesTenths }) => votesTenths)) <= older, 'the votes of moved rows');
    say(sumOf(known.map(({ lostTenths }) => lostTenths)) <= fall.lostTenths, 'what moved rows have lost');
  }
  for (const tally of [...round.targets.values(), round.late, round.accepted]) {
    say(
      tally.count >= 0 && tally.diamonds >= 0 && tally.votesTenths >= 0 && tally.rows >= 0,
      'a sum below 0',
    );
  }
  const { side, level } = effectOf(round);
  say((side === null) === (level === 0), 'an effect on nobody');
  say(level === 0 || isOn(round), 'an effect after the settlement');
  if (side !== null) {
    const other = side === 'attacker' ? 'defender' : 'attacker';
    say(sideScore(round, side) < sideScore(round, other), 'an effect on the side that leads');
  }
  if (settlement !== null) {
    const given = settlement.shares.reduce((sum, share) => sum + share.votesTenths, 0);
    say(given === settlement.poolTenths, `shares of ${given} from a pool of ${settlement.poolTenths}`);
    say(
      settlement.shares.every(({ votesTenths }) => votesTenths >= 0),
      'a share below 0',
    );
  }
  return faults;
}
