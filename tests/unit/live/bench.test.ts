import { describe, expect, it } from 'vitest';
import { decodeMessage } from '#shared/live/decode.ts';
import { Inspection } from '#shared/live/inspection.ts';
import { makeRecording, type RecordedMessage } from '#tests/bench/recording.ts';
import { learnTypes } from '#tests/bench/schema.ts';
import { needsFrames } from '#tests/support/frames.ts';
import { capturedMessages } from './captured.ts';

/** All of a message's bytes come back from the yardstick's decode, so it has left no field out. */
function expectWhole(recording: readonly RecordedMessage[]): void {
  const types = learnTypes(recording);
  for (const { method, payload } of recording) {
    const type = types.get(method);
    const decoded = type?.decode(payload);
    const encoded = decoded === undefined ? undefined : type?.encode(decoded).finish();
    expect(encoded?.length, method).toBe(payload.length);
  }
}

describe('the decode benchmark', () => {
  it('measures against a decode that leaves no field out', () => {
    expectWhole(makeRecording(1));
  });

  it('the same on captured messages', needsFrames, () => {
    expectWhole(capturedMessages('mixed'));
  });

  it('has a recording that is understood whole, the same every time', () => {
    const inspection = new Inspection();
    const kinds = new Set<string>();
    const recording = makeRecording(1);
    for (const { method, payload, msgId } of recording) {
      const message = decodeMessage(method, payload, { msgId, isHistory: false }, inspection);
      if (message !== undefined) kinds.add(message.kind);
    }
    expect(inspection.broken).toBe(0);
    expect(kinds.size).toBe(9);
    expect(makeRecording(1)).toEqual(recording);
    expect(new Set(recording.map(({ msgId }) => msgId)).size).toBe(recording.length);
  });
});
