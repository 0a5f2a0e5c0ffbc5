import type { Problem } from '../contract/error.ts';
import type { CommandInput } from '../contract/input.ts';
import { addSums } from './gift.ts';
import { kindOf, meet } from './known.ts';
import type { FoldSink, GameState } from './state.ts';
import { anchorIdOf } from './table.ts';
import { votesTenthsOf } from './votes.ts';

export type AddGift = Extract<CommandInput, { command: 'addGift' }>;

/** Why a gift cannot be added by hand now; null when it can. */
export function checkAddGift(state: GameState, command: AddGift): Problem | null {
  if (state.status === 'initialization' || state.status === 'ready') return { code: 'session.notStarted' };
  const anchorId = anchorIdOf(command.to);
  if (anchorId !== null && !state.table.anchors.has(anchorId)) return { code: 'anchor.unknown' };
  const round = command.round === 0 ? null : state.rounds[command.round - 1];
  if (round === undefined || round?.phase === 'prepared') return { code: 'round.unknown' };
  const toPool = command.to === 'attacker' || command.to === 'defender';
  return toPool && round?.kind !== 'battle' ? { code: 'round.noSides' } : null;
}

/**
 * A gift that was never received, as an operator knows it from elsewhere. Its credit is the operator's word
 * and its row says so; it binds nobody and triggers nothing. A correction to 'uncounted' takes it back.
 */
export function foldAddGift(
  state: GameState,
  seq: number,
  command: AddGift,
  sink: FoldSink | undefined,
): void {
  const { at, user, giftId, giftName, diamonds, count, to } = command;
  const gift = { at, user, giftId, giftName, diamonds };
  const viewer = state.viewers.get(user.id) ?? meet(state, gift);
  const kind = kindOf(state, gift);
  const part = {
    rowId: seq,
    count,
    diamonds: count * diamonds,
    votesTenths: votesTenthsOf(state.table, giftId, count, diamonds),
  };
  addSums(state, viewer, kind, to, command.round, 'no', 1, part, at);
  sink?.opened({
    seq,
    at,
    lastAt: at,
    viewerId: viewer.id,
    viewerName: viewer.name,
    viewerUsername: viewer.username,
    giftId,
    giftName,
    unitDiamonds: diamonds,
    streakKey: '',
    ...part,
    autoTarget: to,
    autoReason: 'byHand',
    target: to,
    reason: 'byHand',
    marks: [],
    round: command.round,
    late: 'no',
  });
}
