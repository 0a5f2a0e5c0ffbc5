import { z } from 'zod';
import type { CallArgs } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import { type Target, targetSchema } from '#shared/contract/ledger.ts';
import { type GiftChoice, giftChoiceSchema } from '#shared/contract/preset.ts';
import type { GameState } from '#shared/game/state.ts';
import { giftById } from '#shared/gifts/catalogue.ts';

/** The values of the form that adds a gift by hand. */
export interface GiftDraft {
  viewer: string;
  gift: GiftChoice | null;
  /** Price of one piece. */
  diamonds: number;
  count: number;
  to: Target;
  /** 0 means no round. */
  round: number;
}

/** Limits of the number of pieces and of the price of one piece (diamonds). */
export const limits = {
  count: { min: 1, max: 100_000 },
  diamonds: { min: 0, max: 1_000_000 },
} as const;

export type DraftProblems = Partial<Record<'viewer' | 'gift' | 'to' | 'count' | 'diamonds', Problem>>;

/** Initial values. The round is the newest one with a gap, because a missed gift most likely belongs to it. */
export function startDraft(state: GameState): GiftDraft {
  const touched = state.rounds.findLast(({ phase, gapCount }) => phase !== 'prepared' && gapCount > 0);
  return { viewer: '', gift: null, diamonds: 1, count: 1, to: 'unallocated', round: touched?.id ?? 0 };
}

/** Price of one piece as received in this show, or else from the catalogue; null for an unknown gift. */
export function priceOf(state: GameState, gift: GiftChoice | null): number | null {
  const [id] = gift?.ids ?? [];
  if (id === undefined) return null;
  return state.gifts.get(id)?.unitDiamonds ?? giftById(id)?.diamonds ?? null;
}

const draftSchema = z.object({
  viewer: z.string().catch(''),
  gift: giftChoiceSchema.nullable().catch(null),
  // The value of an empty number field is ''.
  diamonds: z.number().catch(Number.NaN),
  count: z.number().catch(Number.NaN),
  to: targetSchema.catch('unallocated'),
  round: z.coerce.number().catch(0),
});

/** Parses the values of the form. A value that cannot be parsed counts as empty. */
export function readDraft(values: unknown): GiftDraft {
  return draftSchema.parse(values);
}

/** The problems of the form's values by field; empty if the gift can be added. */
export function draftProblems(draft: GiftDraft): DraftProblems {
  const problems: DraftProblems = {};
  if (draft.viewer.trim() === '') problems.viewer = { code: 'viewer.nameRequired' };
  if (draft.gift === null) problems.gift = { code: 'gift.required' };
  if (draft.round === 0 && (draft.to === 'attacker' || draft.to === 'defender'))
    problems.to = { code: 'round.noSides' };
  for (const field of ['count', 'diamonds'] as const) {
    const { min, max } = limits[field];
    if (!Number.isInteger(draft[field])) problems[field] = { code: 'number.whole' };
    else if (draft[field] < min) problems[field] = { code: 'number.least', params: { limit: min } };
    else if (draft[field] > max) problems[field] = { code: 'number.most', params: { limit: max } };
  }
  return problems;
}

/** Arguments of the call that adds the gift; null if a value is missing. `nameOf` returns a gift's displayed name. */
export function addArgs(
  state: GameState,
  draft: GiftDraft,
  nameOf: (giftId: number) => string,
): CallArgs<'gift.add'> | null {
  const [giftId] = draft.gift?.ids ?? [];
  const typed = draft.viewer.trim();
  if (giftId === undefined || typed === '') return null;
  const { diamonds, count, to, round } = draft;
  const known = findViewer(state, typed);
  const who = known === null ? { viewerName: typed.replace(/^@/, '') || typed } : known;
  return { ...who, giftId, giftName: nameOf(giftId), diamonds, count, to, round };
}

/** Finds a viewer of this show by @username or by name. Null if there is no match or more than one. */
function findViewer(state: GameState, typed: string): { viewerId: string; viewerName: string } | null {
  const username = typed.startsWith('@') ? typed.slice(1).toLowerCase() : null;
  const found: { viewerId: string; viewerName: string }[] = [];
  for (const { id, name, username: own } of state.viewers.values()) {
    if (username === null ? name !== typed : own.toLowerCase() !== username) continue;
    found.push({ viewerId: id, viewerName: name || typed });
  }
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : null;
}

const MAX_SUGGESTIONS = 20;

/** Viewers whose name or username contains the typed text, for the suggestions below the field. */
export function suggestions(state: GameState, typed: string): { username: string; name: string }[] {
  const part = typed.trim().replace(/^@/, '').toLowerCase();
  const found: { username: string; name: string }[] = [];
  if (part === '') return found;
  for (const { name, username } of state.viewers.values()) {
    if (username === '') continue;
    if (!name.toLowerCase().includes(part) && !username.toLowerCase().includes(part)) continue;
    found.push({ username, name });
    if (found.length === MAX_SUGGESTIONS) break;
  }
  return found;
}
