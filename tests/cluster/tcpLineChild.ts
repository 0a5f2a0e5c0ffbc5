import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { LineOrder } from './tcpLine.ts';

// The process of one `TcpLine`. It ends with its parent.
let target = Number(process.argv[2]);
const sockets = new Set<Socket>();
let isCut = false;

const add = (socket: Socket) => {
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => sockets.delete(socket));
  if (isCut) socket.pause();
};

const server = createServer((inner) => {
  add(inner);
  if (isCut) return;
  const outer = connect(target, '127.0.0.1');
  add(outer);
  inner.once('close', () => outer.destroy());
  outer.once('close', () => inner.destroy());
  inner.pipe(outer);
  outer.pipe(inner);
});

const cut = () => {
  isCut = true;
  for (const socket of sockets) {
    socket.unpipe();
    socket.pause();
  }
};

const mend = () => {
  isCut = false;
  for (const socket of sockets) socket.destroy();
};

process.on('message', (order: LineOrder) => {
  if (order === 'cut') cut();
  else if (order === 'mend') mend();
  else target = order.leadTo;
});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
process.send?.(typeof address === 'object' ? address?.port : 0);
