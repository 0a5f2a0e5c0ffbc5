import { WebSocket, WebSocketServer } from 'ws';
import { fetchResult, pushFrame } from '#tests/unit/live/build.ts';

const MB = 1024 * 1024;

/** A room that floods its clients with zip bombs and frames of 400,000 messages, as fast as they read. */
export async function startBomber() {
  const bomb = pushFrame(Buffer.alloc(64 * MB));
  const message = { method: 'x', msgId: '1', payload: new Uint8Array() };
  const endless = pushFrame(fetchResult(Array.from({ length: 400_000 }, () => message)));
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  let sent = 0;
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    const next = () => {
      if (socket.readyState !== WebSocket.OPEN) return;
      sent += 1;
      socket.send(sent % 2 === 0 ? bomb : endless, () => setImmediate(next));
    };
    next();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `ws://127.0.0.1:${port}`,
    sent: () => sent,
    close: () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
