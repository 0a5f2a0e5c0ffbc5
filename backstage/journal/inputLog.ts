import type { StoredInput } from '#shared/contract/backstage.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import type { ShowFacts } from '../show/facts.ts';
import type { RowChanges } from './rowChanges.ts';

/** Inputs to append, with what the fold made of them. */
export interface Batch {
  /** The inputs, with numbers that follow the last input of the log without a gap. */
  inputs: readonly StoredInput[];
  /** The ledger rows that the inputs changed. A log that shares its file with the ledger stores both at once. */
  rows: RowChanges;
  /** Values to keep under names, such as the facts of the show. They belong to the ledger. */
  meta: Record<string, unknown>;
}

/** A snapshot of the state after an input, as bytes that the log does not read. */
export interface StoredSnapshot {
  seq: number;
  version: number;
  body: Uint8Array;
}

/**
 * The numbered inputs of one show: the only source of its state and its ledger. The owner of a show folds a batch,
 * appends it, and informs screens and the platform after the promise is fulfilled.
 */
export interface InputLog {
  /**
   * Appends a batch. When the promise is fulfilled, the batch survives a power cut. Appending the same batch again with
   * the same numbers is allowed and changes nothing.
   *
   * @throws StaleWriterError if another writer owns the log or has used the numbers, and UnknownCommitError if the batch
   * may be stored or not: append it again. After any other error, nothing of the batch is stored.
   */
  append(batch: Batch): Promise<void>;
  /**
   * Reads the inputs after number `after`, at most `limit`.
   *
   * @throws CorruptJournalError if an input is missing or damaged.
   */
  read(after: number, limit: number): Promise<StoredInput[]>;
  /** The number of the last input; 0 without one. */
  last(): Promise<number>;
  /** Stores a snapshot and deletes old ones. It may be lost in a power cut; inputs before it are not. */
  putSnapshot(snapshot: StoredSnapshot): Promise<void>;
  /** The newest snapshot that is intact and has this version; null if all inputs have to be folded. */
  newestSnapshot(version: number): Promise<StoredSnapshot | null>;
  /** The ids of all gift messages. */
  messages(): Promise<Set<string>>;
}

/** What a show needs to count on, while its ledger lacks inputs of the log. */
export interface LogHead {
  /** The state after the last input of the log. */
  snapshot: Snapshot;
  /** The time of that input. */
  at: number;
  messages: Set<string>;
}

/** The log of a show that is stored outside of the backstage's folder. */
export interface ShowLog extends InputLog {
  /**
   * Returns the end of the log when the show is opened, if the ledger lacks many inputs; null if it is whole. A second
   * call returns null.
   */
  takeHead(): LogHead | null;
  /** Stores the facts of the show; tries again later if they cannot be stored now. */
  putFacts(facts: ShowFacts): void;
}

/** Where a backstage stores its shows, if its folder has only copies that can be made again. */
export interface ShowLogs {
  /** Opens the log of a show. A new show is stored with its first input. */
  open(showId: string, facts: ShowFacts): ShowLog;
  /** Deletes a show. The backstage keeps its copy in the trash. */
  remove(showId: string): void;
}
