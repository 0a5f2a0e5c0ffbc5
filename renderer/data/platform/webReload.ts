import { healthSchema } from './health.ts';

/** How often a server that is away is asked whether it is back (ms). */
const ASK_EVERY = 500;
/** How long one answer is waited for (ms). */
const PATIENCE = 5000;

export interface WebReloadParts {
  /** Asks the server for something small; rejects when it cannot be reached. */
  ask(signal: AbortSignal): Promise<{ status: number }>;
  pause(ms: number): Promise<void>;
  load(): void;
}

/**
 * Loads a page of the web anew, as soon as its server answers. A page that leaves while the server is away is gone
 * with everything on it, and the browser does not bring it back by itself: so until then it stays.
 */
export function webReload({ ask, pause, load }: WebReloadParts): () => Promise<void> {
  let waiting: Promise<void> | null = null;
  const isServed = async () => {
    try {
      // A proxy answers for a server that is away, too.
      return (await ask(AbortSignal.timeout(PATIENCE))).status < 500;
    } catch {
      return false;
    }
  };
  const loadOnceServed = async () => {
    while (!(await isServed())) await pause(ASK_EVERY);
    load();
  };
  return () => {
    waiting ??= loadOnceServed().finally(() => {
      waiting = null;
    });
    return waiting;
  };
}

/** The same for the page of a window. */
export function reloadOf(page: Window): () => void {
  const reload = webReload({
    ask: async (signal) => {
      const answer = await page.fetch('/api/health', { cache: 'no-store', signal });
      // A server with a full disk answers 503 like a proxy without a server, but serves its pages.
      const isOurs = answer.ok || healthSchema.safeParse(await answer.json()).success;
      return { status: isOurs ? 200 : answer.status };
    },
    pause: (ms) =>
      new Promise((resolve) => {
        page.setTimeout(resolve, ms);
      }),
    load: () => page.location.reload(),
  });
  return () => void reload();
}
