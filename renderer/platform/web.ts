import { z } from 'zod';
import type { Platform } from './platform.ts';
import { type Socket, SocketLink } from './socketLink.ts';

/** The browser: a WebSocket to the backstage of the server that the page came from. */
export function webPlatform(): Platform {
  return {
    kind: 'web',
    link: () =>
      new SocketLink({
        connect: () => openSocket(backstageUrl(window.location)),
        now: () => Date.now(),
        after: (ms, task) => {
          const timer = window.setTimeout(task, ms);
          return () => window.clearTimeout(timer);
        },
      }),
    reload: () => window.location.reload(),
    update: { kind: 'web', latestBuild },
    clearCopies,
    app: null,
  };
}

const healthSchema = z.object({ data: z.object({ build: z.string() }) });

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
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/backstage`;
}

function openSocket(url: string): Socket {
  const real = new WebSocket(url);
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
  real.addEventListener('close', () => socket.onclose?.());
  return socket;
}
