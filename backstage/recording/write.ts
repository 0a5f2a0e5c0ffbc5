import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { Recorded } from './line.ts';

const FILE = 'recording.ndjson.gz';
const TAIL = /^recording\.tail-(\d+)\.ndjson$/;
/** The size of the plain text of a gzip member (bytes): a compromise between the time and the ratio of compression. */
const MEMBER_BYTES = 512 * 1024;

/** The largest size of the queue while the disk refuses writes (characters). */
const LARGEST_QUEUE = 32 * 1024 * 1024;

/** The compression level. It takes half the time of zlib's default and produces 8 % more bytes. */
const LEVEL = { level: 3 };
const compress = promisify<Buffer, typeof LEVEL, Buffer>(gzip);

export function recordingPath(folder: string): string {
  return join(folder, FILE);
}

/** Whether a folder has a recording: the gzip file, or a tail that is not compressed yet. */
export function hasRecording(folder: string): boolean {
  return existsSync(recordingPath(folder)) || tailsOf(folder).length > 0;
}

/** Lists the plain tail files that are not yet in the gzip file, oldest first. */
export function tailsOf(folder: string): string[] {
  const numbered: { number: number; path: string }[] = [];
  for (const name of readdirSync(folder)) {
    const match = TAIL.exec(name);
    if (match !== null) numbered.push({ number: Number(match[1]), path: join(folder, name) });
  }
  return numbered.sort((a, b) => a.number - b.number).map(({ path }) => path);
}

/**
 * Records a show's messages. New lines are appended at once to a plain tail file, which survives a killed process. A
 * full tail is compressed and appended to the gzip file as one member. A kill between the two steps duplicates some
 * messages, which counting deduplicates by id; no message is lost. While the disk refuses writes, lines are queued, and
 * a partial write is truncated.
 *
 * Recordings settle disputes later, so a failure must not delay counting. `failed` is called once for each series of
 * failures.
 */
export class RecordingWriter {
  readonly #folder: string;
  readonly #failed: (error: unknown) => void;
  #number = 0;
  #tail: number | null = null;
  #text = new TailText(MEMBER_BYTES);
  /** The buffer of a compressed tail, for reuse. */
  #spare: TailText | null = null;
  #queue = '';
  #working = true;
  #compressing: Promise<void> = Promise.resolve();

  constructor(folder: string, failed: (error: unknown) => void) {
    this.#folder = folder;
    this.#failed = failed;
    this.#attempt(() => {
      for (const path of tailsOf(folder)) this.#appendMember(path, gzipSync(wholeLines(path), LEVEL));
    });
  }

  append(lines: readonly Recorded[]): void {
    if (lines.length === 0) return;
    if (this.#queue.length < LARGEST_QUEUE) {
      this.#queue += `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    }
    this.#attempt(() => this.#write());
    if (this.#text.length >= MEMBER_BYTES) this.#compressing = this.#compressing.then(this.#rotate());
  }

  /** Writes the queue and adds the last tail to the gzip file. */
  async close(): Promise<void> {
    await this.#compressing;
    if (this.#queue !== '') this.#attempt(() => this.#write());
    if (this.#tail === null) return;
    const { path, text } = this.#finishTail();
    this.#attempt(() => this.#appendMember(path, gzipSync(text.bytes, LEVEL)));
  }

  /** Closes the files without writing. The next writer of this folder compresses the remaining tails. */
  abandon(): void {
    if (this.#tail !== null) closeSync(this.#tail);
    this.#tail = null;
    this.#working = false;
  }

  /** Writes the whole queue or, on an error, nothing of it. */
  #write(): void {
    this.#tail ??= this.#beginTail();
    const before = this.#text.length;
    const bytes = this.#text.add(this.#queue);
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#tail, bytes, done);
    } catch (error) {
      this.#text.cut(before);
      ftruncateSync(this.#tail, before);
      throw error;
    }
    this.#queue = '';
  }

  #rotate(): () => Promise<void> {
    const { path, text } = this.#finishTail();
    return async () => {
      try {
        this.#appendMember(path, await compress(text.bytes, LEVEL));
      } catch (error) {
        this.#reportFailure(error);
      }
      text.cut(0);
      // Do not reuse a buffer that grew while the disk refused writes.
      if (text.capacity <= 2 * MEMBER_BYTES) this.#spare = text;
    };
  }

  /** Opens a new tail file. Skips numbers of tails that could not be compressed. */
  #beginTail(): number {
    while (existsSync(this.#tailPath())) this.#number += 1;
    return openSync(this.#tailPath(), 'ax');
  }

  #finishTail(): { path: string; text: TailText } {
    const finished = { path: this.#tailPath(), text: this.#text };
    if (this.#tail !== null) closeSync(this.#tail);
    this.#tail = null;
    this.#text = this.#spare ?? new TailText(MEMBER_BYTES);
    this.#spare = null;
    this.#number += 1;
    return finished;
  }

  /** Appends a gzip member to the gzip file and deletes its tail file. */
  #appendMember(path: string, member: Buffer): void {
    const whole = recordingPath(this.#folder);
    const before = existsSync(whole) ? statSync(whole).size : 0;
    try {
      appendFileSync(whole, member);
    } catch (error) {
      if (existsSync(whole)) truncateSync(whole, before);
      throw error;
    }
    unlinkSync(path);
  }

  #tailPath(): string {
    return join(this.#folder, `recording.tail-${this.#number}.ndjson`);
  }

  #attempt(write: () => void): void {
    try {
      write();
      this.#working = true;
    } catch (error) {
      this.#reportFailure(error);
    }
  }

  #reportFailure(error: unknown): void {
    if (this.#working) this.#failed(error);
    this.#working = false;
  }
}

/** Ends a line that a power cut truncated, so that the next line is not appended to it. */
function wholeLines(path: string): Buffer {
  const bytes = readFileSync(path);
  return bytes.length === 0 || bytes.at(-1) === 0x0a ? bytes : Buffer.concat([bytes, Buffer.from('\n')]);
}

/**
 * A copy of a plain tail file in memory, so that compression does not read the file. The buffer is reused for the next
 * tail: a busy room records 1 MB a second, and new buffers at that rate would cause long garbage collections.
 */
export class TailText {
  #bytes: Buffer;
  #length = 0;

  /** `capacity` is the initial size of the buffer (bytes). The buffer grows if needed. */
  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** The length of the text (bytes). */
  get length(): number {
    return this.#length;
  }

  /** The size of the buffer (bytes). */
  get capacity(): number {
    return this.#bytes.length;
  }

  /** The text as a view on the buffer, valid until the next change. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Appends text and returns its bytes. */
  add(text: string): Buffer {
    const from = this.#length;
    this.#makeRoom(from + Buffer.byteLength(text));
    this.#length += this.#bytes.write(text, from);
    return this.#bytes.subarray(from, this.#length);
  }

  /** Truncates the text to this many bytes. */
  cut(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  #makeRoom(length: number): void {
    if (length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(length, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
