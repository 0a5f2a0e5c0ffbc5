import { mkdirSync } from 'node:fs';
import { z } from 'zod';
import type { Show as ShowLine, StoredInput } from '#shared/contract/backstage.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import type { CommandInput, Input } from '#shared/contract/input.ts';
import { check } from '#shared/game/check.ts';
import type { GameState } from '#shared/game/fold.ts';
import { gameDue } from '#shared/game/round/time.ts';
import type { Clock } from '../clock.ts';
import { catchUp } from '../journal/catchUp.ts';
import { refusalOf, type StorageFailure } from '../journal/failures.ts';
import type { ShowLog, ShowLogs } from '../journal/inputLog.ts';
import type { Journal } from '../journal/journal.ts';
import { openJournal } from '../journal/openJournal.ts';
import type { RowChanges } from '../journal/rowChanges.ts';
import { readState, SnapshotKeeper } from '../journal/snapshots.ts';
import { LedgerQueries } from '../ledgerQueries.ts';
import { hasRecording, RecordingWriter } from '../recording/write.ts';
import { BatchTimer } from './batchTimer.ts';
import { DueTimer } from './due.ts';
import { FactsFile, type ShowFacts, showListEntry, summarise } from './facts.ts';
import { type Arrival, Intake } from './intake.ts';
import { Uncounted } from './uncounted.ts';

interface ShowEvents {
  /** Called when inputs are on disk. Their numbers follow those of the previous call without a gap. */
  committed(inputs: StoredInput[], rows: RowChanges): void;
  /** Called with the reason when the disk refuses writes, and with null when it accepts them again. */
  blocked(problem: Problem | null): void;
  /** Called when a defect prevents counting an input, which is then stored in `Uncounted`. */
  uncounted(problem: Problem): void;
  /** Called when the journal is damaged. The show has to be closed and opened again. */
  corrupt(): void;
  /** Called when another server has the show. Nothing is stored any more. */
  fenced?(): void;
  /** Called when the ledger has all inputs, if it lacked some when the show was opened. */
  whole?(): void;
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
  /** Resolves when the ledger has all inputs, or when the show is closed. */
  readonly whole: Promise<void> = Promise.resolve();
  readonly #ending = new AbortController();
  readonly #uncounted: Uncounted;
  readonly #clock: Clock;
  readonly #events: ShowEvents;
  readonly #intake: Intake;
  readonly #recording: RecordingWriter;
  readonly #due: DueTimer;
  readonly #batchTimer: BatchTimer;
  readonly #facts: FactsFile;
  readonly #log: ShowLog | null;
  /** Why the disk refused the last batch. */
  #refusal: Problem;
  #closed = false;
  /** The batch in flight. Resolves to false if the disk refused it. */
  #writing: Promise<boolean> | null = null;
  #notifiedUncounted = 0;

  /** Opens the show in a folder, or begins a new show there if `facts` are given. */
  constructor(
    id: string,
    folder: string,
    clock: Clock,
    events: ShowEvents,
    facts?: ShowFacts,
    logs: ShowLogs | null = null,
    largestQueue?: number,
  ) {
    mkdirSync(folder, { recursive: true });
    this.#facts = new FactsFile(folder, clock.now(), facts, (message, error) => events.log(message, error));
    this.#log = logs?.open(id, this.#facts.facts) ?? null;
    const head = this.#log?.takeHead() ?? null;
    const { journal, state, behind, damaged } = openJournal(folder, clock.now(), this.#log, head);
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
      largestQueue,
    );
    this.#recording = new RecordingWriter(folder, (error) =>
      events.log('the recording cannot be written', error),
    );
    this.snapshots = new SnapshotKeeper(
      journal,
      state.seq,
      (message, error) => events.log(message, error),
      this.#log,
    );
    if (behind !== null && this.#log !== null) this.whole = this.#catchUp(this.#log, behind);
    this.#batchTimer = new BatchTimer(clock, () => this.#writeInTime());
    this.#due = new DueTimer(
      clock,
      () => this.state,
      (input) => this.add([{ input }], () => {}),
    );
    this.#due.reschedule();
  }

  async #catchUp(log: ShowLog, state: GameState): Promise<void> {
    await catchUp({
      journal: this.journal,
      log,
      state,
      signal: this.#ending.signal,
      failed: (error) => this.#events.log('the ledger of the show cannot be completed yet', error),
    });
    if (!this.#closed) this.#events.whole?.();
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
    this.#log?.putFacts(facts);
  }

  /** Queues arrivals of a line and calls `done` once they are on disk. Returns false if the queue is full. */
  add(arrivals: Arrival[], done: () => void): boolean {
    const isQueued = this.#intake.add(arrivals, done);
    if (isQueued && !this.#intake.empty) this.#batchTimer.schedule();
    return isQueued;
  }

  /**
   * Stores inputs after everything that is queued, as one batch. Resolves to the number of the last input.
   *
   * @throws RingsideError `storage.full`, `storage.unwritable`, or `internal` for a defect. After an error the inputs
   * are not stored, and no retry stores them. If it is unknown whether they are stored, the promise waits for a retry.
   */
  async commit(inputs: readonly Input[]): Promise<number> {
    return await this.#store(() => inputs);
  }

  /**
   * Stores an operator's command. A function is called when everything before it is stored and nothing is in flight, so
   * it may read the ledger; its commands become one batch. Resolves to the number of the last command.
   *
   * @throws RingsideError what the function throws, the problem that `check` finds, `storage.full`,
   * `storage.unwritable`.
   */
  async command(command: CommandInput | (() => readonly CommandInput[])): Promise<number> {
    if (typeof command === 'function' && !this.journal.isWhole) await this.whole;
    return await this.#store(() => {
      const commands = typeof command === 'function' ? command() : [command];
      for (const each of commands) {
        const problem = check(this.state, each);
        if (problem !== null) throw new RingsideError(problem.code, problem.params);
      }
      return commands;
    });
  }

  async #store(compose: () => readonly Input[]): Promise<number> {
    const refusal = () => RingsideError.of(this.#refusal);
    if (this.#closed || this.#batchTimer.blocked) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    // The promise may be rejected before the flush below ends.
    promise.catch(() => {});
    const refuse = (error: unknown) => {
      if (error instanceof RingsideError) reject(error);
      else {
        this.#events.log('a command could not be stored', error);
        reject(new RingsideError('internal'));
      }
    };
    if (!this.#intake.addComposed(compose, () => resolve(this.committedSeq), refuse)) throw refusal();
    await this.flush();
    return await promise;
  }

  /**
   * Calls `read` when everything that is queued is stored and no batch is in flight, so that the ledger and the state
   * have the same inputs. While the disk refuses a batch, `read` sees what is stored: use `committedState`.
   *
   * @throws RingsideError `session.noShow` if the show was closed meanwhile.
   */
  async read<T>(read: () => T): Promise<T> {
    if (!this.journal.isWhole) await this.whole;
    return await this.readState(read);
  }

  /** As `read`, for what needs no row: the ledger may lack some. */
  async readState<T>(read: () => T): Promise<T> {
    await this.flush();
    await this.settled();
    if (this.#closed) throw new RingsideError('session.noShow');
    return read();
  }

  /**
   * Writes everything that is queued now. Resolves to false if it cannot be written now; what arrives later is written
   * in time.
   */
  async flush(): Promise<boolean> {
    const last = this.#intake.lastNumber;
    if (this.#writing !== null) await this.#writing;
    do {
      if (!(await this.#write())) return false;
    } while (!this.#intake.isSettled(last));
    return true;
  }

  /** Resolves when no batch is in flight. */
  async settled(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  #writeInTime(): void {
    this.#batchTimer.cancel();
    void this.flush();
  }

  /** Writes one batch. Returns the batch in flight if there is one. */
  #write(): Promise<boolean> {
    this.#writing ??= this.#writeBatch().finally(() => {
      this.#writing = null;
      // A composed delivery and those after it have no timer.
      if (!this.#closed && !this.#intake.empty) this.#batchTimer.schedule();
    });
    return this.#writing;
  }

  async #writeBatch(): Promise<boolean> {
    if (this.#closed) return false;
    this.#batchTimer.cancel();
    const result =
      this.#batchTimer.blocked && this.#intake.empty ? this.#probeDisk() : await this.#intake.flush();
    // The show may have been abandoned during the flush.
    if (this.#closed) return false;
    if (result === 'corrupt') {
      this.#closed = true;
      this.#ending.abort();
      this.#events.corrupt();
      return false;
    }
    if (result === 'fenced') {
      this.#closed = true;
      this.#ending.abort();
      this.#events.fenced?.();
      return false;
    }
    if (typeof result === 'string') {
      if (this.#batchTimer.refused()) {
        this.#refusal = refusalOf(result, this.folder, this.#log !== null);
        this.#events.blocked(this.#refusal);
      }
      this.#intake.dropRefusable(RingsideError.of(this.#refusal));
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
    return this.committedSeq >= this.state.seq ? this.state : readState(this.journal, this.committedSeq);
  }

  /** Writes everything and closes the files. */
  async close(): Promise<void> {
    if (this.#closed) return;
    await this.flush();
    await this.settled();
    if (this.#closed) return;
    this.#stop();
    this.#intake.refuseAll(RingsideError.of(this.#refusal));
    this.#facts.writePending();
    await this.#recording.close();
    try {
      if (this.#intake.empty) {
        this.journal.putMeta(this.#meta());
        this.snapshots.finish(this.state);
      }
      await this.journal.finish();
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
    this.#intake.refuseAll(RingsideError.of(this.#refusal));
    return this.#intake.unwritten();
  }

  /**
   * Settles a round of an ended show at once instead of after its delay: its timer stops with the show. Resolves when
   * everything is stored.
   */
  async settleEnded(): Promise<void> {
    await this.flush();
    const due = gameDue(this.state);
    if (this.#closed || this.state.status !== 'ended' || !Number.isFinite(due)) return;
    this.add([{ input: { kind: 'clock', at: due } }], () => {});
    await this.flush();
  }

  #stop(): void {
    this.#closed = true;
    this.#ending.abort();
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
