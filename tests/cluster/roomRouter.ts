import { once } from 'node:events';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import { connect } from 'node:net';
import type { Simulator } from '#tests/simulator/simulator.ts';

/** Where a room is. */
export type RoomPlace = Pick<Simulator, 'username' | 'roomId' | 'webUrl' | 'wsUrl'>;

/** One address for the rooms of several simulators, as the real platform has one address for all rooms. */
export interface RoomRouter {
  webUrl: string;
  wsUrl: string;
  add(room: RoomPlace): Promise<void>;
  remove(username: string): void;
  close(): void;
}

/** Passes each request on to the added simulator whose username or room it names, and others to the first one. */
export async function openRoomRouter(): Promise<RoomRouter> {
  const rooms: RoomPlace[] = [];
  const simulatorOf = ({ url = '' }: IncomingMessage): RoomPlace | undefined => {
    const query = new URL(url, 'http://router').searchParams;
    const [username, roomId] = [query.get('uniqueId'), query.get('room_id')];
    return rooms.find((room) => room.username === username || room.roomId === roomId) ?? rooms[0];
  };
  const cookies = new Map<string, string>();
  const server = createServer((request, response) => {
    const target = new URL(request.url ?? '/', simulatorOf(request)?.webUrl);
    const headers = { ...request.headers, host: target.host };
    const inner = send(target, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inner.on('error', () => response.destroy());
    request.pipe(inner);
  });
  server.on('upgrade', (request, socket, head) => {
    const target = new URL(simulatorOf(request)?.wsUrl ?? '');
    const inner = connect(Number(target.port), target.hostname);
    // A simulator refuses the name of another host and the cookie of another simulator.
    const { host } = target;
    const own = { ...request.headers, host, origin: `http://${host}`, cookie: cookies.get(host) };
    const fields = Object.entries(own).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    inner.write(`${request.method} ${request.url} HTTP/1.1\r\n${fields.join('')}\r\n`);
    inner.write(head);
    inner.pipe(socket).pipe(inner);
    for (const [one, other] of [
      [inner, socket],
      [socket, inner],
    ] as const) {
      one.on('error', () => one.destroy());
      one.once('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    webUrl: `http://${host}`,
    wsUrl: `ws://${host}`,
    add: async (room) => {
      const { headers } = await fetch(room.webUrl, { headers: { 'user-agent': 'Mozilla/5.0' } });
      cookies.set(new URL(room.webUrl).host, headers.getSetCookie()[0]?.split(';')[0] ?? '');
      rooms.push(room);
    },
    remove: (username) => {
      rooms.splice(
        rooms.findIndex((room) => room.username === username),
        1,
      );
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
