import { useShow } from '#renderer/data/hooks.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { sides } from '#shared/contract/round.ts';
import { countedRound } from '#shared/game/rows.ts';
import type { GameState } from '#shared/game/state.ts';

/** The sides that these rows can be given to: both if every row counts in a battle, else none. */
export function useRowSides(rows: readonly LedgerRow[]): readonly (typeof sides)[number][] {
  return useShow((state) => (rows.every((row) => isOfBattle(state, row)) ? sides : noSides));
}

/** Whether the show has had a battle, so that a row may stand under a side. */
export function useShowSides(): boolean {
  return useShow((state) => state.rounds.some(({ kind }) => kind === 'battle'));
}

const noSides = [] as const;

function isOfBattle(state: GameState, row: LedgerRow): boolean {
  const round = state.rounds[countedRound(row) - 1];
  return round?.kind === 'battle' && round.phase !== 'prepared';
}
