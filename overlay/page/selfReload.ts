const KEY = 'overlay.reloadedAt';
/** A page that reloaded itself does not do it again for this long: a fault that stays must not make it flicker. */
const PAUSE_MS = 10 * 60_000;

/** Whether the page may reload itself now, and if so notes that it did. Without a store it may not. */
export function maySelfReload(store: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  try {
    const last = Number(store.getItem(KEY) ?? Number.NEGATIVE_INFINITY);
    if (now - last < PAUSE_MS) return false;
    store.setItem(KEY, String(now));
    return true;
  } catch {
    return false;
  }
}

const TRY_AGAIN_MS = 60_000;
let isTrying = false;

/**
 * Loads the page anew as soon as it may and as its hub serves it: a page that reloads itself while the hub is away
 * would be a browser's error page on a stream for good. `later` is told when that cannot be now.
 */
export async function reloadWhenServed(later: () => void = () => {}): Promise<void> {
  if (isTrying) return;
  isTrying = true;
  const served = await fetch(window.location.href, { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  );
  if (served && maySelfReload(window.sessionStorage, Date.now())) {
    window.location.reload();
    return;
  }
  later();
  window.setTimeout(() => {
    isTrying = false;
    void reloadWhenServed(later);
  }, TRY_AGAIN_MS);
}
