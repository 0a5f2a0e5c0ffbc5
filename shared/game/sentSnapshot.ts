import type { SentSnapshot, ViewerColumns } from '../contract/sentSnapshot.ts';
import type { Snapshot, Viewer } from '../contract/snapshot.ts';

/** Packs a snapshot for a screen: viewers become columns, and a column of equal values becomes one value. */
export function packSnapshot(snapshot: Snapshot): SentSnapshot {
  const { viewers } = snapshot;
  const column = <K extends keyof Viewer>(key: K): Viewer[K][] => {
    const values = viewers.map((viewer) => viewer[key]);
    return values.every((value) => value === values[0]) ? values.slice(0, 1) : values;
  };
  return {
    ...snapshot,
    viewers: {
      id: viewers.map(({ id }) => id),
      name: column('name'),
      username: column('username'),
      firstAt: column('firstAt'),
      lastAt: column('lastAt'),
      count: column('count'),
      diamonds: column('diamonds'),
      votesTenths: column('votesTenths'),
      manual: column('manual'),
      pinned: column('pinned'),
      automatic: column('automatic'),
      round: column('round'),
      roundCount: column('roundCount'),
      roundVotesTenths: column('roundVotesTenths'),
    },
  };
}

/** Reverses `packSnapshot`. */
export function unpackSnapshot(sent: SentSnapshot): Snapshot {
  const { viewers } = sent;
  return { ...sent, viewers: viewers.id.map((id, index) => viewerAt(viewers, id, index)) };
}

function viewerAt(columns: ViewerColumns, id: string, index: number): Viewer {
  return {
    id,
    name: at(columns.name, index),
    username: at(columns.username, index),
    firstAt: at(columns.firstAt, index),
    lastAt: at(columns.lastAt, index),
    count: at(columns.count, index),
    diamonds: at(columns.diamonds, index),
    votesTenths: at(columns.votesTenths, index),
    manual: at(columns.manual, index),
    pinned: at(columns.pinned, index),
    automatic: at(columns.automatic, index),
    round: at(columns.round, index),
    roundCount: at(columns.roundCount, index),
    roundVotesTenths: at(columns.roundVotesTenths, index),
  };
}

function at<T>(column: readonly T[], index: number): T {
  const value = column.length === 1 ? column[0] : column[index];
  if (value === undefined) throw new RangeError(`a column of ${column.length} has no value ${index}`);
  return value;
}
