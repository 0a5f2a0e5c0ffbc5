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
import { DueTimer } from './due.ts';
import { lineOfShow, type ShowFacts, summarise } from './facts.ts';
import { FactsFile } from './factsFile.ts';
import { type Arrival, Intake } from './intake.ts';
import { Pace } from './pace.ts';
import { Uncounted } from './uncounted.ts';

export interface ShowEvents {
  /** These are on disk now; their numbers go on from the last ones without a gap. */
  committed(inputs: StoredInput[], rows: RowChanges): void;
  /** Why the disk takes nothing; null once it takes everything again. */
  blocked(problem: Problem | null): void;
  /** A defect kept something from being counted; it is kept beside the journal. */
  uncounted(problem: Problem): void;
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
  readonly snapshots: SnapshotKeeper;
  /** Where a damaged journal was put when this one was opened. */
  readonly damaged: string | null;
  /** When the show was last known to be held by a running backstage, 0 when it is new. */
  readonly aliveAt: number;
  readonly #uncounted: Uncounted;
  readonly #clock: Clock;
  readonly #events: ShowEvents;
  readonly #intake: Intake;
  readonly #recording: RecordingWriter;
  readonly #due: DueTimer;
  readonly #pace: Pace;
  readonly #facts: FactsFile;
  /** Why the last batch was refused. */
  #refusal: Problem;
  #closed = false;
  #toldUncounted = 0;

  /** Opens the show in a folder, or begins one there when `facts` are given. */
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
    this.#pace = new Pace(clock, () => this.flush());
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
    return this.#facts.facts;
  }

  get line(): ShowLine {
    return lineOfShow(this.id, this.facts, summarise(this.state), hasRecording(this.folder));
  }

  /** They hold at once; a disk that does not take them now gets them later. */
  setFacts(facts: ShowFacts): void {
    this.#facts.set(facts);
  }

  /** Takes in what a line brought; `done` is called once it is on disk. False when no more can be held. */
  add(arrivals: Arrival[], done: () => void): boolean {
    const taken = this.#intake.add(arrivals, done);
    if (taken) this.#pace.soon();
    return taken;
  }

  /**
   * Stores inputs and everything before them at once, and returns the number of the last one.
   *
   * @throws RingsideError `storage.full`, `storage.unwritable`, `internal` when a defect stands against it; they are
   * not stored then, and will not be later.
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
   * @throws RingsideError what the state has against it, or `storage.full`, `storage.unwritable`.
   */
  command(command: CommandInput): number {
    this.flushOrThrow();
    const problem = check(this.state, command);
    if (problem !== null) throw new RingsideError(problem.code, problem.params);
    return this.commit([command]);
  }

  /** @throws RingsideError `storage.full`, `storage.unwritable` when what waits cannot be written. */
  flushOrThrow(): void {
    if (this.#pace.blocked || !this.flush()) throw RingsideError.of(this.#refusal);
  }

  /** Writes what waits. False when it cannot be written now. */
  flush(): boolean {
    do {
      if (!this.#flushOnce()) return false;
    } while (!this.#intake.empty);
    return true;
  }

  #flushOnce(): boolean {
    if (this.#closed) return false;
    this.#pace.begin();
    const result = this.#pace.blocked && this.#intake.empty ? this.#tryDisk() : this.#intake.flush();
    if (result === 'corrupt') {
      this.#closed = true;
      this.#events.corrupt();
      return false;
    }
    if (typeof result === 'string') {
      if (this.#pace.refused()) {
        this.#refusal = refusalOf(result, this.folder);
        this.#events.blocked(this.#refusal);
      }
      return false;
    }
    if (this.#pace.succeeded(result?.inputs.length ?? 0)) {
      this.#facts.keep();
      this.#events.blocked(null);
    }
    if (result === null) return true;
    this.#recording.append(result.recorded);
    for (const done of result.done) done();
    if (result.inputs.length > 0) this.#events.committed(result.inputs, result.rows);
    this.tellUncounted();
    this.#due.watch();
    this.snapshots.follow(this.state);
    return true;
  }

  /** Says what could not be counted, when that has grown. */
  tellUncounted(): void {
    const { count, problem } = this.#uncounted;
    if (problem === null || count === this.#toldUncounted) return;
    this.#toldUncounted = count;
    this.#events.uncounted(problem);
  }

  /** Notes that the show is being held, for the length of a gap after a crash. */
  noteAlive(): void {
    if (this.#pace.blocked || this.#closed) return;
    this.#facts.keep();
    const failure = this.#tryDisk();
    if (failure !== null) this.#events.log(`the time could not be noted: ${failure}`);
  }

  /** What is not on disk yet. */
  get waiting(): { inputs: number; bytes: number } {
    return this.#intake.waiting;
  }

  /** The disk has refused the last batch. */
  get blocked(): boolean {
    return this.#pace.blocked;
  }

  /** The number of the last input that is on disk. */
  get committedSeq(): number {
    return this.#intake.committedSeq;
  }

  /** The state as it is on disk. While a batch cannot be written, `state` is ahead of it. */
  committedState(): GameState {
    return this.committedSeq >= this.state.seq ? this.state : readState(this.journal);
  }

  /** Writes everything and closes the files. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.flush();
    this.settleEnded();
    if (this.#closed) return;
    this.#stop();
    this.#facts.keep();
    await this.#recording.close();
    try {
      if (this.#intake.empty) {
        this.journal.putMeta(this.#meta());
        this.snapshots.finish(this.state);
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
    return this.#intake.unwritten();
  }

  /** Nobody will watch the clock of a show that has ended: a round that waits for its delay is settled now. */
  settleEnded(): void {
    const due = gameDue(this.state);
    if (this.#closed || this.state.status !== 'ended' || !Number.isFinite(due)) return;
    this.add([{ input: { kind: 'clock', at: due } }], () => {});
    this.flush();
  }

  #stop(): void {
    this.#closed = true;
    this.#pace.begin();
    this.#due.stop();
    this.snapshots.stop();
  }

  #tryDisk(): StorageFailure | null {
    return this.journal.tryMeta({ aliveAt: this.#clock.now() });
  }

  #meta(): Record<string, unknown> {
    return { aliveAt: this.#clock.now(), summary: summarise(this.state) };
  }
}
