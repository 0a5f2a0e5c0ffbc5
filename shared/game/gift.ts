import type { GiftInput } from '../contract/input.ts';
import type { LateState, LedgerRow, RowMark, Target } from '../contract/ledger.ts';
import type { GiftTally, Streak, StreakPart, Tally, Viewer } from '../contract/snapshot.ts';
import { advance, piecesOf, type StreakAdvance } from '../live/streaks.ts';
import { copyPart } from './copy.ts';
import { closedBy, creditGift } from './credit.ts';
import { triggerEntry } from './dance/dances.ts';
import { kindOf, meet, rename } from './known.ts';
import type { Row } from './round/decrease.ts';
import { endWhenReached } from './round/phases.ts';
import { momentOf, placeOf } from './round/place.ts';
import { gameDue } from './round/time.ts';
import { giveToRound, negative, takeFromRound } from './round/votes.ts';
import { beginPart, insertPart, placeOfPart, seenOf, streakOf } from './run.ts';
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
  else if (gift.sentAt > 0 && gift.sentAt < streak.sentAt && viewer !== undefined)
    overtaken(state, seq, gift, viewer, streak, sink);
}

/**
 * A message of a streak that a later one overtook: the pieces up to its count were sent with it, and stand in the row
 * of the later one. They move to the round in which this message was sent, as if it had come in time.
 */
function overtaken(
  state: GameState,
  seq: number,
  gift: GiftInput,
  viewer: KnownViewer,
  streak: Streak,
  sink: FoldSink | undefined,
): void {
  if (gift.history === 'first' || gift.diamonds !== streak.unit || state.clockAhead === null) return;
  const earlier = streak.earlier ?? [];
  let index = earlier.length;
  let part: StreakPart | undefined = streak;
  let last = streak.seen;
  while (part !== undefined && gift.repeat <= part.from) {
    last = part.from;
    index -= 1;
    part = earlier[index];
  }
  if (part === undefined || part.rowId === 0 || gift.sentAt >= part.sentAt) return;
  const moment = momentOf(gift, state.clockAhead);
  const place = placeIn(state, moment);
  const closed = closedBy(statusAt(state, moment));
  // Only the session's status may have changed the credit between the two messages.
  const alike = part.autoTarget === 'uncounted' && part.autoReason !== 'price' ? part.autoReason : null;
  const credit =
    alike === (closed?.reason ?? null)
      ? { target: part.autoTarget, reason: part.autoReason }
      : creditGift(state, viewer, gift, statusAt(state, moment), false);
  const { sentAt } = gift;
  if (isPart(part, credit, place.round, place.late)) {
    // Nothing moves, but what is sent between the two messages may still belong elsewhere.
    if (gift.repeat === last) part.sentAt = sentAt;
    else {
      insertPart(streak, index, { ...copyPart(part), sentAt });
      part.from = gift.repeat;
    }
    return;
  }

  const count = gift.repeat - part.from;
  const pieces = {
    count,
    diamonds: count * gift.diamonds,
    votesTenths: votesTenthsOf(state.table, gift.giftId, count, gift.diamonds),
  };
  const kind = kindOf(state, gift);
  takeSums(state, viewer, kind, part, pieces);
  sink?.grew({ rowId: part.rowId, seq, at: gift.at, ...negative(pieces), missedMessage: false });
  const from = part.from;
  part.from = gift.repeat;
  const before = earlier[index - 1];
  if (before !== undefined && isPart(before, credit, place.round, place.late)) {
    insertPart(streak, index, { ...copyPart(before), from, sentAt });
    const target = before.corrected ?? before.autoTarget;
    const { round, late } = placeOfPart(before);
    addSums(state, viewer, kind, target, round, late, 0, { ...pieces, rowId: before.rowId }, gift.at);
    sink?.grew({ rowId: before.rowId, seq, at: gift.at, ...pieces, missedMessage: false });
    return;
  }
  const { round, late } = place;
  addSums(state, viewer, kind, credit.target, round, late, 1, { ...pieces, rowId: seq }, gift.at);
  const auto = { autoTarget: credit.target, autoReason: credit.reason, corrected: null };
  insertPart(streak, index, { rowId: seq, from, sentAt, ...auto, round, late, placed: null });
  const marks: RowMark[] = place.settled ? ['late'] : [];
  sink?.opened(rowOf(seq, gift, viewer, credit, streak.key, pieces, marks, round, late));
}

/**
 * Whether a round or the session began, stopped or went on after a message was sent: what is sent next may have a
 * message of another round before it. Of no interest while messages are not compared with the host's clock.
 */
function edgeSince({ clockAhead, stretches, rounds }: GameState, sentAt: number): boolean {
  if (clockAhead === null) return false;
  const moment = sentAt + clockAhead;
  const stretch = stretches[stretches.length - 1];
  if (stretch !== undefined && stretch.since > moment) return true;
  const last = rounds[rounds.length - 1];
  const spans = (last?.phase === 'prepared' ? rounds[rounds.length - 2] : last)?.spans;
  const span = spans?.[spans.length - 1];
  return span !== undefined && (span[1] ?? span[0]) > moment;
}

/** Takes pieces of a row out of every sum that they belong to. */
function takeSums(state: GameState, viewer: Viewer, kind: GiftTally, part: StreakPart, pieces: Tally): void {
  const target = part.corrected ?? part.autoTarget;
  const counted = target === 'uncounted' ? 0 : pieces.votesTenths;
  for (const sums of [state.seen, viewer, kind]) {
    sums.count -= pieces.count;
    sums.diamonds -= pieces.diamonds;
    sums.votesTenths -= sums === state.seen ? pieces.votesTenths : counted;
  }
  addToTarget(state.targets, target, 0, -pieces.count, -pieces.diamonds, -pieces.votesTenths);
  const place = placeOfPart(part);
  const round = place.round === 0 ? undefined : state.rounds[place.round - 1];
  if (round !== undefined) takeFromRound(round, viewer, target, place.late, { ...pieces, rowId: part.rowId });
}

/** Where a gift of this moment counts: its round, and whether it is late there. */
function placeIn(state: GameState, moment: number): { round: number; late: LateState; settled: boolean } {
  const placed = state.rounds.length === 0 ? 0 : placeOf(state.rounds, moment);
  const late: LateState = placed < 0 ? lateBy(state, -placed) : 'no';
  return { round: placed < 0 && late === 'no' ? 0 : Math.abs(placed), late, settled: placed < 0 };
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
  const late: LateState = placed < 0 ? lateBy(state, -placed) : 'no';
  const round = placed < 0 && late === 'no' ? 0 : Math.abs(placed);

  const grows = streak !== undefined && continues(streak, credit, round, late);
  // An operator's word on a growing row holds for what the streak still brings under the same credit, so that
  // nobody has to assign one combo again and again.
  const target = (grows ? streak.corrected : null) ?? credit.target;
  const part = {
    rowId: grows ? streak.rowId : seq,
    count: pieces,
    diamonds: pieces * gift.diamonds,
    votesTenths: votesTenthsOf(state.table, gift.giftId, pieces, gift.diamonds),
  };
  if (grows) {
    const place = placeOfPart(streak);
    addSums(state, viewer, kind, target, place.round, place.late, 0, part, gift.at);
  } else addSums(state, viewer, kind, target, round, late, 1, part, gift.at);
  trigger(state, seq, gift, pieces, !grows);

  if (streak !== undefined) {
    if (!grows || edgeSince(state, streak.sentAt)) beginPart(streak, streak.seen - pieces);
    streak.sentAt = gift.sentAt;
    if (!grows) streak.unit = gift.diamonds;
    else if (streak.unit !== gift.diamonds) streak.unit = -1;
  }
  if (grows) {
    sink?.grew({ seq, at: gift.at, ...part, missedMessage });
    return;
  }
  if (streak !== undefined) {
    streak.rowId = seq;
    streak.autoTarget = credit.target;
    streak.autoReason = credit.reason;
    streak.corrected = null;
    streak.placed = null;
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
  rows: 1 | 0,
  part: Row,
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
  return streak.rowId !== 0 && isPart(streak, credit, round, late);
}

function isPart(part: StreakPart, credit: Credit, round: number, late: LateState): boolean {
  return (
    part.autoTarget === credit.target &&
    part.autoReason === credit.reason &&
    part.round === round &&
    (part.late === 'no') === (late === 'no')
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
