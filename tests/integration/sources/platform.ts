import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { decodePushFrame } from '#shared/live/decode.ts';
import type { PushFrame } from '#shared/live/messages.ts';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

export interface Platform {
  url: string;
  wsUrl: string;
  /** The response of each path; tests replace them. */
  answers: { home: Respond; room: Respond; sign: Respond };
  /** Refuses a socket with an HTTP response; undefined accepts it. */
  refuse: ((socket: Duplex) => void) | undefined;
  requests: { path: string; parameters: URLSearchParams; headers: IncomingMessage['headers'] }[];
  /** Resolves with the next accepted socket. */
  nextSocket(): Promise<WebSocket>;
  /** Resolves with the first frame from a client that fits. */
  sent(fits: (frame: PushFrame) => boolean): Promise<PushFrame>;
  close(): Promise<void>;
}

export function json(body: unknown, status = 200): Respond {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

export function plain(text: string, status = 200, headers: Record<string, string> = {}): Respond {
  return (_, response) => {
    response.writeHead(status, headers).end(text);
  };
}

export const liveRoom = {
  statusCode: 0,
  data: {
    user: {
      id: '6838231546857686021',
      uniqueId: 'mika',
      nickname: 'Mika ミカ',
      roomId: '7300000000000000001',
      status: 2,
      avatarThumb: 'https://example.test/mika.webp',
    },
    liveRoom: { title: 'group live', status: 2 },
    stats: { followingCount: 12, followerCount: 3400 },
  },
};

/** A fake of the platform and a signing service, over real HTTP and WebSocket, with what the sources need. */
export async function startPlatform(): Promise<Platform> {
  const frames: PushFrame[] = [];
  const watchers = new Set<() => void>();
  const waiting: ((socket: WebSocket) => void)[] = [];
  const ready: WebSocket[] = [];
  let devices = 0;

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://platform.test');
    platform.requests.push({ path: url.pathname, parameters: url.searchParams, headers: request.headers });
    if (url.pathname === '/') platform.answers.home(request, response);
    else if (url.pathname === '/api-live/user/room') platform.answers.room(request, response);
    else if (url.pathname.startsWith('/webcast/rooms/')) platform.answers.sign(request, response);
    else response.writeHead(404).end();
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://platform.test');
    platform.requests.push({ path: url.pathname, parameters: url.searchParams, headers: request.headers });
    if (platform.refuse !== undefined) {
      platform.refuse(socket);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('message', (data: Buffer) => {
        const frame = decodePushFrame(new Uint8Array(data));
        if (frame !== undefined) frames.push(frame);
        for (const watcher of watchers) watcher();
      });
      const next = waiting.shift();
      if (next === undefined) ready.push(accepted);
      else next(accepted);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const platform: Platform = {
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
    answers: {
      home: (_, response) => {
        devices += 1;
        response.writeHead(200, {
          'set-cookie': ['other=1; Path=/', `ttwid=device-${devices}; Path=/; Secure`],
        });
        response.end('<html></html>');
      },
      room: json(liveRoom),
      sign: plain('', 500),
    },
    refuse: undefined,
    requests: [],
    nextSocket: () =>
      new Promise((resolve) => {
        const socket = ready.shift();
        if (socket === undefined) waiting.push(resolve);
        else resolve(socket);
      }),
    sent: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const frame = frames.find(fits);
          if (frame === undefined) return;
          watchers.delete(look);
          resolve(frame);
        };
        watchers.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return platform;
}
