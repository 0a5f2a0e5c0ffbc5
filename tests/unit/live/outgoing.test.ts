import { describe, expect, it } from 'vitest';
import { ackFrame, enterRoomFrame, heartbeatFrame } from '#shared/live/connection.ts';
import { ProtoReader } from '#shared/live/proto/reader.ts';

/** The text fields of a message, by field number. */
function textsOf(bytes: Uint8Array): Record<number, string> {
  const texts: Record<number, string> = {};
  const reader = new ProtoReader(bytes);
  while (reader.next()) {
    if ([6, 7].includes(reader.field)) texts[reader.field] = reader.string();
    else reader.skip();
  }
  return texts;
}

describe('frame to the platform', () => {
  it.each([
    ['heartbeat', heartbeatFrame('7300000000000000001'), 'hb'],
    ['request to enter the room', enterRoomFrame('7300000000000000001', ''), 'im_enter_room'],
    ['acknowledgement', ackFrame('12', new Uint8Array([1])), 'ack'],
  ])('(%s) names its encoding and its type', (_, frame, type) => {
    expect(textsOf(frame)).toEqual({ 6: 'pb', 7: type });
  });
});
