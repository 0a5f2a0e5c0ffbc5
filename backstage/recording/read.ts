import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { RingsideError } from '#shared/contract/error.ts';
import { type Recorded, recordedSchema } from './line.ts';

/** The longest line (characters). The limit protects memory from a file without line breaks. */
const LONGEST_LINE = 32 * 1024 * 1024;

export interface ReadingResult {
  messages: number;
  /** Lines that cannot be parsed, including a line that a crash truncated. */
  badLines: number;
}

/**
 * Reads a recording, plain or gzip, and calls `onMessage` with each message. Reads a truncated file up to its end.
 *
 * @throws RingsideError `recording.notFound`, `recording.unreadable`.
 */
export async function readRecording(
  path: string,
  onMessage: (message: Recorded) => void,
): Promise<ReadingResult> {
  const result: ReadingResult = { messages: 0, badLines: 0 };
  const line = (text: string) => {
    if (text.trim() === '') return;
    const message = parseLine(text);
    if (message === null) result.badLines += 1;
    else {
      result.messages += 1;
      onMessage(message);
    }
  };
  await readLines(path, line);
  if (result.messages === 0 && result.badLines > 0) throw new RingsideError('recording.unreadable', { path });
  return result;
}

/**
 * Reads a text file, plain or gzip, and calls `line` with each line.
 *
 * @throws RingsideError `recording.notFound`, `recording.unreadable`, and what `line` throws.
 */
export async function readLines(path: string, line: (text: string) => void): Promise<void> {
  try {
    await eachLine(await openPlain(path), line);
  } catch (error) {
    if (error instanceof RingsideError) throw error;
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new RingsideError(missing ? 'recording.notFound' : 'recording.unreadable', { path });
  }
}

async function openPlain(path: string): Promise<Readable> {
  const file = await open(path);
  const start = Buffer.alloc(2);
  try {
    await file.read(start, 0, 2, 0);
  } finally {
    await file.close();
  }
  const bytes = createReadStream(path);
  if (start[0] !== 0x1f || start[1] !== 0x8b) return bytes;
  const plain = createGunzip();
  bytes.on('error', (error) => plain.destroy(error));
  return bytes.pipe(plain);
}

/** Reads lines. Ends without an error where gzip data is truncated; rejects if the file cannot be read. */
async function eachLine(stream: Readable, line: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of stream) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      if (rest.length > LONGEST_LINE) rest = '';
      for (const part of parts) line(part);
    }
  } catch (error) {
    if (!brokenGzip(error)) throw error;
  }
  line(rest + decoder.decode());
}

function brokenGzip(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'Z_DATA_ERROR' || error.code === 'Z_BUF_ERROR';
}

function parseLine(line: string): Recorded | null {
  try {
    const parsed = recordedSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
