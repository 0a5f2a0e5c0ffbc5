import { mkdirSync } from 'node:fs';
import { z } from 'zod';
import type { Show as ShowLine, StoredInput } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { CommandInput, Input } from '#shared/contract/input.ts';
import { check } from '#shared/game/check.ts';
import type { GameState } from '#shared/game/fold.ts';
import { serialise } from '#shared/game/serialise.ts';
import type { Clock } from '../clock.ts';
import { failureOf } from '../journal/failures.ts';
import type { Journal } from '../journal/journal.ts';
import { openJournal } from '../journal/openJournal.ts';
import { readState } from '../journal/readState.ts';
import { writeSnapshot, writeSnapshotAside } from '../journal/snapshots.ts';
import { LedgerQueries } from '../ledgerQueries.ts';
import { hasRecording, RecordingWriter } from '../recording/write.ts';
import { DueTimer } from './due.ts';
import { lineOfShow, readFacts, type ShowFacts, summarise, writeFacts } from './facts.ts';
import { type Arrival, Intake } from './intake.ts';

/** Batches are at least this far apart (ms), so that a busy show shares its writes. */
const BATCH_EVERY = 8;
/** Inputs between two snapshots: folding so many again at a start takes well under a second. */
const SNAPSHOT_EVERY = 50_000;
const FIRST_RETRY = 250;
const LONGEST_RETRY = 5000;

export interface ShowEvents {
  /** These are on disk now; their numbers go on from the last ones without a gap. */
  committed(inputs: StoredInput[]): void;
  /** The disk takes nothing (true), or takes everything again (false). */
  blocked(is: boolean): void;
  /** The file is damaged: this show has to be closed and opened again. */
  corrupt(): void;
  log(message: string, error?: unknown): void;
}

/** The show that is open: its journal, its state, and the clock that belongs to it. */
export class Show {
  readonly id: string;
  readonly folder: string;
  readonly journal: Journal;
  readonly queries: LedgerQueries;
  /** Where a damaged journal was put when this one was opened. */
  readonly damaged: string | null;
  /** When the show was last known to be held by a running backstage, 0 when it is new. */
  readonly aliveAt: number;
  readonly #clock: Clock;
  readonly #events: ShowEvents;
  readonly #intake: Intake;
  readonly #recording: RecordingWriter;
  readonly #due: DueTimer;
  #facts: ShowFacts;
  #cancelBatch: (() => void) | null = null;
  #lastBatchAt = 0;
  #retryAfter = FIRST_RETRY;
  #blocked = false;
  #snapshotSeq: number;
  #closed = false;
  #committing = false;

  /** Opens the show in a folder, or begins one there when `facts` are given. */
  constructor(id: string, folder: string, clock: Clock, events: ShowEvents, facts?: ShowFacts) {
    mkdirSync(folder, { recursive: true });
    if (facts !== undefined) writeFacts(folder, facts);
    this.#facts = facts ?? readFacts(folder, clock.now());
    const { journal, state, damaged } = openJournal(folder, clock.now());
    this.id = id;
    this.folder = folder;
    this.journal = journal;
    this.queries = new LedgerQueries(journal);
    this.damaged = damaged;
    this.#clock = clock;
    this.#events = events;
    this.aliveAt = z.number().catch(0).parse(this.journal.meta('aliveAt'));
    this.#intake = new Intake(journal, state, () => this.#meta());
    this.#recording = new RecordingWriter(folder, (error) =>
      events.log('the recording cannot be written', error),
    );
    this.#snapshotSeq = this.state.seq;
    this.#due = new DueTimer(
      clock,
      () => this.state,
      (input) => this.add([{ input }], () => {}),
    );
    this.#due.watch();
  }

  /** Changes in place with every batch; after a refused command it is another object. */
  get state(): GameState {
    return this.#intake.state;
  }

  get facts(): ShowFacts {
    return this.#facts;
  }

  get line(): ShowLine {
    return lineOfShow(this.id, this.#facts, summarise(this.state), hasRecording(this.folder));
  }

  setFacts(facts: ShowFacts): void {
    writeFacts(this.folder, facts);
    this.#facts = facts;
  }

  /** Takes in what a line brought; `done` is called once it is on disk. False when no more can be held. */
  add(arrivals: Arrival[], done: () => void): boolean {
    const taken = this.#intake.add(arrivals, done);
    if (taken) this.#planBatch();
    return taken;
  }

  /**
   * Stores inputs and everything before them at once, and returns the number of the last one.
   *
   * @throws RingsideError `storage.full`; they are not stored then, and will not be later.
   */
  commit(inputs: readonly Input[]): number {
    this.flushOrThrow();
    if (inputs.length > 0) {
      this.#intake.add(
        inputs.map((input) => ({ input })),
        () => {},
      );
      this.#committing = true;
      const written = this.flush();
      this.#committing = false;
      if (!written) {
        if (!this.#closed) this.#intake.dropStuck();
        throw this.#full();
      }
    }
    return this.state.seq;
  }

  /**
   * Stores an operator's command.
   *
   * @throws RingsideError what the state has against it, or `storage.full`.
   */
  command(command: CommandInput): number {
    this.flushOrThrow();
    const problem = check(this.state, command);
    if (problem !== null) throw new RingsideError(problem.code, problem.params);
    return this.commit([command]);
  }

  /** @throws RingsideError `storage.full` when what waits cannot be written. */
  flushOrThrow(): void {
    if (this.#blocked || !this.flush()) throw this.#full();
  }

  /** Writes what waits. False when it cannot be written now. */
  flush(): boolean {
    if (this.#closed) return false;
    this.#cancelBatch?.();
    this.#cancelBatch = null;
    const result = this.#blocked && this.#intake.empty ? this.#probe() : this.#intake.flush();
    if (result === 'corrupt') {
      this.#closed = true;
      this.#events.corrupt();
      return false;
    }
    if (result === 'full') {
      this.#block();
      return false;
    }
    this.#unblock();
    if (result === null) return true;
    this.#lastBatchAt = this.#clock.now();
    this.#recording.append(result.recorded);
    for (const done of result.done) done();
    if (result.inputs.length > 0) this.#events.committed(result.inputs);
    this.#due.watch();
    if (this.state.seq - this.#snapshotSeq >= SNAPSHOT_EVERY) this.#takeSnapshot();
    return this.#intake.empty || this.flush();
  }

  /** Notes that the show is being held, for the length of a gap after a crash. */
  noteAlive(): void {
    if (this.#blocked || this.#closed) return;
    try {
      this.journal.putMeta({ aliveAt: this.#clock.now() });
    } catch (error) {
      this.#events.log('the time could not be noted', error);
    }
  }

  /** The number of the last input that is on disk. */
  get committedSeq(): number {
    return this.#intake.committedSeq;
  }

  /** The state as it is on disk. While a batch cannot be written, `state` is ahead of it. */
  committedState(): GameState {
    return this.committedSeq === this.state.seq ? this.state : readState(this.journal);
  }

  /** When the last input came, 0 for none. */
  lastInputAt(): number {
    return this.journal.lastAt();
  }

  /** Writes everything and closes the files. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.flush();
    if (this.#closed) return;
    this.#stop();
    await this.#recording.close();
    try {
      if (this.#intake.empty) {
        this.journal.putMeta(this.#meta());
        if (this.state.seq > 0) writeSnapshot(this.journal, serialise(this.state));
      }
      this.journal.close();
    } catch (error) {
      this.#events.log('the journal could not be closed well', error);
    }
  }

  /** Lets go of a damaged journal and gives back what it has not taken. */
  abandon(): Arrival[] {
    this.#stop();
    this.#recording.abandon();
    try {
      this.journal.close();
    } catch (error) {
      this.#events.log('the damaged journal could not be closed', error);
    }
    // A command that could not be stored is refused, so it must not come after all.
    return this.#intake.unwritten(!this.#committing);
  }

  #stop(): void {
    this.#closed = true;
    this.#cancelBatch?.();
    this.#due.stop();
  }

  #full(): RingsideError {
    return new RingsideError('storage.full', { place: this.folder });
  }

  /** Tries whether the disk takes anything again when nothing waits to be written. */
  #probe(): null | 'full' | 'corrupt' {
    try {
      this.journal.putMeta({ aliveAt: this.#clock.now() });
      return null;
    } catch (error) {
      return failureOf(error) === 'corrupt' ? 'corrupt' : 'full';
    }
  }

  #meta(): Record<string, unknown> {
    return { aliveAt: this.#clock.now(), summary: summarise(this.state) };
  }

  #planBatch(): void {
    if (this.#blocked || this.#cancelBatch !== null) return;
    const wait = Math.max(0, this.#lastBatchAt + BATCH_EVERY - this.#clock.now());
    this.#cancelBatch = this.#clock.after(Math.min(wait, BATCH_EVERY), () => this.flush());
  }

  #block(): void {
    const wait = this.#retryAfter;
    this.#retryAfter = Math.min(LONGEST_RETRY, this.#retryAfter * 2);
    this.#cancelBatch = this.#clock.after(wait, () => this.flush());
    if (this.#blocked) return;
    this.#blocked = true;
    this.#events.blocked(true);
  }

  #unblock(): void {
    this.#retryAfter = FIRST_RETRY;
    if (!this.#blocked) return;
    this.#blocked = false;
    this.#events.blocked(false);
  }

  #takeSnapshot(): void {
    this.#snapshotSeq = this.state.seq;
    writeSnapshotAside(this.journal, serialise(this.state), () => !this.#closed).catch((error: unknown) =>
      this.#events.log('a snapshot could not be written', error),
    );
  }
}
