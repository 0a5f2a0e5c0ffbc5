import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { RingsideError } from '#shared/contract/error.ts';
import type { GiftInput } from '#shared/contract/input.ts';
import { parseJson } from '#shared/json.ts';
import { decodeMessage } from '#shared/live/decode.ts';
import type { RawMessage } from '#shared/live/messages.ts';
import { toGiftInput } from '../show/toInput.ts';

/** One message of a recording, stored as a line of JSON. The payload is that of the platform, in base64. */
const recordedSchema = z.object({
  at: z.number(),
  method: z.string(),
  msgId: z.string(),
  payload: z.base64(),
  /** Set for a history message (see the gift input). Recordings of other programs do not have it. */
  history: z.enum(['first', 'again']).optional(),
});
export type Recorded = z.infer<typeof recordedSchema>;

/** Converts a message to a line of a recording. `at` is the arrival time (ms since 1970). */
export function toRecorded(
  at: number,
  { method, msgId, payload }: RawMessage,
  history: Recorded['history'],
): Recorded {
  const base64 = Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString('base64');
  return { at, method, msgId, payload: base64, ...(history === undefined ? {} : { history }) };
}

/**
 * Decodes the gift in a recorded message. Returns null for any other message. A history message counts as it did in the
 * show. Without that information every message counts from the first one on.
 */
export function recordedGift({ at, method, msgId, payload, history }: Recorded): GiftInput | null {
  const meta = { msgId, isHistory: history !== undefined, resumed: history !== 'first' };
  const message = decodeMessage(method, Buffer.from(payload, 'base64'), meta);
  // A recording does not name the owner of the room, so the recipient in the tracking data is not used.
  return message?.kind === 'gift' ? toGiftInput(message, at, false) : null;
}

/** The longest line (characters). The limit protects memory from a file without line breaks. */
const LONGEST_LINE = 32 * 1024 * 1024;

interface ReadingResult {
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
    const message = recordedSchema.safeParse(parseJson(text)).data;
    if (message === undefined) result.badLines += 1;
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
