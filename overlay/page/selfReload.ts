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
