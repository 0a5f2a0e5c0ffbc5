import { describe, expect, it } from 'vitest';
import { decodeMessage } from '#shared/live/decode.ts';
import { Inspection } from '#shared/live/inspection.ts';
import { needsFrames } from '#tests/support/frames.ts';
import { capturedExpectation, capturedMessages } from './captured.ts';
import { tally } from './counting.ts';

describe('captured rooms', needsFrames, () => {
  it.each(['room-a', 'room-b', 'room-c'])('counts every gift of %s', (room) => {
    const inspection = new Inspection();
    const gifts = capturedMessages(room).flatMap(({ method, payload, msgId }) => {
      const message = decodeMessage(method, payload, { msgId, isHistory: false }, inspection);
      return message?.kind === 'gift' ? [message] : [];
    });
    expect(tally(gifts)).toEqual(capturedExpectation(room));
    expect(inspection.broken).toBe(0);
  });

  it('decodes every known message of a mixed recording', () => {
    const inspection = new Inspection();
    const kinds = new Map<string, number>();
    for (const { method, payload, msgId } of capturedMessages('mixed')) {
      const message = decodeMessage(method, payload, { msgId, isHistory: false }, inspection);
      if (message === undefined) continue;
      expect(message.sentAt).toBeGreaterThan(1_600_000_000_000);
      kinds.set(message.kind, (kinds.get(message.kind) ?? 0) + 1);
    }
    expect(inspection.broken).toBe(0);
    expect(Object.fromEntries(kinds)).toEqual({
      gift: 62,
      chat: 18,
      control: 13,
      like: 19,
      armies: 5,
      battle: 7,
      member: 19,
      viewers: 12,
      social: 10,
    });
    expect(inspection.unknown).toBe(263 - 165);
  });
});
