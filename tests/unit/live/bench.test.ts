import { WebcastGiftMessage } from 'tiktok-live-proto/v3';
import { describe, expect, it } from 'vitest';
import { decodeMessage } from '#shared/live/decode.ts';
import { Inspection } from '#shared/live/inspection.ts';
import { readable } from '#tests/bench/connector.ts';
import { makeRecording, type RecordedMessage } from '#tests/bench/recording.ts';
import { needsFrames } from '#tests/support/frames.ts';
import { capturedMessages } from './captured.ts';

/** The reference decoder must read the same gifts from the same bytes as the measured decoder. */
function expectSameGifts(recording: readonly RecordedMessage[]): void {
  const gifts = recording.filter(({ method }) => method === 'WebcastGiftMessage');
  expect(gifts.length).toBeGreaterThan(50);
  for (const { method, payload, msgId } of gifts) {
    const ours = decodeMessage(method, payload, { msgId, isHistory: false }, new Inspection());
    const theirs = WebcastGiftMessage.decode(payload);
    expect({
      kind: 'gift',
      giftId: Number(theirs.giftId),
      repeatCount: theirs.repeatCount,
      user: { id: theirs.user?.id },
    }).toMatchObject({
      kind: ours?.kind,
      ...(ours?.kind === 'gift' && {
        giftId: ours.giftId,
        repeatCount: ours.repeatCount,
        user: { id: ours.user.id },
      }),
    });
  }
}

describe('decode benchmark', () => {
  it('compares with a decoder that reads the same gifts', () => {
    expectSameGifts(makeRecording(1));
    // All except the invented contents of two kinds of messages.
    expect(readable(makeRecording(1)).length).toBeGreaterThan(230);
  });

  it('compares with a decoder that reads a whole captured room', needsFrames, () => {
    const captured = capturedMessages('mixed');
    expectSameGifts(captured);
    expect(readable(captured)).toHaveLength(captured.length);
  });

  it('has a recording that decodes completely and equally each time', () => {
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
