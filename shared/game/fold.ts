import type { CommandInput, GapInput, Input } from '../contract/input.ts';
import { check } from './check.ts';
import { foldAddGift, foldCorrection } from './correction.ts';
import { bindByHand, pin, unbind } from './credit.ts';
import { foldDance } from './dance.ts';
import { foldGift } from './gift.ts';
import { decideTie, knockOut, undoKnockOut } from './round/fates.ts';
import { foldLate } from './round/late.ts';
import { actOnRound, currentRound, prepare, prepareAgain } from './round/phases.ts';
import { planResurrection, planRound } from './round/plan.ts';
import type { Round } from './round/round.ts';
import { advance, gameDue, sweepStreaks } from './round/time.ts';
import { actOnSession, becomeReady, changePreset } from './sessionStatus.ts';
import { dropRecentStreaks, type FoldSink, type GameState } from './state.ts';

/** Maximum number of gaps in the state, newest last; `gapCount` counts all. */
const GAPS_KEPT = 200;

/** Maximum number of gaps in a round, newest last; `gapCount` counts all. */
const GAPS_PER_ROUND = 20;

/** Adds a gap to the state and to every round that was on while it lasted. */
function keepGap(state: GameState, gap: GapInput): void {
  state.gapCount += 1;
  state.gaps.push(gap);
  if (state.gaps.length > GAPS_KEPT) state.gaps.shift();
  markGap(state.rounds, gap);
}

/** Adds a gap to every round that was on while it lasted. */
function markGap(rounds: readonly Round[], gap: GapInput): void {
  for (let index = rounds.length - 1; index >= 0; index -= 1) {
    const round = rounds[index];
    if (round === undefined || round.phase === 'prepared') continue;
    if (round.phase === 'settled' && round.settledAt < gap.from) return;
    if (round.startedAt > gap.until) continue;
    round.gapCount += 1;
    round.gaps.push(gap);
    if (round.gaps.length > GAPS_PER_ROUND) round.gaps.shift();
  }
}

export { createState, type FoldSink, type GameState } from './state.ts';

/**
 * Applies one input of the journal to the state, in place. Timed steps that are due by the input's time happen first.
 *
 * The fold is deterministic: equal inputs give equal states, byte for byte when serialised. It is idempotent: an input
 * whose number is not above the state's changes nothing. A command that `check` refuses only advances the number.
 * `sink` receives every ledger row that opens, grows or moves.
 */
export function fold(state: GameState, seq: number, input: Input, sink?: FoldSink): void {
  if (seq <= state.seq) return;
  if (input.at >= state.dueAt) {
    advance(state, input.at);
    state.dueAt = gameDue(state);
  }
  if (input.kind === 'gift') foldGift(state, seq, input, sink);
  else {
    foldOther(state, seq, input, sink);
    state.dueAt = gameDue(state);
  }
  state.seq = seq;
}

function foldOther(
  state: GameState,
  seq: number,
  input: Exclude<Input, { kind: 'gift' }>,
  sink: FoldSink | undefined,
): void {
  switch (input.kind) {
    case 'command':
      if (check(state, input) === null) foldCommand(state, seq, input, sink);
      break;
    case 'clock':
      sweepStreaks(state, input.at);
      break;
    case 'gap':
      keepGap(state, input);
      break;
    case 'clockOffset':
      state.clockAhead = input.ahead;
      break;
    case 'room':
      state.room = input;
      dropRecentStreaks(state);
      becomeReady(state);
      break;
  }
}

function foldCommand(state: GameState, seq: number, input: CommandInput, sink: FoldSink | undefined): void {
  switch (input.command) {
    case 'choosePreset':
      changePreset(state, input.preset, input.rulesFrom === 'nextRound');
      break;
    case 'session':
      actOnSession(state, input.action, input.at, input.linger);
      break;
    case 'suspend':
      state.suspended = input.on;
      break;
    case 'bind': {
      const viewer = state.viewers.get(input.viewerId);
      if (viewer === undefined) break;
      if (input.anchorId === null) unbind(state.table, viewer);
      else bindByHand(viewer, input.anchorId);
      break;
    }
    case 'pin': {
      const viewer = state.viewers.get(input.viewerId);
      if (viewer !== undefined) pin(state.table, viewer, input.pinned);
      break;
    }
    case 'correct':
      foldCorrection(state, seq, input, sink);
      break;
    case 'prepare':
    case 'resurrect': {
      const plan =
        input.command === 'prepare'
          ? planRound(state, input)
          : planResurrection(state, input.anchorId, input.edition);
      if (!('code' in plan)) prepare(state, plan, input.edition, input.at);
      break;
    }
    case 'round':
      actOnRound(state, input.action, input.at);
      break;
    case 'pledge': {
      const round = currentRound(state);
      if (round !== null) round.pledgedTenths = input.votesTenths;
      break;
    }
    case 'knockOut':
      if (input.out) knockOut(state, input.anchorId);
      else undoKnockOut(state, input.anchorId);
      break;
    case 'decideTie':
      decideTie(state, input);
      prepareAgain(state);
      break;
    case 'late':
      foldLate(state, seq, input, sink);
      break;
    case 'addGift':
      foldAddGift(state, seq, input, sink);
      break;
    case 'dance':
      foldDance(state, input);
      break;
  }
}
