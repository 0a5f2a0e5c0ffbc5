import type { CommandInput, GapInput, Input } from '../contract/input.ts';
import { bindByHand, pin, unbind } from './binding.ts';
import { foldAddGift } from './byHand.ts';
import { check } from './check.ts';
import { foldCorrection } from './correction.ts';
import { foldDance } from './dance/commands.ts';
import { sweepStreaks } from './due.ts';
import { foldGift } from './gift.ts';
import { knockOut, takeBack } from './round/fates.ts';
import { markGap } from './round/gaps.ts';
import { foldLate } from './round/late.ts';
import { actOnRound, currentRound, prepare, prepareAnew } from './round/phases.ts';
import { planResurrection, planRound } from './round/plan.ts';
import { decideTie } from './round/tie.ts';
import { advance, gameDue } from './round/time.ts';
import { act, becomeReady, changePreset } from './session.ts';
import { dropShortCuts, type FoldSink, type GameState } from './state.ts';

export { createState, type FoldSink, type GameState } from './state.ts';

/** Gaps kept in the state, newest last. */
export const GAPS_KEPT = 200;

/**
 * Applies one input of the journal to the state, in place. What is due by then happens before it. Equal inputs give equal states, byte for byte when
 * serialised. An input that has been applied already (its number is not above the state's) changes nothing,
 * so a repeated delivery never counts twice; a command that the state does not allow advances the number
 * alone. `sink`, if given, is told of every ledger row that opens, grows or moves.
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
      dropShortCuts(state);
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
      act(state, input.action, input.at, input.linger);
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
      else takeBack(state, input.anchorId);
      break;
    case 'decideTie':
      decideTie(state, input);
      prepareAnew(state);
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

function keepGap(state: GameState, gap: GapInput): void {
  state.gapCount += 1;
  state.gaps.push(gap);
  if (state.gaps.length > GAPS_KEPT) state.gaps.shift();
  markGap(state.rounds, gap);
}
