import type { Target } from '../contract/ledger.ts';
import type { Anchor } from '../contract/preset.ts';
import type { FormerAnchor, Tally, Viewer } from '../contract/snapshot.ts';
import { automaticAnchor, isBound, manualAnchor } from './credit.ts';
import { showVotes } from './round/shares.ts';
import type { GameState } from './state.ts';
import { anchorTarget, VOTE } from './table.ts';
import type { TargetTally } from './tally.ts';

/** An anchor's place in the show. `votesTenths` follow `showVotes`; the other sums are the ledger's. */
interface Standing extends TargetTally {
  anchorId: string;
  target: Target;
  /** Null for an anchor with votes that the current preset lacks. */
  anchor: Anchor | null;
  /** Such an anchor as the last preset that had it describes it. */
  former: FormerAnchor | null;
  /** 1 is the most votes; anchors with equal votes share a place. */
  rank: number;
}

/** The binding of a viewer that credits gifts. */
interface BindingInForce {
  anchorId: string;
  how: 'manual' | 'automatic';
  pinned: boolean;
  /** The operator has suspended all bindings: this one has no effect for now. */
  suspended: boolean;
}

/** The sums of the show. */
interface Totals {
  /** `seen` without `uncounted`. */
  counted: Tally;
  /** Counted in the room's totals and for no anchor. */
  unallocated: TargetTally;
  /** Stored and shown, but counted nowhere. */
  uncounted: TargetTally;
  /** Every gift seen, with the votes that it would be worth. */
  seen: Tally;
  /** Viewers who sent at least one gift. */
  givers: number;
}

/** The anchors in the preset's order, then anchors of earlier presets that have votes. */
export function standings(state: GameState): Standing[] {
  const list: Standing[] = [];
  const votes = showVotes(state);
  for (const anchor of state.preset?.anchors ?? []) {
    list.push(standing(state, votes, anchor.id, anchor));
  }
  const gone: Standing[] = [];
  for (const anchorId of votes.keys()) {
    if (!state.table.anchors.has(anchorId)) gone.push(standing(state, votes, anchorId, null));
  }
  gone.sort((a, b) => (a.anchorId < b.anchorId ? -1 : 1));
  list.push(...gone);
  for (const one of list) {
    for (const other of list) if (other.votesTenths > one.votesTenths) one.rank += 1;
  }
  return list;
}

/** The anchors by votes, most first; equal votes in the preset's order. */
export function ranking(state: GameState): Standing[] {
  return standings(state).sort((a, b) => a.rank - b.rank);
}

/**
 * The anchor of a binding without effect: the current preset lacks the anchor, and no other binding is in force. The
 * binding takes effect again when a preset with that anchor is chosen.
 */
export function restingBinding(state: GameState, viewer: Viewer): string | null {
  return effectiveBinding(state, viewer) === null ? (viewer.manual ?? viewer.automatic) : null;
}

/** The binding in force; null for none. */
export function effectiveBinding(state: GameState, viewer: Viewer): BindingInForce | null {
  const manual = manualAnchor(state.table, viewer);
  const anchor = manual ?? automaticAnchor(state.table, viewer);
  if (anchor === undefined) return null;
  return {
    anchorId: anchor.anchorId,
    how: manual === undefined ? 'automatic' : 'manual',
    pinned: manual !== undefined && viewer.pinned,
    suspended: state.suspended,
  };
}

/** The sums of the show. All are copies. */
export function totals(state: GameState): Totals {
  const uncounted = tallyOf(state, 'uncounted');
  const { seen } = state;
  return {
    counted: {
      count: seen.count - uncounted.count,
      diamonds: seen.diamonds - uncounted.diamonds,
      votesTenths: seen.votesTenths - uncounted.votesTenths,
    },
    unallocated: tallyOf(state, 'unallocated'),
    uncounted,
    seen: { ...seen },
    givers: state.viewers.size,
  };
}

/** A copy of the sums under a target; zeros for a target without rows. */
export function tallyOf(state: GameState, target: Target): TargetTally {
  const tally = state.targets.get(target);
  return tally === undefined ? { count: 0, diamonds: 0, votesTenths: 0, rows: 0 } : { ...tally };
}

function standing(
  state: GameState,
  votes: ReadonlyMap<string, number>,
  anchorId: string,
  anchor: Anchor | null,
): Standing {
  const target = anchorTarget(anchorId);
  const former = anchor === null ? (state.formerAnchors.get(anchorId) ?? null) : null;
  const votesTenths = votes.get(anchorId) ?? 0;
  return { ...tallyOf(state, target), votesTenths, anchorId, target, anchor, former, rank: 1 };
}

/*
 * Votes, rows and bindings name their anchor by id and outlive its preset. So the state keeps the nickname, picture and
 * gift of anchors that the current preset lacks.
 */

/** An anchor as the newest preset that had it describes it; null if no preset of the show had it. */
export function anchorOf(state: GameState, anchorId: string): FormerAnchor | null {
  const present = state.preset?.anchors.find(({ id }) => id === anchorId);
  return present ?? state.formerAnchors.get(anchorId) ?? null;
}

/** An anchor's nickname; null if no preset of the show had the anchor. */
export function nicknameOf(state: GameState, anchorId: string): string | null {
  return anchorOf(state, anchorId)?.nickname ?? null;
}

/** Whether any votes of a show have tenths. If so, all votes are shown with one decimal, so that figures align. */
export function hasTenths({ preset, targets }: Pick<GameState, 'preset' | 'targets'>): boolean {
  if (preset !== null && preset.score.multiplierTenths % VOTE !== 0) return true;
  for (const { votesTenths } of targets.values()) if (votesTenths % VOTE !== 0) return true;
  return false;
}

/** The number of viewers with a binding. A suspension does not remove bindings. */
export function boundViewers(state: GameState): number {
  let bound = 0;
  for (const viewer of state.viewers.values()) if (isBound(state.table, viewer)) bound += 1;
  return bound;
}
