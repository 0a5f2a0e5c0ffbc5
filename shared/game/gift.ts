import type { GiftInput } from '../contract/input.ts';
import type { LateState, LedgerRow, RowMark, Target } from '../contract/ledger.ts';
import type { GiftTally, Streak, Tally, Viewer } from '../contract/snapshot.ts';
import { advance, piecesOf, type StreakAdvance } from '../live/streaks.ts';
import { creditGift } from './credit.ts';
import { triggerEntry } from './dance/dances.ts';
import { kindOf, meet, rename } from './known.ts';
import { endWhenReached } from './round/phases.ts';
import { momentOf, placeOf } from './round/place.ts';
import { gameDue } from './round/time.ts';
import { giveToRound } from './round/votes.ts';
import { seenOf, streakOf } from './run.ts';
import { statusAt } from './session.ts';
import type { FoldSink, GameState, KnownViewer } from './state.ts';
import type { Credit } from './table.ts';
import { addToTarget } from './tally.ts';
import { votesTenthsOf } from './votes.ts';

/**
 * One gift message: what is new in it is credited, added to every sum it belongs to, and told as a row that
 * opens or grows. A message that brings nothing new (repeated, late, closing, or from before we joined) moves
 * no sum and no binding.
 */
export function foldGift(state: GameState, seq: number, gift: GiftInput, sink: FoldSink | undefined): void {
  const viewer = state.viewers.get(gift.user.id);
  if (!gift.streak) {
    if (gift.history === 'first') return;
    count(state, seq, gift, viewer, piecesOf(gift.repeat), undefined, false, false, sink);
    return;
  }
  const recent =
    viewer?.recentGiftId === gift.giftId && viewer.recentGroup === gift.group ? viewer.recent : null;
  const streak = recent ?? streakOf(state, viewer, gift);
  touch(state, seq, gift, viewer, streak, advance(seenOf(streak, gift), gift), sink);
}

function touch(
  state: GameState,
  seq: number,
  gift: GiftInput,
  viewer: KnownViewer | undefined,
  streak: Streak,
  step: StreakAdvance,
  sink: FoldSink | undefined,
): void {
  streak.seen = step.seen;
  streak.touchedAt = gift.at;
  if (gift.at < state.oldestTouch) state.oldestTouch = gift.at;
  if (step.add > 0)
    count(state, seq, gift, viewer, step.add, streak, step.joinedLate, step.missedMessage, sink);
}

function count(
  state: GameState,
  seq: number,
  gift: GiftInput,
  known: KnownViewer | undefined,
  pieces: number,
  streak: Streak | undefined,
  joinedLate: boolean,
  missedMessage: boolean,
  sink: FoldSink | undefined,
): void {
  const viewer = known === undefined ? meet(state, gift) : rename(known, gift);
  const kind = kindOf(state, gift);
  const moment = momentOf(gift, state.clockAhead);
  const credit = creditGift(state, viewer, gift, statusAt(state, moment));
  const placed = state.rounds.length === 0 ? 0 : placeOf(state.rounds, moment);
  let late: LateState = placed < 0 ? lateBy(state, -placed) : 'no';
  const round = placed < 0 && late === 'no' ? 0 : Math.abs(placed);

  const grows = streak !== undefined && continues(streak, credit, round, late);
  // An operator's word on a growing row holds for what the streak still brings under the same credit, so that
  // nobody has to assign one combo again and again.
  const target = (grows ? streak.corrected : null) ?? credit.target;
  if (grows) late = streak.late;
  const part: Tally = {
    count: pieces,
    diamonds: pieces * gift.diamonds,
    votesTenths: votesTenthsOf(state.table, gift.giftId, pieces, gift.diamonds),
  };
  addSums(state, viewer, kind, target, round, late, grows ? 0 : 1, part, gift.at);
  trigger(state, seq, gift, pieces, !grows);

  if (grows) {
    sink?.grew({ rowId: streak.rowId, seq, at: gift.at, ...part, missedMessage });
    return;
  }
  if (streak !== undefined) {
    streak.rowId = seq;
    streak.autoTarget = credit.target;
    streak.autoReason = credit.reason;
    streak.corrected = null;
    streak.round = round;
    streak.late = late;
  }
  if (sink !== undefined) {
    const marks: RowMark[] = [];
    if (joinedLate) marks.push('joinedLate');
    if (missedMessage) marks.push('missedMessage');
    if (placed < 0) marks.push('late');
    sink.opened(rowOf(seq, gift, viewer, credit, streak?.key ?? '', part, marks, round, late));
  }
}

/** Adds a gift, or a further part of one (`rows` 0), to every sum that it belongs to. */
export function addSums(
  state: GameState,
  viewer: Viewer,
  kind: GiftTally,
  target: Target,
  round: number,
  late: LateState,
  rows: number,
  part: Tally,
  at: number,
): void {
  const counted = target === 'uncounted' ? 0 : part.votesTenths;
  state.seen.count += part.count;
  state.seen.diamonds += part.diamonds;
  state.seen.votesTenths += part.votesTenths;
  viewer.count += part.count;
  viewer.diamonds += part.diamonds;
  viewer.votesTenths += counted;
  viewer.lastAt = at;
  kind.count += part.count;
  kind.diamonds += part.diamonds;
  kind.votesTenths += counted;
  addToTarget(state.targets, target, rows, part.count, part.diamonds, part.votesTenths);
  const played = round === 0 ? undefined : state.rounds[round - 1];
  if (played === undefined) return;
  giveToRound(played, viewer, target, late, rows, part, at);
  if (played.kind === 'resurrection') endWhenReached(state, played, at);
}

/** What becomes of a gift that came too late for its round, by that round's rules. */
function lateBy(state: GameState, round: number): LateState {
  const policy = state.rounds[round - 1]?.rules.lateGifts;
  if (policy === 'ask') return 'listed';
  return policy === 'accept' ? 'accepted' : 'no';
}

/** A chosen gift triggers its gameplay entry whatever it costs and whoever it counts for. */
function trigger(state: GameState, seq: number, gift: GiftInput, pieces: number, fresh: boolean): void {
  const entry = state.table.gameplay.size === 0 ? undefined : state.table.gameplay.get(gift.giftId);
  if (entry === undefined || state.status !== 'counting') return;
  triggerEntry(state, seq, entry, gift.user.id, pieces, fresh, gift.at);
  state.dueAt = gameDue(state);
}

/** One streak's part in one round and to one credit by the rules is one row; anything else begins a new one. */
function continues(streak: Streak, credit: Credit, round: number, late: LateState): boolean {
  return (
    streak.rowId !== 0 &&
    streak.autoTarget === credit.target &&
    streak.autoReason === credit.reason &&
    streak.round === round &&
    (streak.late === 'no') === (late === 'no')
  );
}

function rowOf(
  seq: number,
  gift: GiftInput,
  viewer: Viewer,
  credit: Credit,
  key: string,
  part: Tally,
  marks: RowMark[],
  round: number,
  late: LateState,
): LedgerRow {
  return {
    rowId: seq,
    seq,
    at: gift.at,
    lastAt: gift.at,
    viewerId: viewer.id,
    viewerName: viewer.name,
    viewerUsername: viewer.username,
    giftId: gift.giftId,
    giftName: gift.giftName,
    unitDiamonds: gift.diamonds,
    streakKey: key,
    count: part.count,
    diamonds: part.diamonds,
    votesTenths: part.votesTenths,
    autoTarget: credit.target,
    autoReason: credit.reason,
    target: credit.target,
    reason: credit.reason,
    marks,
    round,
    late,
  };
}
