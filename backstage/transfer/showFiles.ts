import { createHash, type Hash } from 'node:crypto';
import { appendFileSync, createReadStream, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { createState, fold, type GameState } from '#shared/game/fold.ts';
import { serialise } from '#shared/game/serialise.ts';
import { isOver } from '#shared/game/sessionStatus.ts';
import type { Core } from '../core.ts';
import { Journal } from '../journal/journal.ts';
import { journalPath } from '../journal/openJournal.ts';
import { RowChanges } from '../journal/rowChanges.ts';
import { writeSnapshot } from '../journal/snapshots.ts';
import { recordingPath, tailsOf } from '../recording/write.ts';
import { readSource } from '../report/source.ts';
import { type ShowFacts, summarise, writeFacts } from '../show/facts.ts';
import type { DeviceEntry } from './deviceFile.ts';

/** The inputs of one line, and of one transaction. */
const PAGE = 500;
/** The bytes of a recording in one line. */
const PIECE = 512 * 1024;

/** Reads the inputs of a show in pages. Other work goes on between two pages. */
async function* inputsOf(read: (after: number) => Promise<StoredInput[]>): AsyncGenerator<StoredInput[]> {
  for (let after = 0; ; ) {
    const inputs = await read(after);
    const last = inputs.at(-1);
    if (last === undefined) return;
    yield inputs;
    after = last.seq;
    await yieldToOthers();
  }
}

/** The lines of a show in the file. `folder` has its recording. */
export async function* showEntries(
  id: string,
  facts: ShowFacts,
  folder: string,
  pages: AsyncIterable<StoredInput[]>,
): AsyncGenerator<DeviceEntry> {
  // A room of another device is not opened again after a restart.
  yield { kind: 'show', id, facts: { ...facts, closed: true } };
  const hash = createHash('sha256');
  for await (const inputs of pages) {
    addTo(hash, inputs);
    yield { kind: 'inputs', inputs };
  }
  const gz = recordingPath(folder);
  if (existsSync(gz)) {
    for await (const piece of createReadStream(gz, { highWaterMark: PIECE }))
      yield { kind: 'recording', data: Buffer.from(piece).toString('base64') };
  }
  if (existsSync(folder)) {
    for (const tail of tailsOf(folder))
      yield { kind: 'recording', data: gzipSync(readFileSync(tail)).toString('base64') };
  }
  yield { kind: 'showEnd', digest: hash.digest('hex') };
}

function addTo(hash: Hash, inputs: readonly StoredInput[]): void {
  for (const { input } of inputs) hash.update(JSON.stringify(input));
}

/** The digest of the inputs of a show, as in `showEnd`. */
export async function digestOf(pages: AsyncIterable<StoredInput[]>): Promise<string> {
  const hash = createHash('sha256');
  for await (const inputs of pages) addTo(hash, inputs);
  return hash.digest('hex');
}

/** A show of a file. */
export interface ShowInFile {
  id: string;
  digest: string;
  username: string;
  startedAt: number;
}

/**
 * Reads the shows of a file, entry by entry. Folds their inputs, which tells a damaged show. With a folder, it also
 * writes the shows into it: the ledger is made by this device's rules, so no database comes from a file.
 */
export class ShowReader {
  readonly #folder: string | null;
  readonly #wanted: (id: string) => boolean;
  #show: { id: string; facts: ShowFacts; state: GameState; hash: Hash; journal: Journal | null } | null =
    null;
  readonly shows: ShowInFile[] = [];

  constructor(folder: string | null, wanted: (id: string) => boolean = () => true) {
    this.#folder = folder;
    this.#wanted = wanted;
  }

  /** Takes an entry. @throws RingsideError `transfer.damaged`; what the disk throws. */
  take(entry: DeviceEntry): void {
    if (entry.kind === 'show') this.#begin(entry.id, entry.facts);
    else if (entry.kind === 'inputs') this.#add(entry.inputs);
    else if (entry.kind === 'recording') this.#record(Buffer.from(entry.data, 'base64'));
    else if (entry.kind === 'showEnd') this.#end(entry.digest);
    else if (this.#show !== null) throw new RingsideError('transfer.damaged');
  }

  /** Closes what is open. Call it at the end of the file, and after an error. */
  close(): void {
    this.#show?.journal?.close();
    this.#show = null;
  }

  /** Whether the file has ended within a show. */
  get isOpen(): boolean {
    return this.#show !== null;
  }

  #begin(id: string, facts: ShowFacts): void {
    const isTwice = this.shows.some((show) => show.id === id);
    if (this.#show !== null || isTwice) throw new RingsideError('transfer.damaged');
    let journal: Journal | null = null;
    if (this.#folder !== null && this.#wanted(id)) {
      mkdirSync(this.#folderOf(id), { recursive: true, mode: 0o700 });
      journal = new Journal(journalPath(this.#folderOf(id)));
    }
    this.#show = { id, facts, state: createState(), hash: createHash('sha256'), journal };
  }

  #add(inputs: readonly StoredInput[]): void {
    const { state, hash, journal } = this.#current();
    const rows = new RowChanges();
    for (const { seq, input } of inputs) {
      if (seq !== state.seq + 1) throw new RingsideError('transfer.damaged');
      try {
        fold(state, seq, input, rows);
      } catch {
        throw new RingsideError('transfer.damaged');
      }
    }
    addTo(hash, inputs);
    journal?.write({ inputs, rows, meta: {} });
  }

  #record(bytes: Buffer): void {
    const { id, journal } = this.#current();
    if (journal !== null) appendFileSync(recordingPath(this.#folderOf(id)), bytes);
  }

  #end(digest: string): void {
    const { id, facts, state, hash, journal } = this.#current();
    if (hash.digest('hex') !== digest || !isOver(state)) throw new RingsideError('transfer.damaged');
    const summary = summarise(state);
    this.shows.push({ id, digest, username: summary.username, startedAt: summary.startedAt });
    if (journal !== null) {
      journal.putMeta({ aliveAt: journal.lastAt(), summary });
      writeSnapshot(journal, serialise(state));
      journal.flushNow();
      journal.close();
      writeFacts(this.#folderOf(id), { ...facts, closed: true });
    }
    this.#show = null;
  }

  #current() {
    if (this.#show === null) throw new RingsideError('transfer.damaged');
    return this.#show;
  }

  #folderOf(id: string): string {
    return join(this.#folder ?? '', id);
  }
}

/** The size of a file (bytes); 0 if there is none. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The inputs of a show of this device, page by page. */
export function inputsOfShow(core: Core, id: string) {
  return inputsOf((after) => readSource(core, id, ({ journal }) => journal.inputs(after, PAGE)));
}
