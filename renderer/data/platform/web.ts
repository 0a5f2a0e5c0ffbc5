import type { KeyValueStore } from '#renderer/data/stores/settingsStore.ts';
import { SCREEN_SOCKET_PATH } from '#shared/contract/backstage.ts';
import { readObsSettings } from '#shared/contract/obs.ts';
import type { ObsStorage, Platform } from './platform.ts';
import { type Socket, SocketLink } from './socketLink.ts';
import { healthSchema, reloadOf } from './webReload.ts';

/**
 * Creates the platform of a browser: a WebSocket to the backstage on the page's server. `token` returns the current
 * sign-in token; null for a visitor.
 */
export function webPlatform({ token }: { token(): string | null }): Platform {
  return {
    kind: 'web',
    link: () =>
      new SocketLink({
        connect: connectWithToken(token, (protocols) => openSocket(backstageUrl(window.location), protocols)),
        now: () => Date.now(),
        after: (ms, task) => {
          const timer = window.setTimeout(task, ms);
          return () => window.clearTimeout(timer);
        },
      }),
    reload: reloadOf(window),
    update: { kind: 'web', latestBuild },
    clearCache,
    obs: webObsStorage(() => window.localStorage),
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

async function clearCache(): Promise<null> {
  // Browsers have no `caches` on plain http pages from another machine.
  if (!('caches' in window)) return null;
  for (const name of await window.caches.keys()) await window.caches.delete(name);
  return null;
}

/** Returns the address of the screen socket on the page's origin: wss for https, ws for http. */
export function backstageUrl(page: { protocol: string; host: string }): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}${SCREEN_SOCKET_PATH}`;
}

/** The WebSocket subprotocol that the server selects. The token is a second offered subprotocol, never selected. */
const PROTOCOL = 'ringside';

/**
 * Returns a function that opens sockets with the current token. After a sign-out it keeps sending the last token, so
 * that the server rejects the screen. Without a token the server would replace a running show with a visitor's empty
 * room.
 */
function connectWithToken(token: () => string | null, open: (protocols: string[]) => Socket): () => Socket {
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

const OBS_KEY = 'ringside.obs';

/** Stores the connection to OBS in this browser. Other pages of the same site could read it. */
function webObsStorage(storage: () => KeyValueStore): ObsStorage {
  return {
    load: async () => {
      try {
        const stored: unknown = JSON.parse(storage().getItem(OBS_KEY) ?? 'null');
        return readObsSettings(stored);
      } catch {
        return readObsSettings(null);
      }
    },
    save: async (settings) => {
      try {
        storage().setItem(OBS_KEY, JSON.stringify(settings));
      } catch {
        // Without storage, the connection lasts until the page is closed.
      }
    },
  };
}
