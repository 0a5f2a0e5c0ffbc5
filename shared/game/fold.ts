import type { CommandInput, GapInput, Input } from '../contract/input.ts';
import { bindByHand, pin, unbind } from './binding.ts';
import { check } from './check.ts';
import { foldCorrection } from './correction.ts';
import { sweepStreaks } from './due.ts';
import { foldGift } from './gift.ts';
import { act, becomeReady, changePreset } from './session.ts';
import { dropShortCuts, type FoldSink, type GameState } from './state.ts';

export { createState, type FoldSink, type GameState } from './state.ts';

/** Gaps kept in the state, newest last. */
export const GAPS_KEPT = 200;

/**
 * Applies one input of the journal to the state, in place. Equal inputs give equal states, byte for byte when
 * serialised. An input that has been applied already (its number is not above the state's) changes nothing,
 * so a repeated delivery never counts twice; a command that the state does not allow advances the number
 * alone. `sink`, if given, is told of every ledger row that opens, grows or moves.
 */
export function fold(state: GameState, seq: number, input: Input, sink?: FoldSink): void {
  if (seq <= state.seq) return;
  switch (input.kind) {
    case 'gift':
      foldGift(state, seq, input, sink);
      break;
    case 'command':
      if (check(state, input) === null) foldCommand(state, seq, input, sink);
      break;
    case 'clock':
      sweepStreaks(state, input.at);
      break;
    case 'gap':
      keepGap(state, input);
      break;
    case 'room':
      state.room = input;
      dropShortCuts(state);
      becomeReady(state);
      break;
  }
  state.seq = seq;
}

function foldCommand(state: GameState, seq: number, input: CommandInput, sink: FoldSink | undefined): void {
  switch (input.command) {
    case 'choosePreset':
      changePreset(state, input.preset);
      break;
    case 'session':
      act(state, input.action, input.at);
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
  }
}

function keepGap(state: GameState, gap: GapInput): void {
  state.gapCount += 1;
  state.gaps.push(gap);
  if (state.gaps.length > GAPS_KEPT) state.gaps.shift();
}
