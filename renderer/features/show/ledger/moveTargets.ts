import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import type { Anchor } from '#shared/contract/preset.ts';
import { sides } from '#shared/contract/round.ts';
import { countedRound } from '#shared/game/correction.ts';
import type { GameState } from '#shared/game/state.ts';

/** Number of newest rounds that a row's menu offers. */
const OFFERED_ROUNDS = 3;

/**
 * The rounds that rows can be moved into, newest first: the newest rounds and the rounds that the rows belong to by the
 * rules. Excludes the round in which all of the rows count already.
 */
export function roundsFor(state: GameState, rows: readonly LedgerRow[]): number[] {
  const own = new Set(rows.map((row) => (row.autoPlace ?? row).round));
  const counted = commonRound(rows);
  return state.rounds
    .filter(({ phase }) => phase !== 'prepared')
    .reverse()
    .filter(({ id }, index) => index < OFFERED_ROUNDS || own.has(id))
    .map(({ id }) => id)
    .filter((id) => id !== counted);
}

/** The round in which all of the rows count; 0 if there is none. */
export function commonRound([first, ...others]: readonly LedgerRow[]): number {
  const round = first === undefined ? 0 : countedRound(first);
  return others.every((row) => countedRound(row) === round) ? round : 0;
}

const noSides = [] as const;

/** The sides that rows can be assigned to: both if every row counts in a battle, else none. */
export function useRowSides(rows: readonly LedgerRow[]): readonly (typeof sides)[number][] {
  return useShow((state) => (rows.every((row) => countsInBattle(state, row)) ? sides : noSides));
}

/** Whether the show has battles, so that rows may be assigned to a side, now or later. */
export function useShowSides(): boolean {
  return useShow(
    ({ rounds, preset }) => preset?.mode === 'battle' || rounds.some(({ kind }) => kind === 'battle'),
  );
}

function countsInBattle(state: GameState, row: LedgerRow): boolean {
  const round = state.rounds[countedRound(row) - 1];
  return round?.kind === 'battle' && round.phase !== 'prepared';
}

const none: readonly Anchor[] = [];

/** The anchors of the show in the order of the preset. The first nine have a digit key. */
export function useAnchors(): readonly Anchor[] {
  return useShow((state) => state.preset?.anchors ?? none);
}

/** Returns the displayed name of a target. An anchor that the current preset does not have is marked as former. */
export function useTargetName(): (target: Target) => string {
  const { t } = useTranslation();
  const anchors = useAnchors();
  const former = useShow((state) => state.formerAnchors);
  const names = useMemo(() => {
    const all = new Map<string, string>();
    for (const { id, nickname } of former.values()) {
      all.set(id, t('ledger.target.former', { anchor: nickname }));
    }
    for (const { id, nickname } of anchors) all.set(id, nickname);
    return all;
  }, [t, anchors, former]);
  return useCallback(
    (target) => {
      if (
        target === 'unallocated' ||
        target === 'uncounted' ||
        target === 'attacker' ||
        target === 'defender'
      ) {
        return t(`ledger.target.${target}`);
      }
      return names.get(target.slice('anchor:'.length)) ?? t('ledger.target.gone');
    },
    [t, names],
  );
}
