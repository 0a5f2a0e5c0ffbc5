import type { Problem } from '../contract/error.ts';
import type { CommandInput } from '../contract/input.ts';
import { addSums, addViewer, giftTallyOf } from './giftSums.ts';
import type { FoldSink, GameState } from './state.ts';
import { anchorIdOf } from './table.ts';
import { votesTenthsOf } from './votes.ts';

export type AddGift = Extract<CommandInput, { command: 'addGift' }>;

/** Why an operator cannot add a gift now; null if they can. */
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
 * Adds a gift that was never received. The operator chooses its credit, and its row has the reason `byHand`. It binds
 * nobody and triggers nothing. A correction to `uncounted` removes it again.
 */
export function foldAddGift(
  state: GameState,
  seq: number,
  command: AddGift,
  sink: FoldSink | undefined,
): void {
  const { at, user, giftId, giftName, diamonds, count, to } = command;
  const gift = { at, user, giftId, giftName, diamonds };
  const viewer = state.viewers.get(user.id) ?? addViewer(state, gift);
  const kind = giftTallyOf(state, gift);
  const part = {
    rowId: seq,
    count,
    diamonds: count * diamonds,
    votesTenths: votesTenthsOf(state.table, giftId, count, diamonds),
  };
  addSums(state, { viewer, kind, target: to, round: command.round, late: 'no', rows: 1, part, at });
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
