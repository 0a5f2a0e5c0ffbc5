import type { Reason, Target } from '../contract/ledger.ts';
import type { GameplayEntry, Preset, ScoreSettings } from '../contract/preset.ts';

/** Whom a gift counts for and why. Credits are shared constants, so that crediting a gift allocates nothing. */
export interface Credit {
  readonly target: Target;
  readonly reason: Reason;
}

/** The possible credits of one anchor. */
export interface AnchorCredits {
  readonly anchorId: string;
  readonly recipient: Credit;
  readonly exclusive: Credit;
  readonly manual: Credit;
  readonly automatic: Credit;
}

/** The fold's look-ups of a preset. They are derived from the preset, so they are rebuilt with it and never stored. */
export interface PresetTable {
  readonly anchors: ReadonlyMap<string, AnchorCredits>;
  /** By gift id. */
  readonly exclusive: ReadonlyMap<number, AnchorCredits>;
  /** Gameplay entries by the id of the gift that triggers them. */
  readonly gameplay: ReadonlyMap<number, GameplayEntry>;
  /** By the platform's id of an anchor's account. */
  readonly userIds: ReadonlyMap<string, AnchorCredits>;
  /** By an anchor's @name in lower case. */
  readonly usernames: ReadonlyMap<string, AnchorCredits>;
  readonly by: ScoreSettings['by'];
  /** By gift id; read when `by` is 'points'. */
  readonly points: ReadonlyMap<number, number>;
  readonly multiplierTenths: number;
  /** Diamonds of one piece, both ends included; no upper limit is Infinity. */
  readonly minDiamonds: number;
  readonly maxDiamonds: number;
  readonly singleGiftBinding: boolean;
}

export function anchorTarget(anchorId: string): Target {
  return `anchor:${anchorId}`;
}

/** The anchor that a target names, null for the other targets. */
export function anchorIdOf(target: Target): string | null {
  return target.startsWith('anchor:') ? target.slice('anchor:'.length) : null;
}

/** Whether a target is a side of a battle. */
export function isSide(target: Target): target is 'attacker' | 'defender' {
  return target === 'attacker' || target === 'defender';
}

/** Builds the look-ups. If two anchors of a hand-edited preset share a gift or an account, the first one gets it. */
export function buildTable(preset: Preset | null): PresetTable {
  const anchors = new Map<string, AnchorCredits>();
  const exclusive = new Map<number, AnchorCredits>();
  const userIds = new Map<string, AnchorCredits>();
  const usernames = new Map<string, AnchorCredits>();
  for (const anchor of preset?.anchors ?? []) {
    const credits = creditsOf(anchor.id);
    putFirst(anchors, anchor.id, credits);
    for (const id of anchor.gift?.ids ?? []) putFirst(exclusive, id, credits);
    if (anchor.userId !== '') putFirst(userIds, anchor.userId, credits);
    if (anchor.username !== '') putFirst(usernames, anchor.username.toLowerCase(), credits);
  }
  const gameplay = new Map<number, GameplayEntry>();
  for (const entry of preset?.gameplay ?? []) {
    for (const id of entry.gift?.ids ?? []) putFirst(gameplay, id, entry);
  }
  const points = new Map<number, number>();
  for (const [id, value] of Object.entries(preset?.score.points ?? {})) points.set(Number(id), value);
  return {
    anchors,
    exclusive,
    gameplay,
    userIds,
    usernames,
    by: preset?.score.by ?? 'diamonds',
    points,
    multiplierTenths: preset?.score.multiplierTenths ?? 10,
    minDiamonds: preset?.giftPrice.min ?? 0,
    maxDiamonds: preset?.giftPrice.max ?? Number.POSITIVE_INFINITY,
    singleGiftBinding: preset?.singleGiftBinding ?? false,
  };
}

function creditsOf(anchorId: string): AnchorCredits {
  const target = anchorTarget(anchorId);
  return {
    anchorId,
    recipient: { target, reason: 'recipient' },
    exclusive: { target, reason: 'exclusive' },
    manual: { target, reason: 'manual' },
    automatic: { target, reason: 'automatic' },
  };
}

function putFirst<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (!map.has(key)) map.set(key, value);
}

/** One vote in tenths. */
export const VOTE = 10;

/**
 * The votes of gifts by the score settings, exact, in tenths of a vote. They follow the diamonds, the number of pieces
 * or the points of the kind (0 for a kind that is not listed), times the multiplier.
 */
export function votesTenthsOf(
  table: PresetTable,
  giftId: number,
  pieces: number,
  unitDiamonds: number,
): number {
  let unit = unitDiamonds;
  if (table.by === 'count') unit = 1;
  else if (table.by === 'points') unit = table.points.get(giftId) ?? 0;
  return pieces * unit * table.multiplierTenths;
}
