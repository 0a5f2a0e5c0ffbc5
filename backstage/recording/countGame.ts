import type { StoredInput } from '#shared/contract/backstage.ts';
import type { ErrorCode } from '#shared/contract/error.ts';
import type { GiftInput, Input } from '#shared/contract/input.ts';
import type { LedgerRow, Reason, Target } from '#shared/contract/ledger.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { check } from '#shared/game/check.ts';
import { movedRow } from '#shared/game/correction.ts';
import { createState, type FoldSink, fold, type GameState } from '#shared/game/fold.ts';
import { type RoundReport, roundReports } from '#shared/game/report.ts';
import { effectiveBinding, nicknameOf, totals } from '#shared/game/selectors.ts';
import { anchorIdOf } from '#shared/game/table.ts';
import { withClockInputs } from '../show/due.ts';

export interface Sums {
  gifts: number;
  diamonds: number;
  votesTenths: number;
}

export interface TargetCount extends Sums {
  target: Target;
  /** The anchor's nickname; empty for other targets and for anchors that no preset of the show contains. */
  name: string;
  reasons: Partial<Record<Reason, Sums>>;
}

export interface GameCount {
  preset: string;
  /** Anchors in the order of the preset, then the pools of the sides. */
  votes: TargetCount[];
  unallocated: TargetCount;
  notCounted: TargetCount;
  all: Sums;
  givers: number;
  bindings: {
    viewerId: string;
    name: string;
    anchorId: string;
    how: 'manual' | 'automatic';
    pinned: boolean;
  }[];
  rounds: RoundReport[];
  gaps: number;
  corrections: number;
  /** Commands of the journal that the rules of the preset reject. */
  refused: { seq: number; command: string; code: ErrorCode }[];
}

/** Counts a show with a preset. The source is a journal, or the gifts of a recording as if the show always counted. */
export class GameCounter {
  readonly #state: GameState = createState();
  readonly #preset: Preset | null;
  readonly #rows = new Map<number, LedgerRow>();
  readonly #taken = new Set<string>();
  readonly #refused: GameCount['refused'] = [];
  readonly #sink: FoldSink;

  /** Without a preset, a journal is counted with the presets that were chosen in it. */
  constructor(preset: Preset | null) {
    this.#preset = preset;
    this.#sink = {
      opened: (row) => this.#rows.set(row.rowId, { ...row }),
      grew: ({ rowId, count, diamonds, votesTenths }) => {
        const row = this.#rows.get(rowId);
        if (row === undefined) return;
        row.count += count;
        row.diamonds += diamonds;
        row.votesTenths += votesTenths;
      },
      moved: (move) => {
        const row = this.#rows.get(move.rowId);
        if (row !== undefined) this.#rows.set(move.rowId, movedRow(row, move));
      },
    };
  }

  get state(): GameState {
    return this.#state;
  }

  /**
   * Folds an input of a journal with its own number, because corrections refer to numbers. With another preset other
   * clock inputs are due; the fold applies each at its own time.
   */
  takeStored({ seq, input }: StoredInput): void {
    const other = this.#preset;
    const told: Input =
      other !== null && input.kind === 'command' && input.command === 'choosePreset'
        ? { ...input, preset: other }
        : input;
    if (told.kind === 'command') {
      const problem = check(this.#state, told);
      if (problem !== null) this.#refused.push({ seq, command: told.command, code: problem.code });
    }
    fold(this.#state, seq, told, this.#sink);
  }

  /** Folds a gift of a recording. Ignores duplicates. */
  takeGift(gift: GiftInput): void {
    if (this.#state.seq === 0) this.#start(gift.at);
    if (this.#taken.has(gift.msgId)) return;
    this.#taken.add(gift.msgId);
    this.#fold(gift);
  }

  get count(): GameCount {
    const state = this.#state;
    const { seen } = totals(state);
    const anchors = state.preset?.anchors ?? [];
    const listed = new Set<Target>(['unallocated', 'uncounted', 'attacker', 'defender']);
    const targets: Target[] = anchors.map(({ id }) => `anchor:${id}` as const);
    for (const target of targets) listed.add(target);
    for (const target of state.targets.keys()) if (!listed.has(target)) targets.push(target);
    for (const pool of ['attacker', 'defender'] as const) if (state.targets.has(pool)) targets.push(pool);
    const counts = this.#byTarget();
    const of = (target: Target): TargetCount => {
      const anchorId = anchorIdOf(target);
      return {
        name: (anchorId === null ? null : nicknameOf(state, anchorId)) ?? '',
        ...(counts.get(target) ?? emptyCount(target)),
      };
    };
    return {
      preset: state.preset?.name ?? '',
      votes: targets.map(of),
      unallocated: of('unallocated'),
      notCounted: of('uncounted'),
      all: { gifts: seen.count, diamonds: seen.diamonds, votesTenths: seen.votesTenths },
      givers: state.viewers.size,
      bindings: bindingsOf(state),
      rounds: roundReports(state),
      gaps: state.gapCount,
      corrections: state.corrections,
      refused: this.#refused,
    };
  }

  #byTarget(): Map<Target, Omit<TargetCount, 'name'>> {
    const counts = new Map<Target, Omit<TargetCount, 'name'>>();
    for (const row of this.#rows.values()) {
      let count = counts.get(row.target);
      if (count === undefined) {
        count = emptyCount(row.target);
        counts.set(row.target, count);
      }
      const reason = count.reasons[row.reason] ?? { gifts: 0, diamonds: 0, votesTenths: 0 };
      count.reasons[row.reason] = reason;
      for (const sums of [count, reason]) {
        sums.gifts += row.count;
        sums.diamonds += row.diamonds;
        sums.votesTenths += row.votesTenths;
      }
    }
    return counts;
  }

  #start(at: number): void {
    const by = 'recount';
    this.#fold({ kind: 'room', at, username: '', roomId: '', ownerId: '', title: '' });
    if (this.#preset !== null) {
      this.#fold({ kind: 'command', command: 'choosePreset', at, by, preset: this.#preset });
    }
    this.#fold({ kind: 'command', command: 'session', at, by, action: 'start' });
  }

  #fold(input: Input): void {
    const state = this.#state;
    withClockInputs(state, input, (each) => fold(state, state.seq + 1, each, this.#sink));
  }
}

function emptyCount(target: Target): Omit<TargetCount, 'name'> {
  return { target, gifts: 0, diamonds: 0, votesTenths: 0, reasons: {} };
}

function bindingsOf(state: GameState): GameCount['bindings'] {
  const bindings: GameCount['bindings'] = [];
  for (const viewer of state.viewers.values()) {
    const binding = effectiveBinding(state, viewer);
    if (binding === null) continue;
    const { anchorId, how, pinned } = binding;
    bindings.push({ viewerId: viewer.id, name: viewer.name, anchorId, how, pinned });
  }
  return bindings;
}
