import type { OverlayAlert, OverlayMoment, OverlayRound, OverlayState } from '../contract/overlay/state.ts';
import type { Cue } from '../contract/sound.ts';

/** What cues depend on, of the shown round. */
export interface CueRound extends Pick<OverlayRound, 'id' | 'kind' | 'phase' | 'countdown'> {
  outcome?: OverlayRound['outcome'] | undefined;
  hasWinners: boolean;
  /** The anchor or side with the most votes; null without votes, for equal votes and in rounds of one anchor. */
  leader: string | null;
}

/** The last seconds (ms). A round that is not longer has no sound for them, because it begins with them. */
const CLOSING_MS = 10_000;
/** A gift that first arrives this long (ms) after its last piece has no sound. */
const STALE_MS = 20_000;
/** Gifts up to this long (ms) after the start of watching are taken for earlier ones: the clock is only estimated. */
const OPENING_MS = 2000;
/** Number of combos that are remembered, many times those that are sent. */
const MAX_KNOWN = 2000;

/** Finds the cues in successive states of a show. The first state has none, also after a change of show. */
export class CueWatch {
  #show: number | string | null = null;
  #round: CueRound | null = null;
  #leader: string | null = null;
  /** Whether more than ten seconds of this round were left, so that the last ten have a sound. */
  #isArmed = false;
  #hasEnded = false;
  #known: Set<string> | null = null;

  /** Takes over a state. `show` tells shows apart. */
  update(show: number | string | null, round: CueRound | null, now: number): Cue[] {
    const before = this.#round;
    const isFirst = show !== this.#show;
    const isNew = isFirst || round === null || before?.id !== round.id;
    // A lower id is the previous round, shown again after the next one was given up.
    const isBack = before !== null && round !== null && round.id < before.id;
    this.#show = show;
    this.#round = round;
    if (isNew) {
      this.#leader = null;
      this.#isArmed = false;
      this.#hasEnded = isFirst || isBack || round === null ? round !== null && isOver(round) : false;
    }
    if (round === null) return [];
    const found: Cue[] = [];
    const settled = !isFirst && !isBack && round.outcome !== undefined;
    if (settled && (isNew || before?.outcome !== round.outcome)) found.push(...outcomeCues(round));
    if (isOver(round)) {
      // The sound of a winner is enough where the round is settled at once.
      if (!this.#hasEnded && found.length === 0) found.push('roundEnd');
      this.#hasEnded = true;
      return found;
    }
    this.#hasEnded = false;
    if (round.leader !== null) {
      if (this.#leader !== null && this.#leader !== round.leader) found.push('leadChange');
      this.#leader = round.leader;
    }
    return [...found, ...this.tick(now)];
  }

  /** The cues that follow from the time alone. */
  tick(now: number): Cue[] {
    const left = leftOf(this.#round, now);
    if (left === null) return [];
    if (left > CLOSING_MS) this.#isArmed = true;
    else if (this.#isArmed) {
      this.#isArmed = false;
      return left > 0 ? ['lastTen'] : [];
    }
    return [];
  }

  /** The time (ms) until the last ten seconds begin; null if they do not. */
  wait(now: number): number | null {
    const left = leftOf(this.#round, now);
    return left === null || left <= CLOSING_MS ? null : left - CLOSING_MS;
  }

  /** Takes over the shown gifts by ledger row, and returns the cue of a new one of at least `minDiamonds`. */
  gifts(gifts: Readonly<Record<string, GiftFacts>>, minDiamonds: number, now: number): Cue[] {
    const opening = this.#known === null;
    this.#known ??= new Set();
    let isNew = false;
    for (const [row, { at, lastAt, unitDiamonds, count }] of Object.entries(gifts)) {
      // Row ids begin again with each show.
      const key = `${row} ${at}`;
      if (unitDiamonds * count < minDiamonds || this.#known.has(key)) continue;
      this.#known.add(key);
      isNew ||= opening ? lastAt > now + OPENING_MS : lastAt >= now - STALE_MS;
    }
    for (const oldest of this.#known) {
      if (this.#known.size <= MAX_KNOWN) break;
      this.#known.delete(oldest);
    }
    return isNew ? ['gift'] : [];
  }
}

export type GiftFacts = Pick<OverlayAlert, 'at' | 'lastAt' | 'unitDiamonds' | 'count'>;

function isOver({ phase }: CueRound): boolean {
  return phase === 'grace' || phase === 'settled';
}

function outcomeCues({ kind, outcome, hasWinners }: CueRound): Cue[] {
  if (kind === 'resurrection') return outcome === 'restored' ? ['resurrection'] : [];
  return hasWinners ? ['win'] : [];
}

/** The cue of a tested moment. In a show, `CueWatch` finds it in the state of the round. */
export function cueOfMoment(moment: OverlayMoment): Cue | null {
  if (moment.kind === 'resurrection') return moment.restored ? 'resurrection' : null;
  return moment.kind === 'settlement' && moment.anchors.length > 0 ? 'win' : null;
}

/** The time (ms) until the round ends; null while it does not run or has no end. */
function leftOf(round: CueRound | null, now: number): number | null {
  if (round === null || round.phase !== 'running') return null;
  const { length, ran, since } = round.countdown;
  return length === 0 || since === null ? null : length - ran - Math.max(0, now - since);
}

/** Reads the round from the sections of an overlay. */
export function cueRoundOf({ round, battle, scores }: Partial<OverlayState>): CueRound | null {
  const now = round?.now;
  if (now === undefined) return null;
  const { id, kind, phase, countdown, outcome, winners = [] } = now;
  const votes = new Map<string, number>();
  if (kind === 'battle') {
    votes.set('attacker', battle?.now?.attackerTenths ?? 0);
    votes.set('defender', battle?.now?.defenderTenths ?? 0);
  } else if (kind === 'ranking') {
    for (const [anchor, { roundTenths }] of Object.entries(scores ?? {})) votes.set(anchor, roundTenths);
  }
  return { id, kind, phase, countdown, outcome, hasWinners: winners.length > 0, leader: leaderOf(votes) };
}

/** The key with the most votes; null for equal votes and without any. */
export function leaderOf(votes: ReadonlyMap<string, number>): string | null {
  let [leader, most]: [string | null, number] = [null, 0];
  for (const [key, count] of votes) {
    if (count > most) [leader, most] = [key, count];
    else if (count === most) leader = null;
  }
  return leader;
}
