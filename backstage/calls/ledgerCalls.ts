import type { CallHandlers } from '#shared/contract/backstage.ts';
import { MOST_REASSIGNED, type Undone } from '#shared/contract/calls/ledger.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { CommandInput } from '#shared/contract/input.ts';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import {
  countedRound,
  isLeftOut,
  isPlacedIn,
  movedRow,
  movingRow,
  placeIn,
} from '#shared/game/correction.ts';
import { currentRound, isOn, roundName } from '#shared/game/round/view.ts';
import type { Core } from '../core.ts';
import type { Correction } from '../journal/correctionLog.ts';
import type { Show } from '../show/show.ts';
import { commandBase } from './showCalls.ts';

type Names =
  | 'ledger.page'
  | 'ledger.reassign'
  | 'ledger.reassignViewer'
  | 'ledger.place'
  | 'ledger.undo'
  | 'ledger.habits';

export function ledgerCalls(core: Core): Pick<CallHandlers, Names> {
  const { shows, archive } = core;
  return {
    'ledger.page': async ({ showId, filter, before, limit }) => {
      const show = shows.current;
      if (showId !== undefined && showId !== show?.id) {
        await archive.bring(showId);
        return archive.page(showId, filter, before, limit);
      }
      if (show === null) return { rows: [], next: null, total: 0, seq: 0 };
      return show.read(() => ({
        ...show.queries.page(filter, before, limit, show.state),
        seq: show.committedSeq,
      }));
    },
    'ledger.reassign': async ({ rowIds, to, from }, by) => {
      const show = shows.required;
      const seq = await correct(core, show, by, to, () => {
        const rows = rowsOf(show, rowIds);
        if (from !== undefined) refuseMoved(rows, to, new Map(rowIds.map((id, at) => [id, from[at]])));
        return rows;
      });
      return { seq };
    },
    'ledger.reassignViewer': async ({ viewerId, to }, by) => {
      const show = shows.required;
      let changed = 0;
      const seq = await correct(core, show, by, to, () => {
        if (!show.state.viewers.has(viewerId)) throw new RingsideError('viewer.unknown');
        // Leave rows of other rounds as they are: settled rounds keep their result.
        const round = currentRound(show.state);
        const here = round !== null && isOn(round) ? round.id : 0;
        const rows = show.queries.ofViewer(viewerId, 'unallocated', here);
        changed = to === 'unallocated' ? 0 : rows.length;
        return rows;
      });
      return { seq, rows: changed };
    },
    'ledger.place': async ({ rowIds, round, from }, by) => {
      const show = shows.required;
      const seq = await store(core, show, by, () => {
        const rows = rowsOf(show, rowIds);
        if (from !== undefined) refusePlaced(rows, round, new Map(rowIds.map((id, at) => [id, from[at]])));
        return rows
          .filter((row) => !isPlacedIn(row, round))
          .map((row) => movingRow(row, row.target, row.reason, placeIn(row, round)));
      });
      return { seq };
    },
    'ledger.undo': async ({ seq, rowId, seen }, by) => {
      const show = shows.required;
      const { corrections } = show.journal;
      return undo(core, show, by, () => {
        const newest = () =>
          rowId === undefined ? corrections.newestStanding() : corrections.newestOf(rowId);
        const correction = seq === undefined ? newest() : corrections.find(seq);
        if (correction === null || correction.undoneBy !== null)
          throw new RingsideError('ledger.nothingToUndo');
        if (seq === undefined && seen !== undefined && correction.seq > seen)
          throw new RingsideError('ledger.stale');
        return correction;
      });
    },
    'ledger.habits': async ({ viewerIds }) => {
      const show = shows.required;
      return show.read(() => ({ habits: show.queries.anchorRowsOf(viewerIds) }));
    },
  };
}

/** Reads rows of the ledger. @throws RingsideError `ledger.rowUnknown` if one does not exist. */
function rowsOf(show: Show, rowIds: readonly number[]): LedgerRow[] {
  const wanted = new Set(rowIds);
  const rows = show.queries.byIds([...wanted]);
  if (rows.length < wanted.size) throw new RingsideError('ledger.rowUnknown');
  return rows;
}

/**
 * Rejects a correction if another operator has moved one of its rows to another target than the screen showed. A row
 * that already has the wanted target is no conflict.
 *
 * @throws RingsideError `ledger.stale`.
 */
function refuseMoved(
  rows: readonly LedgerRow[],
  to: Target,
  seen: ReadonlyMap<number, Target | undefined>,
): void {
  const moved = rows.find(({ rowId, target }) => target !== to && target !== (seen.get(rowId) ?? target));
  if (moved === undefined) return;
  throw new RingsideError('ledger.stale', { rowId: moved.rowId, target: moved.target });
}

/** Rejects a change of rounds if another operator has moved one of the rows. @throws RingsideError `ledger.stale`. */
function refusePlaced(
  rows: readonly LedgerRow[],
  to: number,
  seen: ReadonlyMap<number, number | undefined>,
): void {
  const moved = rows.find((row) => {
    const round = countedRound(row);
    return round !== to && round !== (seen.get(row.rowId) ?? round);
  });
  if (moved === undefined) return;
  throw new RingsideError('ledger.stale', { rowId: moved.rowId, round: countedRound(moved) });
}

/** Moves rows to a target. Skips rows that have it already. Returns the number of the last input. */
function correct(
  core: Core,
  show: Show,
  by: string,
  to: Target,
  rows: () => readonly LedgerRow[],
): Promise<number> {
  return store(core, show, by, () =>
    rows()
      .filter((row) => changes(row, to))
      .map((row) => movingRow(row, to, 'corrected')),
  );
}

/** Whether a correction to `to` changes the row. Leaving a waiting row unallocated changes only its reason. */
function changes(row: LedgerRow, to: Target): boolean {
  return row.target !== to || (to === 'unallocated' && row.reason !== 'corrected');
}

/** Stores a correction of the rows that `moving` returns. It may read the ledger: nothing is in flight then. */
async function store(
  core: Core,
  show: Show,
  by: string,
  moving: () => ReturnType<typeof movingRow>[],
): Promise<number> {
  return await show.command(() => {
    const rows = moving();
    const parts: CommandInput[] = [];
    for (let start = 0; start < rows.length; start += MOST_REASSIGNED) {
      const part = rows.slice(start, start + MOST_REASSIGNED);
      parts.push({ ...commandBase(core, by), command: 'correct', rows: part });
    }
    return parts;
  });
}

/** Undoes a correction. Each row gets its target and round by the remaining corrections or by the rules. */
async function undo(
  core: Core,
  show: Show,
  by: string,
  find: () => Correction,
): Promise<{ seq: number; rows: number; told: Undone }> {
  const { corrections } = show.journal;
  let result = { rows: 0, told: tellUndone(show, [], [], false) };
  const seq = await show.command(() => {
    const correction = find();
    const correctedOf = corrections.without(correction);
    const before = show.queries.byIds(corrections.rowIds(correction));
    const rows = before.map((row) => {
      const { target, place } = correctedOf(row.rowId);
      const toPlace = place ?? row.autoPlace ?? row;
      return target === null
        ? movingRow(row, row.autoTarget, row.autoReason, toPlace)
        : movingRow(row, target, 'corrected', toPlace);
    });
    const changed = rows.filter(
      ({ from, to, place, reason }, at) =>
        from !== to || place !== undefined || reason !== before[at]?.reason,
    );
    result = { rows: changed.length, told: tellUndone(show, before, rows, correction.undoes !== null) };
    return [{ ...commandBase(core, by), command: 'correct', undoes: correction.seq, rows }];
  });
  return { seq, ...result };
}

/** `again`: an undo was undone, so the correction holds again. */
function tellUndone(
  { state }: Show,
  before: readonly LedgerRow[],
  rows: readonly ReturnType<typeof movingRow>[],
  again: boolean,
): Undone {
  const targets = new Set(rows.map(({ from, to }) => (again ? to : from)));
  const [target = null] = targets;
  const held = again ? before.map((row, at) => afterMove(row, rows[at])) : before;
  const leftOutOf = held.every(isLeftOut) ? held[0]?.autoPlace?.round : undefined;
  return {
    gifts: before.reduce((sum, { count }) => sum + count, 0),
    viewers: new Set(before.map(({ viewerId }) => viewerId)).size,
    viewer: before[0]?.viewerName ?? '',
    target: targets.size === 1 ? target : null,
    placed: rows.some(({ from, to, place }) => place !== undefined && from === to),
    leftOutOf: leftOutOf === undefined ? null : roundName(state, leftOutOf).number,
  };
}

/** The row after a correction. */
function afterMove(row: LedgerRow, moving: ReturnType<typeof movingRow> | undefined): LedgerRow {
  if (moving === undefined) return row;
  const { rowId, to: target, reason, place } = moving;
  return movedRow(row, { rowId, seq: row.seq, target, reason, ...place?.to });
}

type MissedNames = 'late.decide' | 'gift.add';

/** The largest number of rows in a decision. A larger one is split, because the command contains its rows. */
const MOST_ROWS = 5000;

/** Handles requests about late gifts and about gifts that an operator adds. */
export function missedCalls(core: Core): Pick<CallHandlers, MissedNames> {
  const { shows } = core;
  return {
    'late.decide': async ({ round, rowIds, accept }, by) => {
      const show = shows.required;
      let rows: LedgerRow[] = [];
      const seq = await show.command(() => {
        const standing = show.queries.ofLate(round, accept ? 'listed' : 'accepted');
        const wanted = rowIds === undefined ? null : new Set(rowIds);
        rows = standing.filter(({ rowId }) => wanted === null || wanted.has(rowId));
        if (rows.length === 0 || (wanted !== null && rows.length < wanted.size)) {
          throw new RingsideError('ledger.notLate');
        }
        const parts: CommandInput[] = [];
        for (let start = 0; start < rows.length; start += MOST_ROWS) {
          const part = rows.slice(start, start + MOST_ROWS).map(decided);
          parts.push({ ...commandBase(core, by), command: 'late', round, accept, rows: part });
        }
        return parts;
      });
      return { seq, rowIds: rows.map(({ rowId }) => rowId) };
    },
    'gift.add': async ({ viewerId, viewerName, ...gift }, by) => {
      const show = shows.required;
      const seq = await show.command(() => {
        const user = { name: viewerName, username: '', id: viewerId ?? idByName(show, viewerName) };
        return [{ ...commandBase(core, by), command: 'addGift', user, ...gift }];
      });
      return { seq };
    },
  };
}

function decided({ rowId, viewerId, giftId, streakKey, count, diamonds, votesTenths, ...row }: LedgerRow) {
  const { target, reason } = row;
  return { rowId, viewerId, giftId, streakKey, count, diamonds, votesTenths, target, reason };
}

/** Returns the id of the viewer who was added by this name before; otherwise a new id. */
function idByName({ state }: Show, name: string): string {
  for (const viewer of state.viewers.values()) {
    if (viewer.name === name && viewer.id.startsWith(NAMED)) return viewer.id;
  }
  let number = 1;
  while (state.viewers.has(`${NAMED}${number}`)) number += 1;
  return `${NAMED}${number}`;
}

/** Id prefix of viewers who were added by name. Platform ids have digits only. */
const NAMED = 'named-';
