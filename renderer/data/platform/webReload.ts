import { z } from 'zod';

/** The part of the response of `GET /api/health` that pages read. */
export const healthSchema = z.object({ data: z.object({ build: z.string() }) });

/** Delay between two health checks of an unreachable server (ms). */
const CHECK_EVERY = 500;
/** Time limit of one check (ms). A server that does not answer must not hold the page up. */
const CHECK_TIMEOUT = 5000;

export interface WebReloadOptions {
  /** Requests the server's health; rejects if the server cannot be reached. */
  check(signal: AbortSignal): Promise<{ status: number }>;
  pause(ms: number): Promise<void>;
  load(): void;
}

/**
 * Returns a function that reloads the page as soon as the server responds. A reload while the server is unreachable
 * would leave the host with the browser's error page.
 */
export function webReload({ check, pause, load }: WebReloadOptions): () => Promise<void> {
  let waiting: Promise<void> | null = null;
  const isServed = async () => {
    try {
      // A reverse proxy answers with 5xx for an unreachable server.
      return (await check(AbortSignal.timeout(CHECK_TIMEOUT))).status < 500;
    } catch {
      return false;
    }
  };
  const loadOnceServed = async () => {
    while (!(await isServed())) await pause(CHECK_EVERY);
    load();
  };
  return () => {
    waiting ??= loadOnceServed().finally(() => {
      waiting = null;
    });
    return waiting;
  };
}

/** Returns `webReload` for a window, which checks `/api/health`. */
export function reloadOf(page: Window): () => void {
  const reload = webReload({
    check: async (signal) => {
      const answer = await page.fetch('/api/health', { cache: 'no-store', signal });
      // A server with a full disk answers 503, as a proxy does, but still serves pages. Its body tells it apart.
      const fromServer = answer.ok || healthSchema.safeParse(await answer.json()).success;
      return { status: fromServer ? 200 : answer.status };
    },
    pause: (ms) =>
      new Promise((resolve) => {
        page.setTimeout(resolve, ms);
      }),
    load: () => page.location.reload(),
  });
  return () => void reload();
}

/** Whether the server's pages begin with another script: the name of a script has a hash of the build. */
export async function isOutdated(page: Window): Promise<boolean> {
  const script = page.document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (typeof script !== 'string') return false;
  try {
    const answer = await page.fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_TIMEOUT) });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    return false;
  }
}
