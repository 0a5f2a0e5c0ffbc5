import { ProtoWriter } from './proto/writer.ts';

/** Frames that a client sends. Field numbers are the platform's. */

const LIVE_ID = 12;

function pushFrame(payloadType: string, payload: Uint8Array, logId?: string): Uint8Array {
  const frame = new ProtoWriter();
  if (logId !== undefined) frame.varint(2, logId);
  return frame.string(6, 'pb').string(7, payloadType).bytes(8, payload).finish();
}

/** Keeps the connection alive; send it at the interval that the server requests. */
export function heartbeatFrame(roomId: string): Uint8Array {
  return pushFrame('hb', new ProtoWriter().varint(1, roomId).finish());
}

/** Enters the room. `cursor` is that of the last received frame, '' for none. */
export function enterRoomFrame(roomId: string, cursor: string): Uint8Array {
  const enter = new ProtoWriter().varint(1, roomId).varint(4, LIVE_ID).string(5, 'audience');
  return pushFrame('im_enter_room', enter.string(6, cursor).string(9, '0').finish());
}

/** Acknowledges the frame `logId`. */
export function ackFrame(logId: string, internalExt: Uint8Array): Uint8Array {
  return pushFrame('ack', internalExt, logId);
}
