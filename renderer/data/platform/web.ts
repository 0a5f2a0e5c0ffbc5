import { SCREEN_SOCKET_PATH } from '#shared/contract/screenSocket.ts';
import { healthSchema } from './health.ts';
import type { Platform } from './platform.ts';
import { type Socket, SocketLink } from './socketLink.ts';
import { reloadOf } from './webReload.ts';

/**
 * The browser: a WebSocket to the backstage of the server that the page came from. `token` says who is signed in
 * at the moment, null for a visitor.
 */
export function webPlatform({ token }: { token(): string | null }): Platform {
  return {
    kind: 'web',
    link: () =>
      new SocketLink({
        connect: asTheSame(token, (protocols) => openSocket(backstageUrl(window.location), protocols)),
        now: () => Date.now(),
        after: (ms, task) => {
          const timer = window.setTimeout(task, ms);
          return () => window.clearTimeout(timer);
        },
      }),
    reload: reloadOf(window),
    update: { kind: 'web', latestBuild },
    clearCopies,
    app: null,
  };
}

async function latestBuild(): Promise<string | null> {
  try {
    const answer = await fetch('/api/health', { cache: 'no-store' });
    const health = healthSchema.safeParse(await answer.json());
    return health.success ? health.data.data.build : null;
  } catch {
    return null;
  }
}

async function clearCopies(): Promise<null> {
  // Not there on pages that came over plain http from another machine.
  if (!('caches' in window)) return null;
  for (const name of await window.caches.keys()) await window.caches.delete(name);
  return null;
}

/** `/backstage` on the page's own origin, ws for http and wss for https. */
export function backstageUrl(page: { protocol: string; host: string }): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}${SCREEN_SOCKET_PATH}`;
}

/** What a page offers beside its token, and what the server takes up: the token is not repeated to it. */
const PROTOCOL = 'ringside';

/**
 * Opens sockets for whoever is signed in. A page that has joined with an account goes on with it when it loses the
 * sign-in: what comes of that is for the server to say, and a visitor's empty room in place of a running show would
 * only frighten its host.
 */
export function asTheSame(token: () => string | null, open: (protocols: string[]) => Socket): () => Socket {
  let last: string | null = null;
  return () => {
    last = token() ?? last;
    return open(last === null ? [PROTOCOL] : [PROTOCOL, `${PROTOCOL}.token.${last}`]);
  };
}

function openSocket(url: string, protocols: string[]): Socket {
  const real = new WebSocket(url, protocols);
  const socket: Socket = {
    send: (data) => real.send(data),
    close: () => real.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  real.addEventListener('open', () => socket.onopen?.());
  real.addEventListener('message', (event: MessageEvent<unknown>) =>
    socket.onmessage?.({ data: event.data }),
  );
  real.addEventListener('close', ({ code }) => socket.onclose?.(code));
  return socket;
}
