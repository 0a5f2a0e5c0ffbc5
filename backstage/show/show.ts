import { mkdirSync } from 'node:fs';
import { z } from 'zod';
import type { Show as ShowLine, StoredInput } from '#shared/contract/backstage.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import type { CommandInput, Input } from '#shared/contract/input.ts';
import { check } from '#shared/game/check.ts';
import type { GameState } from '#shared/game/fold.ts';
import { gameDue } from '#shared/game/round/time.ts';
import type { Clock } from '../clock.ts';
import type { StorageFailure } from '../journal/failures.ts';
import type { Journal } from '../journal/journal.ts';
import { openJournal } from '../journal/openJournal.ts';
import { readState } from '../journal/readState.ts';
import { refusalOf } from '../journal/refusal.ts';
import type { RowChanges } from '../journal/rowChanges.ts';
import { SnapshotKeeper } from '../journal/snapshotKeeper.ts';
import { LedgerQueries } from '../ledgerQueries.ts';
import { hasRecording, RecordingWriter } from '../recording/write.ts';
import { BatchTimer } from './batchTimer.ts';
import { DueTimer } from './due.ts';
import { FactsFile, type ShowFacts, showListEntry, summarise } from './facts.ts';
import { type Arrival, Intake } from './intake.ts';
import { Uncounted } from './uncounted.ts';

export interface ShowEvents {
  /** Called when inputs are on disk. Their numbers follow those of the previous call without a gap. */
  committed(inputs: StoredInput[], rows: RowChanges): void;
  /** Called with the reason when the disk refuses writes, and with null when it accepts them again. */
  blocked(problem: Problem | null): void;
  /** Called when a defect prevents counting an input, which is then stored in `Uncounted`. */
  uncounted(problem: Problem): void;
  /** Called when the journal is damaged. The show has to be closed and opened again. */
  corrupt(): void;
  log(message: string, error?: unknown): void;
}

/** The open show: its journal, the state of its game, its recording and its timers. */
export class Show {
  readonly id: string;
  readonly folder: string;
  readonly journal: Journal;
  readonly queries: LedgerQueries;
  readonly snapshots: SnapshotKeeper;
  /** The path to which a damaged journal was moved when this show was opened; null if it was sound. */
  readonly damaged: string | null;
  /** When a running backstage last had the show open (ms since 1970); 0 for a new show. */
  readonly aliveAt: number;
  readonly #uncounted: Uncounted;
  readonly #clock: Clock;
  readonly #events: ShowEvents;
  readonly #intake: Intake;
  readonly #recording: RecordingWriter;
  readonly #due: DueTimer;
  readonly #batchTimer: BatchTimer;
  readonly #facts: FactsFile;
  /** Why the disk refused the last batch. */
  #refusal: Problem;
  #closed = false;
  #notifiedUncounted = 0;

  /** Opens the show in a folder, or begins a new show there if `facts` are given. */
  constructor(id: string, folder: string, clock: Clock, events: ShowEvents, facts?: ShowFacts) {
    mkdirSync(folder, { recursive: true });
    this.#facts = new FactsFile(folder, clock.now(), facts, (message, error) => events.log(message, error));
    const { journal, state, damaged } = openJournal(folder, clock.now());
    this.id = id;
    this.folder = folder;
    this.#refusal = { code: 'storage.full', params: { place: folder } };
    this.journal = journal;
    this.queries = new LedgerQueries(journal);
    this.damaged = damaged;
    this.#clock = clock;
    this.#events = events;
    this.aliveAt = z.number().catch(0).parse(this.journal.meta('aliveAt'));
    this.#uncounted = new Uncounted(folder);
    this.#intake = new Intake(
      journal,
      state,
      this.#uncounted,
      () => this.#meta(),
      (message, error) => events.log(message, error),
    );
    this.#recording = new RecordingWriter(folder, (error) =>
      events.log('the recording cannot be written', error),
    );
    this.snapshots = new SnapshotKeeper(journal, state.seq, (message, error) => events.log(message, error));
    this.#batchTimer = new BatchTimer(clock, () => this.flush());
    this.#due = new DueTimer(
      clock,
      () => this.state,
      (input) => this.add([{ input }], () => {}),
    );
    this.#due.reschedule();
  }

  /** The state of the game. Batches change it in place; a refused command replaces the object. */
  get state(): GameState {
    return this.#intake.state;
  }

  get facts(): ShowFacts {
    return this.#facts.facts;
  }

  /** The path of the file of the facts, if it could not be read and the facts are defaults; otherwise null. */
  get unknownFacts(): string | null {
    return this.#facts.unknown;
  }

  get line(): ShowLine {
    return showListEntry(this.id, this.facts, summarise(this.state), hasRecording(this.folder));
  }

  /** Changes the facts. They apply at once; if the disk refuses them, they are written later. */
  setFacts(facts: ShowFacts): void {
    this.#facts.set(facts);
  }

  /** Queues arrivals of a line and calls `done` once they are on disk. Returns false if the queue is full. */
  add(arrivals: Arrival[], done: () => void): boolean {
    const isQueued = this.#intake.add(arrivals, done);
    if (isQueued) this.#batchTimer.schedule();
    return isQueued;
  }

  /**
   * Writes the queue and then these inputs, at once. Returns the number of the last input.
   *
   * @throws RingsideError `storage.full`, `storage.unwritable`, or `internal` for a defect. After an error the inputs
   * are not stored, and no retry stores them.
   */
  commit(inputs: readonly Input[]): number {
    this.flushOrThrow();
    if (inputs.length === 0) return this.committedSeq;
    let isStored = false;
    let problem: Problem | null = null;
    this.#intake.add(
      inputs.map((input) => ({ input })),
      () => {
        isStored = true;
      },
      () => {
        problem = { code: 'internal' };
      },
    );
    this.flush();
    if (!isStored) {
      if (!this.#closed) this.#intake.dropRefusable();
      throw RingsideError.of(problem ?? this.#refusal);
    }
    return this.committedSeq;
  }

  /**
   * Stores an operator's command.
   *
   * @throws RingsideError the problem that `check` finds, `storage.full`, `storage.unwritable`.
   */
  command(command: CommandInput): number {
    this.flushOrThrow();
    const problem = check(this.state, command);
    if (problem !== null) throw new RingsideError(problem.code, problem.params);
    return this.commit([command]);
  }

  /** Writes the queue. @throws RingsideError `storage.full`, `storage.unwritable` if it cannot be written. */
  flushOrThrow(): void {
    if (this.#batchTimer.blocked || !this.flush()) throw RingsideError.of(this.#refusal);
  }

  /** Writes the queue. Returns false if it cannot be written now. */
  flush(): boolean {
    do {
      if (!this.#flushOnce()) return false;
    } while (!this.#intake.empty);
    return true;
  }

  #flushOnce(): boolean {
    if (this.#closed) return false;
    this.#batchTimer.cancel();
    const result = this.#batchTimer.blocked && this.#intake.empty ? this.#probeDisk() : this.#intake.flush();
    if (result === 'corrupt') {
      this.#closed = true;
      this.#events.corrupt();
      return false;
    }
    if (typeof result === 'string') {
      if (this.#batchTimer.refused()) {
        this.#refusal = refusalOf(result, this.folder);
        this.#events.blocked(this.#refusal);
      }
      return false;
    }
    if (this.#batchTimer.succeeded(result?.inputs.length ?? 0)) {
      this.#facts.writePending();
      this.#events.blocked(null);
    }
    if (result === null) return true;
    this.#recording.append(result.recorded);
    for (const done of result.done) done();
    if (result.inputs.length > 0) this.#events.committed(result.inputs, result.rows);
    this.notifyUncounted();
    this.#due.reschedule();
    this.snapshots.follow(this.state);
    return true;
  }

  /** Reports uncounted inputs if there are more than at the last report. */
  notifyUncounted(): void {
    const { count, problem } = this.#uncounted;
    if (problem === null || count === this.#notifiedUncounted) return;
    this.#notifiedUncounted = count;
    this.#events.uncounted(problem);
  }

  /** Stores the current time in the journal. After a crash it is the start of the gap. */
  noteAlive(): void {
    if (this.#batchTimer.blocked || this.#closed) return;
    this.#facts.writePending();
    const failure = this.#probeDisk();
    if (failure !== null) this.#events.log(`the current time could not be stored: ${failure}`);
  }

  /** The size of the queue that is not on disk yet. */
  get waiting(): { inputs: number; bytes: number } {
    return this.#intake.waiting;
  }

  /** Whether the disk refused the last batch. */
  get blocked(): boolean {
    return this.#batchTimer.blocked;
  }

  /** The number of the last input that is on disk. */
  get committedSeq(): number {
    return this.#intake.committedSeq;
  }

  /** Returns the state as it is on disk. `state` is ahead of it while a batch cannot be written. */
  committedState(): GameState {
    return this.committedSeq >= this.state.seq ? this.state : readState(this.journal);
  }

  /** Writes everything and closes the files. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.flush();
    if (this.#closed) return;
    this.#stop();
    this.#facts.writePending();
    await this.#recording.close();
    try {
      if (this.#intake.empty) {
        this.journal.putMeta(this.#meta());
        this.snapshots.finish(this.state);
      }
      this.journal.close();
    } catch (error) {
      this.#events.log('the journal could not be closed', error);
    }
  }

  /** Closes the files without writing. Returns the arrivals that are not on disk. */
  abandon(): Arrival[] {
    this.#stop();
    this.#recording.abandon();
    try {
      this.journal.close();
    } catch (error) {
      this.#events.log('the damaged journal could not be closed', error);
    }
    return this.#intake.unwritten();
  }

  /** Settles a round of an ended show at once instead of after its delay: its timer stops with the show. */
  settleEnded(): void {
    const due = gameDue(this.state);
    if (this.#closed || this.state.status !== 'ended' || !Number.isFinite(due)) return;
    this.add([{ input: { kind: 'clock', at: due } }], () => {});
    this.flush();
  }

  #stop(): void {
    this.#closed = true;
    this.#batchTimer.cancel();
    this.#due.stop();
    this.snapshots.stop();
  }

  #probeDisk(): StorageFailure | null {
    return this.journal.tryMeta({ aliveAt: this.#clock.now() });
  }

  #meta(): Record<string, unknown> {
    return { aliveAt: this.#clock.now(), summary: summarise(this.state) };
  }
}
