import { connect } from 'node:net';
import { z } from 'zod';
import { OVERLAY_PROTOCOL } from '#shared/contract/overlay/message.ts';

/**
 * Many overlays' connections in a process of their own, as lean as can be: they say who they are and count the
 * bytes that come, so that what is measured is the server. Each message from the parent is answered with the
 * count so far.
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
    // The answer to the handshake comes alone: nothing follows before the page has said who it is.
    begun = true;
    opened += 1;
    socket.write(masked(JSON.stringify({ type: 'open', protocol: OVERLAY_PROTOCOL, token })));
  });
  socket.on('error', (error) => {
    throw error;
  });
}

/** A text frame under a mask of zeros, which leaves it as it is. */
function masked(text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body]);
}

process.on('message', (message) => {
  const plan = planSchema.safeParse(message);
  if (plan.success) for (const token of plan.data.tokens) open(plan.data.port, token);
  process.send?.({ opened, received });
});
