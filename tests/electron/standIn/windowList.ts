/** What the app needs of a window to end in order. */
export interface ListedWindow {
  isDestroyed(): boolean;
  close(): void;
  destroy(): void;
}

const windows = new Set<ListedWindow>();

export function listWindow(window: ListedWindow): void {
  windows.add(window);
}

/** Takes a window from the list; true when it was the last. */
export function unlistWindow(window: ListedWindow): boolean {
  windows.delete(window);
  return windows.size === 0;
}

/** Asks every window to close. False as soon as one stays open. */
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
