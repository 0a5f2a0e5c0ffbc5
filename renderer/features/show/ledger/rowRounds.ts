import type { LedgerRow } from '#shared/contract/ledger.ts';
import { countedRound } from '#shared/game/rows.ts';
import type { GameState } from '#shared/game/state.ts';

/** So many of the newest rounds are offered. */
const OFFERED = 3;

/** The rounds that rows can be moved into, newest first: the newest ones and those that they belong to by the rules. */
export function roundsFor(state: GameState, rows: readonly LedgerRow[]): number[] {
  const own = new Set(rows.map((row) => (row.autoPlace ?? row).round));
  const counted = commonRound(rows);
  return state.rounds
    .filter(({ phase }) => phase !== 'prepared')
    .reverse()
    .filter(({ id }, place) => place < OFFERED || own.has(id))
    .map(({ id }) => id)
    .filter((id) => id !== counted);
}

/** The round that all of the rows count in; 0 for none. */
export function commonRound([first, ...others]: readonly LedgerRow[]): number {
  const round = first === undefined ? 0 : countedRound(first);
  return others.every((row) => countedRound(row) === round) ? round : 0;
}
