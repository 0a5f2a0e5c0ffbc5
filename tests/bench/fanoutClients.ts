import { connect } from 'node:net';
import { z } from 'zod';
import { OVERLAY_PROTOCOL } from '#shared/contract/overlay/message.ts';

/**
 * Minimal connections of many overlays in their own process, so that the bench measures the server. They authenticate
 * and count received bytes; each message from the parent is answered with the count.
 */
const planSchema = z.object({ port: z.number(), tokens: z.array(z.string()) });

let received = 0;
let opened = 0;

function open(port: number, token: string): void {
  const socket = connect(port, '127.0.0.1');
  let begun = false;
  socket.on('connect', () => {
    socket.write(
      `GET /overlay/socket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n',
    );
  });
  socket.on('data', (chunk) => {
    if (begun) {
      received += chunk.length;
      return;
    }
    // This chunk contains only the handshake response: the server sends nothing before authentication.
    begun = true;
    opened += 1;
    socket.write(masked(JSON.stringify({ type: 'open', protocol: OVERLAY_PROTOCOL, token })));
  });
  socket.on('error', (error) => {
    throw error;
  });
}

/** A text frame with a zero mask, which leaves the text unchanged. */
function masked(text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body]);
}

process.on('message', (message) => {
  const plan = planSchema.safeParse(message);
  if (plan.success) for (const token of plan.data.tokens) open(plan.data.port, token);
  process.send?.({ opened, received });
});
