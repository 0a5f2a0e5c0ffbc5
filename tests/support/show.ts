import type { Problem } from '#shared/contract/error.ts';
import {
  type CommandInput,
  type GapInput,
  type GiftInput,
  type Input,
  type RoomInput,
  type RoundAction,
  RULES_EDITION,
} from '#shared/contract/input.ts';
import type { Target } from '#shared/contract/ledger.ts';
import { type Anchor, PRESET_VERSION, type Preset, presetSchema } from '#shared/contract/preset.ts';
import { check } from '#shared/game/check.ts';
import { isPlacedIn, movingRow, placeIn } from '#shared/game/correction.ts';
import { fold } from '#shared/game/fold.ts';
import type { Round } from '#shared/game/round/round.ts';
import { gameDue } from '#shared/game/round/time.ts';
import { tallyOf } from '#shared/game/selectors.ts';
import { createState } from '#shared/game/state.ts';
import { LedgerBook } from './ledgerBook.ts';

/** Ids of the gifts in these shows. */
export const ROSE = 5655;
export const CAT_PAWS = 5745;
export const CAT_PAWS_ABROAD = 6912;
export const CROWN = 7001;
export const LION = 6369;

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
type Untold = 'kind' | 'at' | 'by' | 'edition';
/** A command without the fields that the backstage adds. A round has the newest edition by default. */
export type Told = Without<CommandInput, Untold> & { edition?: number };

export function anchor(id: string, more: Partial<Anchor> = {}): Anchor {
  return { id, nickname: id, username: '', userId: '', avatar: '', gift: null, duration: 0, ...more };
}

/** Mika's gift is the Cat Paws with both of its ids, Rei's the Crown; Yuki has a platform account and no gift. */
export function preset(more: Partial<Preset> = {}): Preset {
  const plain = presetSchema.parse({
    version: PRESET_VERSION,
    id: 'preset',
    name: 'Friday',
    anchors: [
      anchor('mika', { gift: { ids: [CAT_PAWS, CAT_PAWS_ABROAD] } }),
      anchor('rei', { gift: { ids: [CROWN] } }),
      anchor('yuki', { username: 'Yuki.Live', userId: '7003' }),
    ],
  });
  return { ...plain, ...more };
}

export const room: RoomInput = {
  kind: 'room',
  at: 1000,
  username: 'grouplive',
  roomId: '7300',
  ownerId: '7000',
  title: 'Group live',
};

type Correction = Extract<Told, { command: 'correct' }>;

/** A show that folds inputs one by one, as the journal does, and stores its ledger rows. */
export class Show {
  readonly state = createState();
  readonly book = new LedgerBook();
  readonly inputs: { seq: number; input: Input }[] = [];
  now = 1_000_000;
  #standing: { seq: number; rows: Correction['rows'] }[] = [];
  #messages = 0;

  /** A counting show. */
  static started(chosen: Preset = preset()): Show {
    const show = Show.ready(chosen);
    show.tell({ command: 'session', action: 'start' });
    return show;
  }

  /** A show with a running battle of Mika (attacker) against Rei; both have exclusive gifts. */
  static inBattle(more: Partial<Preset> = {}): Show {
    const show = Show.started(preset({ mode: 'battle', ...more }));
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.tell({ command: 'round', action: 'start' });
    return show;
  }

  static ready(chosen: Preset = preset()): Show {
    const show = new Show();
    show.put(room);
    show.tell({ command: 'choosePreset', preset: chosen });
    return show;
  }

  put(input: Input): number {
    const seq = this.state.seq + 1;
    this.inputs.push({ seq, input });
    fold(this.state, seq, input, this.book);
    return seq;
  }

  /** Advances the time and adds the clock inputs that are due by then. */
  pass(ms: number): void {
    const until = this.now + ms;
    for (let due = gameDue(this.state); due <= until; due = gameDue(this.state)) {
      this.put({ kind: 'clock', at: Math.max(0, due) });
    }
    this.now = until;
  }

  /** Adds a command, allowed or not, and returns why it is not allowed. */
  tell(told: Told): Problem | null {
    this.pass(0);
    const input = whole(told, this.now);
    const problem = check(this.state, input);
    this.put(input);
    return problem;
  }

  /** Adds a gift of one piece, a Rose by default; returns its seq. */
  gift(userId: string, more: Partial<GiftInput> = {}): number {
    this.#messages += 1;
    return this.put({
      kind: 'gift',
      at: this.now,
      sentAt: this.now,
      msgId: `m${this.#messages}`,
      user: { id: userId, name: userId.toUpperCase(), username: `@${userId}` },
      giftId: ROSE,
      giftName: 'Rose',
      diamonds: 1,
      streak: false,
      group: '',
      repeat: 1,
      end: false,
      tickets: 0,
      ...more,
    });
  }

  /** Adds a message of a streak with `repeat` pieces so far. */
  combo(userId: string, repeat: number, more: Partial<GiftInput> = {}): number {
    return this.gift(userId, { streak: true, group: 'g1', repeat, ...more });
  }

  gap(more: Partial<GapInput> = {}): number {
    return this.put({
      kind: 'gap',
      at: this.now,
      cause: 'disconnect',
      from: this.now - 5000,
      until: this.now,
      detail: '',
      ...more,
    });
  }

  /** Moves rows to a target. */
  reassign(rowIds: number[], to: Target): Problem | null {
    const rows = rowIds.map((rowId) => movingRow(this.book.row(rowId), to, 'corrected'));
    const problem = this.tell({ command: 'correct', rows });
    if (problem === null) this.#standing.push({ seq: this.state.seq, rows });
    return problem;
  }

  /** Moves rows to a round, or out of all rounds with 0. */
  place(rowIds: number[], round: number): Problem | null {
    const rows = rowIds
      .map((rowId) => this.book.row(rowId))
      .filter((row) => !isPlacedIn(row, round))
      .map((row) => movingRow(row, row.target, row.reason, placeIn(row, round)));
    const problem = this.tell({ command: 'correct', rows });
    if (problem === null) this.#standing.push({ seq: this.state.seq, rows });
    return problem;
  }

  /** Undoes the newest correction, including later growth of its rows. Returns false if there is none. */
  undo(): boolean {
    const last = this.#standing.pop();
    if (last === undefined) return false;
    const rows = last.rows.map((was) => {
      const row = this.book.row(was.rowId);
      const earlier = this.#standing.flatMap(({ rows }) => rows.filter(({ rowId }) => rowId === was.rowId));
      const credit = earlier.findLast(({ from, to, place }) => place === undefined || from !== to);
      const place = earlier.findLast(({ place }) => place !== undefined)?.place?.to ?? row.autoPlace ?? row;
      return credit === undefined
        ? movingRow(row, row.autoTarget, row.autoReason, place)
        : movingRow(row, credit.to, 'corrected', place);
    });
    const problem = this.tell({ command: 'correct', undoes: last.seq, rows });
    if (problem !== null) throw new Error(`undo refused: ${problem.code}`);
    return true;
  }

  /** Accepts late rows into their round, or undoes that. */
  late(rowIds: number[], accept: boolean): Problem | null {
    const rows = rowIds.map((rowId) => {
      const { streakKey, viewerId, giftId, count, diamonds, votesTenths, target, reason } =
        this.book.row(rowId);
      return { rowId, streakKey, viewerId, giftId, count, diamonds, votesTenths, target, reason };
    });
    const round = this.book.row(rowIds[0] ?? 0).round;
    const problem = this.tell({ command: 'late', round, accept, rows });
    if (problem !== null) return problem;
    const to = { round, late: accept ? ('accepted' as const) : ('listed' as const) };
    this.#standing = this.#standing.map(({ seq, rows }) => ({
      seq,
      rows: rows.map((row) =>
        row.place?.to.round === round && rowIds.includes(row.rowId)
          ? { ...row, place: { ...row.place, to } }
          : row,
      ),
    }));
    return null;
  }

  /** Performs a round action. Returns 'done' or the code of the refusal. */
  act(action: RoundAction): string {
    return this.tell({ command: 'round', action })?.code ?? 'done';
  }

  get round(): Round {
    const round = this.state.rounds.at(-1);
    if (round === undefined) throw new Error('no round');
    return round;
  }

  /** The exact votes of a target, in tenths. */
  tenths(target: Target): number {
    return tallyOf(this.state, target).votesTenths;
  }
}

/** A command as the backstage stores it. */
export function whole(told: Told, at: number): CommandInput {
  const base = { kind: 'command', at, by: 'desk' } as const;
  switch (told.command) {
    case 'prepare':
    case 'resurrect':
      return { edition: RULES_EDITION, ...told, ...base };
    default:
      return { ...told, ...base };
  }
}
