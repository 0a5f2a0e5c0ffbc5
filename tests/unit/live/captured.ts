import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Real captured messages, where this machine has them; the tests that want them are skipped elsewhere. */
const folder = process.env.FRAMES_DIR ?? resolve('../shared/frames');

export const haveCaptured = existsSync(join(folder, 'expected.json'));

export interface CapturedMessage {
  at: number;
  method: string;
  msgId: string;
  payload: Uint8Array;
}

export function capturedMessages(name: string): CapturedMessage[] {
  return readFileSync(join(folder, `${name}.ndjson`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { at, method, msgId, payload } = JSON.parse(line);
      return { at, method, msgId, payload: Uint8Array.from(Buffer.from(payload, 'base64')) };
    });
}

export function capturedExpectation(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))[name];
}
