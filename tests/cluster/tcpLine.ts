import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A port that forwards to another one, and that can be cut like a network line. */
export interface TcpLine {
  readonly port: number;
  /** Silences all connections, without a reset: neither side hears anything. New ones get no answer. */
  cut(): void;
  /** Ends the silenced connections. New ones are forwarded again. */
  mend(): void;
  close(): void;
}

/** `target` returns the port to forward to, for each new connection. */
export async function openTcpLine(target: () => number): Promise<TcpLine> {
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
    const outer = connect(target(), '127.0.0.1');
    add(outer);
    inner.once('close', () => outer.destroy());
    outer.once('close', () => inner.destroy());
    inner.pipe(outer);
    outer.pipe(inner);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    cut: () => {
      isCut = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    mend: () => {
      isCut = false;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
