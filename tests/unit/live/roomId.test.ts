import { describe, expect, it } from 'vitest';
import { readRoomId } from '#shared/live/decoders/common.ts';
import { ProtoWriter } from '#shared/live/proto/writer.ts';
import { chatPayload } from './build.ts';

describe('room id of a message', () => {
  it('is read from its common part', () => {
    expect(readRoomId(chatPayload('1'))).toBe('7300000000000000001');
  });

  it('is found behind other fields', () => {
    const head = new ProtoWriter().varint(3, '42');
    expect(readRoomId(new ProtoWriter().string(2, 'text').message(1, head).finish())).toBe('42');
  });

  it('is empty without a common part, or if that has none', () => {
    expect(readRoomId(new ProtoWriter().string(2, 'text').finish())).toBe('');
    const other = new ProtoWriter().varint(3, '43');
    const headWithout = new ProtoWriter().string(1, 'WebcastChatMessage');
    expect(readRoomId(new ProtoWriter().message(1, headWithout).message(2, other).finish())).toBe('');
  });

  it('is empty for a broken message', () => {
    expect(readRoomId(chatPayload('1').slice(0, 9))).toBe('');
  });
});
