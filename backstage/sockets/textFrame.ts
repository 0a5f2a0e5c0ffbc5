/** The first byte of a frame: a whole text message (RFC 6455, section 5.2). */
const TEXT = 0x81;

/**
 * A text message as a WebSocket frame of a server, so that a message to many sockets is encoded once. Write it to the
 * connection of each socket; its WebSocket must not compress.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const lengthBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.allocUnsafe(2 + lengthBytes + length);
  frame[0] = TEXT;
  frame[1] = lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127;
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, 2 + lengthBytes);
  return frame;
}
