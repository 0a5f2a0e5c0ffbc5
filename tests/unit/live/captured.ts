import { readFileSync } from 'node:fs';
import { framesFile } from '#tests/support/frames.ts';

interface CapturedMessage {
  at: number;
  method: string;
  msgId: string;
  payload: Uint8Array;
}

export function capturedMessages(name: string): CapturedMessage[] {
  return readFileSync(framesFile(`${name}.ndjson`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { at, method, msgId, payload } = JSON.parse(line);
      return { at, method, msgId, payload: Uint8Array.from(Buffer.from(payload, 'base64')) };
    });
}

export function capturedExpectation(name: string): unknown {
  return JSON.parse(readFileSync(framesFile('expected.json'), 'utf8'))[name];
}
