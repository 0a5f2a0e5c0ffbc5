/** The part of a window that quitting the app needs. */
interface ListedWindow {
  isDestroyed(): boolean;
  close(): void;
  destroy(): void;
}

const windows = new Set<ListedWindow>();

export function listWindow(window: ListedWindow): void {
  windows.add(window);
}

/** Removes a window. Returns whether it was the last one. */
export function unlistWindow(window: ListedWindow): boolean {
  windows.delete(window);
  return windows.size === 0;
}

/** Asks all windows to close. Returns false as soon as one stays open. */
export function closeAllWindows(): boolean {
  for (const window of [...windows]) {
    window.close();
    if (!window.isDestroyed()) return false;
  }
  return true;
}

export function destroyAllWindows(): void {
  for (const window of [...windows]) window.destroy();
}
