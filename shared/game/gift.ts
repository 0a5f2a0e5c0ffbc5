import type { GiftInput } from '../contract/input.ts';
import type { LateState, LedgerRow, RowMark } from '../contract/ledger.ts';
import type { Streak, StreakPart, Tally, Viewer } from '../contract/snapshot.ts';
import { copyPart } from './copy.ts';
import { creditGift, creditWhileClosed } from './credit.ts';
import { triggerEntry } from './dance.ts';
import { addSums, addViewer, giftTallyOf, takeSums, updateNames } from './giftSums.ts';
import { momentOf, roundIdAt } from './round/round.ts';
import { gameDue } from './round/time.ts';
import { negative } from './round/votes.ts';
import { statusAt } from './sessionStatus.ts';
import type { FoldSink, GameState, KnownViewer } from './state.ts';
import {
  advance,
  beginPart,
  insertPart,
  piecesOf,
  placeOfPart,
  type StreakAdvance,
  seenOf,
  streakOf,
} from './streaks.ts';
import { type Credit, votesTenthsOf } from './table.ts';

/** A gift message while the fold applies it. */
interface GiftMessage {
  state: GameState;
  seq: number;
  gift: GiftInput;
  sink: FoldSink | undefined;
}

/** The pieces that a message adds, and the marks of the row that they open. */
type NewPieces = Pick<StreakAdvance, 'add' | 'joinedLate' | 'missedMessage'>;

/** Where a gift counts: its round (0 for none), whether it is late there, and whether that round was settled. */
interface GiftPlace {
  round: number;
  late: LateState;
  settled: boolean;
}

/** The place of a gift outside all rounds; shared, so that such a gift allocates nothing. */
const noRound: GiftPlace = { round: 0, late: 'no', settled: false };

/**
 * Applies one gift message: credits the pieces that are new in it, adds them to every sum, and reports a row that
 * opens or grows. A message without new pieces (repeated, late, closing, or from before the join) changes no sum and
 * no binding.
 */
export function foldGift(state: GameState, seq: number, gift: GiftInput, sink: FoldSink | undefined): void {
  const viewer = state.viewers.get(gift.user.id);
  const message: GiftMessage = { state, seq, gift, sink };
  if (!gift.streak) {
    if (gift.history === 'first') return;
    const pieces = { add: piecesOf(gift.repeat), joinedLate: false, missedMessage: false };
    countPieces(message, viewer, undefined, pieces);
    return;
  }
  const recent =
    viewer?.recentGiftId === gift.giftId && viewer.recentGroup === gift.group ? viewer.recent : null;
  const streak = recent ?? streakOf(state, viewer, gift);
  const step = advance(seenOf(streak, gift), gift);
  streak.seen = step.seen;
  streak.touchedAt = gift.at;
  if (gift.at < state.oldestTouch) state.oldestTouch = gift.at;
  if (step.add > 0) countPieces(message, viewer, streak, step);
  else if (gift.sentAt > 0 && gift.sentAt < streak.sentAt && viewer !== undefined) {
    moveOvertakenPieces(message, viewer, streak);
  }
}

/** Counts new pieces: under the streak's open row if round and credit are the same, else under a new row. */
function countPieces(
  message: GiftMessage,
  known: KnownViewer | undefined,
  streak: Streak | undefined,
  pieces: NewPieces,
): void {
  const { state, seq, gift, sink } = message;
  const { add, missedMessage } = pieces;
  const viewer = known === undefined ? addViewer(state, gift) : updateNames(known, gift);
  const kind = giftTallyOf(state, gift);
  const moment = momentOf(gift, state.clockAhead);
  const credit = creditGift(state, viewer, gift, statusAt(state, moment));
  const place = placeAt(state, moment);

  const grows = streak !== undefined && streak.rowId !== 0 && isPart(streak, credit, place);
  // A correction of a growing row also holds for its further pieces, so an operator assigns a combo only once.
  const target = (grows ? streak.corrected : null) ?? credit.target;
  const { round, late } = grows ? placeOfPart(streak) : place;
  const part = {
    rowId: grows ? streak.rowId : seq,
    count: add,
    diamonds: add * gift.diamonds,
    votesTenths: votesTenthsOf(state.table, gift.giftId, add, gift.diamonds),
  };
  addSums(state, { viewer, kind, target, round, late, rows: grows ? 0 : 1, part, at: gift.at });
  triggerGameplay(message, add, !grows);

  if (streak !== undefined) {
    if (!grows || edgeSince(state, streak.sentAt)) beginPart(streak, streak.seen - add);
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
    if (pieces.joinedLate) marks.push('joinedLate');
    if (missedMessage) marks.push('missedMessage');
    if (place.settled) marks.push('late');
    sink.opened(rowOf(message, { viewer, credit, streakKey: streak?.key ?? '', part, marks, place }));
  }
}

/**
 * Handles a streak message that a later one overtook. Pieces up to its count were sent with it, but the later message
 * has counted them. They move to the round in which this message was sent, as if it had arrived in time.
 */
function moveOvertakenPieces(message: GiftMessage, viewer: KnownViewer, streak: Streak): void {
  const { state, seq, gift, sink } = message;
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
  const place = placeAt(state, moment);
  const status = statusAt(state, moment);
  // Only a change of the session's status may have changed the credit between the two messages.
  const closedReason =
    part.autoTarget === 'uncounted' && part.autoReason !== 'price' ? part.autoReason : null;
  const credit =
    closedReason === (creditWhileClosed(status)?.reason ?? null)
      ? { target: part.autoTarget, reason: part.autoReason }
      : creditGift(state, viewer, gift, status, false);
  const { sentAt } = gift;
  if (isPart(part, credit, place)) {
    // Nothing moves, but pieces sent between the two messages may still belong elsewhere.
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
  const kind = giftTallyOf(state, gift);
  const { at } = gift;
  takeSums(state, viewer, kind, part, pieces);
  sink?.grew({ rowId: part.rowId, seq, at, ...negative(pieces), missedMessage: false });
  const from = part.from;
  part.from = gift.repeat;
  const before = earlier[index - 1];
  if (before !== undefined && isPart(before, credit, place)) {
    insertPart(streak, index, { ...copyPart(before), from, sentAt });
    const { rowId } = before;
    const target = before.corrected ?? before.autoTarget;
    const { round, late } = placeOfPart(before);
    addSums(state, { viewer, kind, target, round, late, rows: 0, part: { ...pieces, rowId }, at });
    sink?.grew({ rowId, seq, at, ...pieces, missedMessage: false });
    return;
  }
  const { round, late } = place;
  const { target, reason } = credit;
  addSums(state, { viewer, kind, target, round, late, rows: 1, part: { ...pieces, rowId: seq }, at });
  insertPart(streak, index, {
    rowId: seq,
    from,
    sentAt,
    autoTarget: target,
    autoReason: reason,
    corrected: null,
    round,
    late,
    placed: null,
  });
  const marks: RowMark[] = place.settled ? ['late'] : [];
  sink?.opened(rowOf(message, { viewer, credit, streakKey: streak.key, part: pieces, marks, place }));
}

/**
 * Tells whether a round or the session began, stopped or resumed after a message was sent. If so, a message that still
 * arrives may belong to another round. False without a clock offset: then no send time is compared.
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

/** The place of a gift that is judged at `moment`. */
function placeAt(state: GameState, moment: number): GiftPlace {
  const id = state.rounds.length === 0 ? 0 : roundIdAt(state.rounds, moment);
  if (id === 0) return noRound;
  if (id > 0) return { round: id, late: 'no', settled: false };
  const late = lateStateIn(state, -id);
  return { round: late === 'no' ? 0 : -id, late, settled: true };
}

/** The late state of a gift that came after this round was settled, by the round's own rules. */
function lateStateIn(state: GameState, round: number): LateState {
  const policy = state.rounds[round - 1]?.rules.lateGifts;
  if (policy === 'ask') return 'listed';
  return policy === 'accept' ? 'accepted' : 'no';
}

/** Triggers the gameplay entry of the gift. Its price and its target do not matter. */
function triggerGameplay({ state, seq, gift }: GiftMessage, pieces: number, fresh: boolean): void {
  const entry = state.table.gameplay.size === 0 ? undefined : state.table.gameplay.get(gift.giftId);
  if (entry === undefined || state.status !== 'counting') return;
  triggerEntry(state, entry, { id: seq, viewerId: gift.user.id, at: gift.at, pieces, fresh });
  state.dueAt = gameDue(state);
}

/** Tells whether a part has this credit by the rules and this place: each such pair has its own row. */
function isPart(part: StreakPart, credit: Credit, place: GiftPlace): boolean {
  return (
    part.autoTarget === credit.target &&
    part.autoReason === credit.reason &&
    part.round === place.round &&
    (part.late === 'no') === (place.late === 'no')
  );
}

interface OpenedRow {
  viewer: Viewer;
  credit: Credit;
  streakKey: string;
  part: Tally;
  marks: RowMark[];
  place: GiftPlace;
}

function rowOf(
  { seq, gift }: GiftMessage,
  { viewer, credit, streakKey, part, marks, place }: OpenedRow,
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
    streakKey,
    count: part.count,
    diamonds: part.diamonds,
    votesTenths: part.votesTenths,
    autoTarget: credit.target,
    autoReason: credit.reason,
    target: credit.target,
    reason: credit.reason,
    marks,
    round: place.round,
    late: place.late,
  };
}
