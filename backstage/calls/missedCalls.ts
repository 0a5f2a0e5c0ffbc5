import type { CallHandlers } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { CommandInput } from '#shared/contract/input.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import type { Core } from '../core.ts';
import type { Show } from '../show/show.ts';
import { commandBase } from './showCalls.ts';

type Names = 'late.decide' | 'gift.add';

/** The largest number of rows in a decision. A larger one is split, because the command contains its rows. */
const MOST_ROWS = 5000;

/** Handles requests about late gifts and about gifts that an operator adds. */
export function missedCalls(core: Core): Pick<CallHandlers, Names> {
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
