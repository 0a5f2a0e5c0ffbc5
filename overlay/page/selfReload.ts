const KEY = 'overlay.reloadedAt';
/** Minimum time (ms) between two reloads by the page itself, so that a permanent fault does not make it flicker. */
const RELOAD_PAUSE_MS = 10 * 60_000;
const RETRY_MS = 60_000;

/**
 * Whether the page may reload itself now; if so, stores the time. Returns false if the storage does not work, because
 * the page could then reload endlessly.
 */
export function maySelfReload(store: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  try {
    const last = Number(store.getItem(KEY) ?? Number.NEGATIVE_INFINITY);
    if (now - last < RELOAD_PAUSE_MS) return false;
    store.setItem(KEY, String(now));
    return true;
  } catch {
    return false;
  }
}

let isTrying = false;

/**
 * Reloads the page once it is allowed to and the hub answers; retries every minute. A reload while the hub is away
 * would leave the browser's error page on the stream. Calls `delayed` after each attempt that fails.
 */
export async function reloadWhenServed(delayed: () => void = () => {}): Promise<void> {
  if (isTrying) return;
  isTrying = true;
  const served = await fetch(window.location.href, { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  );
  if (served && maySelfReload(window.sessionStorage, Date.now())) {
    window.location.reload();
    return;
  }
  delayed();
  window.setTimeout(() => {
    isTrying = false;
    void reloadWhenServed(delayed);
  }, RETRY_MS);
}
