import type { Mode } from '#shared/contract/preset.ts';
import type { Countdown, RoundKind, RoundPhase, Settlement, Side } from '#shared/contract/round.ts';
import type { Status } from '#shared/contract/snapshot.ts';
import type { Round } from '#shared/game/round/round.ts';
import {
  battleBar,
  breakthroughs,
  effectOf,
  isOn,
  isOutdated,
  nextSides,
  nextTurn,
  type SettleAgain,
  settleAgainOf,
  shownRound,
  turningTenths,
} from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';

/** Plain values that the stage shows, so that it renders only when one of them has changed. */
export interface StageView {
  status: Status;
  mode: Mode | null;
  /** Whether the preset has rounds: every mode except sticker dance without scores. */
  rounds: boolean;
  roundId: number;
  number: number;
  kind: RoundKind | null;
  phase: RoundPhase | null;
  /** Whether the next round can be prepared without choosing sides. */
  sidesKnown: boolean;
  /** Nickname of the anchor with the next freestyle turn; '' in other modes. */
  nextTurnName: string;
  outcome: Settlement['outcome'] | null;
  byAdvantage: boolean;
  /** Whether votes have changed since the settlement. */
  outdated: boolean;
  /** Number of the round that can be settled again because of that, with both results; null if there is none. */
  againNumber: number | null;
  againWas: Settlement['outcome'] | null;
  againNow: Settlement['outcome'] | null;
  againChanges: SettleAgain['changes'] | null;
  againNext: SettleAgain['next'];
  attackerTenths: number;
  defenderTenths: number;
  attackerShare: number;
  unallocatedTenths: number;
  /** Votes that can still turn the battle; 0 if none can. */
  turningTenths: number;
  /** Number of gifts in the round. */
  attackerGifts: number;
  defenderGifts: number;
  unallocatedGifts: number;
  effectSide: Side | null;
  effectLevel: number;
  clearance: number;
  through: boolean;
  overTenths: number;
  lateRows: number;
  gaps: number;
}

/** Whether the stage is shown: while the session is on, and after its end if there was a round. */
export function hasStage(state: GameState): boolean {
  const { status, preset, rounds } = state;
  if (status === 'initialization' || status === 'ready' || preset === null) return false;
  return status !== 'ended' || rounds.length > 0;
}

/** Whether the Homepage has the stage: from the time that the session can start, so that the start moves nothing. */
export function hasStagePlace(state: GameState): boolean {
  return (state.status === 'ready' && state.preset !== null) || hasStage(state);
}

/** Computes the values of the stage from the state of the show; of the shown round by default. */
export function stageView(state: GameState, round: Round | null = shownRound(state)): StageView {
  const mode = state.preset?.mode ?? null;
  const bar = round === null ? null : battleBar(round);
  const effect = round === null ? null : effectOf(round);
  const exceeded = round === null ? [] : breakthroughs(round);
  const next = nextSides(state);
  const again = settleAgainOf(state);
  return {
    status: state.status,
    mode,
    rounds: mode !== 'sticker' || state.preset?.sticker.scores === true,
    roundId: round?.id ?? 0,
    number: round?.number ?? 0,
    kind: round?.kind ?? null,
    phase: round?.phase ?? null,
    sidesKnown:
      mode !== 'battle' ||
      (next.attacker.length > 0 && next.defender.length > 0 && !isBackWithoutSide(state)),
    nextTurnName: mode === 'freestyle' ? nameOf(state, nextTurn(state)) : '',
    outcome: round?.settlement?.outcome ?? null,
    byAdvantage: round?.settlement?.byAdvantage ?? false,
    outdated: round !== null && isOutdated(round),
    againNumber: again?.number ?? null,
    againWas: again?.was ?? null,
    againNow: again?.now ?? null,
    againChanges: again?.changes ?? null,
    againNext: again?.next ?? 'none',
    attackerTenths: bar?.attackerTenths ?? 0,
    defenderTenths: bar?.defenderTenths ?? 0,
    attackerShare: bar?.attackerShare ?? 0.5,
    turningTenths: round === null ? 0 : turningTenths(round),
    unallocatedTenths: round?.targets.get('unallocated')?.votesTenths ?? 0,
    attackerGifts: round?.attacker.count ?? 0,
    defenderGifts: round?.defender.count ?? 0,
    unallocatedGifts: round?.targets.get('unallocated')?.count ?? 0,
    effectSide: effect?.side ?? null,
    effectLevel: effect?.level ?? 0,
    clearance: round?.rules.clearance ?? 0,
    through: exceeded.length > 0,
    overTenths: Math.max(0, ...exceeded.map(({ overTenths }) => overTenths)),
    lateRows: round?.late.rows ?? 0,
    gaps: round?.gapCount ?? 0,
  };
}

/** Whether a resurrection has just brought back an anchor that has no side yet: the host decides where it plays. */
function isBackWithoutSide(state: GameState): boolean {
  const last = state.rounds.at(-1);
  const [id] = last?.anchors ?? [];
  if (last?.settlement?.outcome !== 'restored' || id === undefined) return false;
  const { attacker, defender } = nextSides(state);
  return !attacker.includes(id) && !defender.includes(id);
}

/**
 * Whether the last round has left the screens of the host: it is settled, and the host has changed to a preset of
 * another mode.
 */
export function hasLeft(state: GameState): boolean {
  const round = shownRound(state);
  return round?.phase === 'settled' && state.preset !== null && round.rules.mode !== state.preset.mode;
}

/** The round on the screens of the host: the shown one unless it has left. */
export function hostRound(state: GameState): Round | null {
  return hasLeft(state) ? null : shownRound(state);
}

/** The values of the stage for the screens of the host: without a round that has left. */
export function hostView(state: GameState): StageView {
  return stageView(state, hostRound(state));
}

function nameOf(state: GameState, id: string | null): string {
  return state.preset?.anchors.find((anchor) => anchor.id === id)?.nickname ?? '';
}

/** The countdowns of the shown round, copied so that a later fold does not change them. */
export interface StageClock {
  phase: RoundPhase | null;
  countdown: Countdown;
  grace: Countdown;
  /** The session has ended; gifts sent before its end still count when they arrive. */
  lingers: boolean;
  /** Whether the round has started and is not settled. */
  on: boolean;
}

const noCountdown: Countdown = { length: 0, ran: 0, since: null };

/** Copies the countdowns of the shown round. */
export function stageClock(state: GameState): StageClock {
  const round = shownRound(state);
  if (round === null)
    return { phase: null, countdown: noCountdown, grace: noCountdown, lingers: false, on: false };
  return {
    phase: round.phase,
    countdown: { ...round.countdown },
    grace: { ...round.grace },
    lingers: state.status === 'ended' && round.grace.length > round.rules.delay,
    on: isOn(round),
  };
}
