import type { GiftInput } from '../contract/input.ts';
import type { LedgerRow, RowMark } from '../contract/ledger.ts';
import type { GiftTally, Streak, Viewer } from '../contract/snapshot.ts';
import { advance, piecesOf, type StreakAdvance, streakKey } from '../live/streaks.ts';
import { creditGift } from './credit.ts';
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
  const recent = viewer?.recent;
  if (recent != null && recent.giftId === gift.giftId && recent.group === gift.group) {
    const streak = recent.streak;
    touch(state, seq, gift, viewer, streak, advance(streak.seen, gift), sink);
    return;
  }
  const roomId = state.room === null ? '' : state.room.roomId;
  const key = streakKey(roomId, gift.user.id, gift.giftId, gift.group);
  const known = state.streaks.get(key);
  const streak = known ?? openStreak(state, key);
  if (viewer !== undefined) viewer.recent = { giftId: gift.giftId, group: gift.group, streak };
  touch(state, seq, gift, viewer, streak, advance(known?.seen, gift), sink);
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
  const credit = creditGift(state, viewer, gift);
  const diamonds = pieces * gift.diamonds;
  const votesTenths = votesTenthsOf(state.table, gift.giftId, pieces, gift.diamonds);

  const grows = streak !== undefined && continues(streak, credit);
  // An operator's word on a growing row holds for what the streak still brings under the same credit, so that
  // nobody has to assign one combo again and again.
  const target = (grows ? streak.corrected : null) ?? credit.target;
  const counted = target === 'uncounted' ? 0 : votesTenths;

  state.seen.count += pieces;
  state.seen.diamonds += diamonds;
  state.seen.votesTenths += votesTenths;
  viewer.count += pieces;
  viewer.diamonds += diamonds;
  viewer.votesTenths += counted;
  viewer.lastAt = gift.at;
  kind.count += pieces;
  kind.diamonds += diamonds;
  kind.votesTenths += counted;
  addToTarget(state, target, grows ? 0 : 1, pieces, diamonds, votesTenths);

  if (grows) {
    sink?.grew({
      rowId: streak.rowId,
      seq,
      at: gift.at,
      count: pieces,
      diamonds,
      votesTenths,
      missedMessage,
    });
    return;
  }
  if (streak !== undefined) {
    streak.rowId = seq;
    streak.autoTarget = credit.target;
    streak.autoReason = credit.reason;
    streak.corrected = null;
  }
  if (sink !== undefined) {
    const marks: RowMark[] = [];
    if (joinedLate) marks.push('joinedLate');
    if (missedMessage) marks.push('missedMessage');
    sink.opened(rowOf(seq, gift, viewer, credit, streak?.key ?? '', pieces, votesTenths, marks));
  }
}

/** One streak's part to one credit by the rules is one row; another credit or another reason begins a new one. */
function continues(streak: Streak, credit: Credit): boolean {
  return streak.rowId !== 0 && streak.autoTarget === credit.target && streak.autoReason === credit.reason;
}

function openStreak(state: GameState, key: string): Streak {
  const streak: Streak = {
    key,
    seen: 0,
    touchedAt: 0,
    rowId: 0,
    autoTarget: 'unallocated',
    autoReason: 'unbound',
    corrected: null,
  };
  state.streaks.set(key, streak);
  return streak;
}

function meet(state: GameState, gift: GiftInput): KnownViewer {
  const { id, name, username } = gift.user;
  const viewer: KnownViewer = {
    id,
    name,
    username,
    firstAt: gift.at,
    lastAt: gift.at,
    count: 0,
    diamonds: 0,
    votesTenths: 0,
    manual: null,
    pinned: false,
    automatic: null,
    recent: null,
  };
  state.viewers.set(id, viewer);
  return viewer;
}

/** Names are those of the newest message that has them. */
function rename(viewer: KnownViewer, gift: GiftInput): KnownViewer {
  const { name, username } = gift.user;
  if (name !== '') viewer.name = name;
  if (username !== '') viewer.username = username;
  return viewer;
}

function kindOf(state: GameState, gift: GiftInput): GiftTally {
  const known = state.gifts.get(gift.giftId);
  if (known !== undefined) {
    if (gift.giftName !== '') known.name = gift.giftName;
    known.unitDiamonds = gift.diamonds;
    return known;
  }
  const kind: GiftTally = {
    id: gift.giftId,
    name: gift.giftName,
    unitDiamonds: gift.diamonds,
    count: 0,
    diamonds: 0,
    votesTenths: 0,
  };
  state.gifts.set(gift.giftId, kind);
  return kind;
}

function rowOf(
  seq: number,
  gift: GiftInput,
  viewer: Viewer,
  credit: Credit,
  key: string,
  pieces: number,
  votesTenths: number,
  marks: RowMark[],
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
    count: pieces,
    diamonds: pieces * gift.diamonds,
    votesTenths,
    autoTarget: credit.target,
    autoReason: credit.reason,
    target: credit.target,
    reason: credit.reason,
    marks,
  };
}
