import type { Target } from '../contract/ledger.ts';
import type { Anchor } from '../contract/preset.ts';
import type { FormerAnchor, Tally, Viewer } from '../contract/snapshot.ts';
import { showVotes } from './anchorVotes.ts';
import { automaticAnchor, manualAnchor } from './binding.ts';
import type { GameState } from './state.ts';
import { anchorTarget } from './table.ts';
import type { TargetTally } from './tally.ts';

/** `votesTenths` are the votes that are shown for the anchor (see `showVotes`); the other sums are the ledger's. */
export interface Standing extends TargetTally {
  anchorId: string;
  target: Target;
  /** Null for an anchor with votes whom the present preset does not have. */
  anchor: Anchor | null;
  /** Such an anchor as the preset that had it last describes it. */
  former: FormerAnchor | null;
  /** 1 is the most votes; anchors with equal votes share a place. */
  rank: number;
}

export interface BindingInForce {
  anchorId: string;
  how: 'manual' | 'automatic';
  pinned: boolean;
  /** Bindings are suspended: it stands, and does not count for now. */
  suspended: boolean;
}

export interface Totals {
  /** What counts: everything seen without what is uncounted. */
  counted: Tally;
  /** Counted for the room and for nobody. */
  unallocated: TargetTally;
  /** Recorded and shown, counted nowhere. */
  uncounted: TargetTally;
  /** Every gift seen, with what it would be worth. */
  seen: Tally;
  /** Viewers who gave anything. */
  givers: number;
}

/** The anchors in the order of the preset, then those whom it has no more but who have votes. */
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

/** The same by votes, most first; equal votes in the order of the preset. */
export function ranking(state: GameState): Standing[] {
  return standings(state).sort((a, b) => a.rank - b.rank);
}

/**
 * The anchor of a binding that rests: the present preset does not have it, and no other binding is in force. It
 * holds again as soon as a preset with that anchor is chosen.
 */
export function restingBinding(state: GameState, viewer: Viewer): string | null {
  return effectiveBinding(state, viewer) === null ? (viewer.manual ?? viewer.automatic) : null;
}

/** Whom the viewer is bound to now, null when to nobody. */
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

/** The sums under a target, as a copy; zeros when nothing stands under it. */
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
