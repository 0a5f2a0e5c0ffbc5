import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { kinds, START } from './recordedKinds.ts';

export interface RecordedMessage {
  method: string;
  msgId: string;
  payload: Uint8Array;
}

/** A generated recording of all kinds in their usual shares, mixed and deterministic. */
export function makeRecording(rounds = 4): RecordedMessage[] {
  const all = kinds.flatMap(([method, share, make], kind) =>
    Array.from({ length: share * rounds }, (_, i) => {
      const msgId = String(7_309_148_383_620_451_090n + BigInt(kind * 1_000_000_007 + i * 7919));
      // Sort by a fraction of the recording, which spreads each kind evenly.
      const place = (i + 0.5) / (share * rounds);
      return { place, message: { method, msgId, payload: make(i, msgId, START + i * 900).finish() } };
    }),
  );
  return all.sort((a, b) => a.place - b.place).map(({ message }) => message);
}

/** The captured recording if it exists, otherwise the generated one. */
export function mixedRecording(): { name: 'captured' | 'made'; messages: RecordedMessage[] } {
  const file = join(process.env.FRAMES_DIR ?? resolve('../shared/frames'), 'mixed.ndjson');
  if (!existsSync(file)) return { name: 'made', messages: makeRecording() };
  const lines = readFileSync(file, 'utf8').split('\n');
  const messages = lines
    .filter((line) => line !== '')
    .map((line) => {
      const { method, msgId, payload } = JSON.parse(line);
      return { method, msgId, payload: Uint8Array.from(Buffer.from(payload, 'base64')) };
    });
  return { name: 'captured', messages };
}
