import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { ShowEvent } from '../show/event.ts';

const lineSchema = z.object({
  at: z.number(),
  method: z.string().min(1),
  msgId: z.string().min(1),
  payload: z.base64(),
});

/** A recording that cannot be read; the message names the line. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

/**
 * A recording's events, in the order of its lines, which is the order of delivery. A line whose time lies
 * before its predecessor's is delivered right after it. `bytes` is one JSON object a line, as it is or
 * gzipped; throws a RecordingError for anything else.
 */
export function readRecording(bytes: Uint8Array): ShowEvent[] {
  const events: ShowEvent[] = [];
  let first: number | undefined;
  let latest = 0;
  for (const [index, line] of readText(bytes).split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = lineSchema.safeParse(parseJson(line));
    if (!parsed.success) throw new RecordingError(`line ${index + 1} is not a recorded message`);
    const { at, method, msgId, payload } = parsed.data;
    first ??= at;
    latest = Math.max(latest, at - first);
    events.push({ at: latest, method, msgId, payload: Buffer.from(payload, 'base64') });
  }
  if (events.length === 0) throw new RecordingError('there is no message in it');
  return events;
}

function readText(bytes: Uint8Array): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return Buffer.from(bytes).toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch {
    throw new RecordingError('its compression is broken');
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
