import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ShownLine } from '#shared/contract/connection.ts';
import type { Preset } from '#shared/contract/preset.ts';
import type { BackstageLink } from '../platform/platform.ts';

/** `null` until the backstage has told them. */
export type PresetsStore = StoreApi<{ presets: Preset[] | null }>;
export type LinesStore = StoreApi<{ lines: ShownLine[] | null; bothLines: boolean }>;

/** Every preset, as the backstage pushes them. */
export function createPresetsStore(link: BackstageLink): PresetsStore {
  const store: PresetsStore = createStore(() => ({ presets: null }));
  link.onPush((push) => {
    if (push.push === 'presets') store.setState({ presets: push.presets });
  });
  return store;
}

/** Both lines, as the backstage pushes them, and whether both are listened to at once. */
export function createLinesStore(link: BackstageLink): LinesStore {
  const store: LinesStore = createStore(() => ({ lines: null, bothLines: false }));
  link.onPush((push) => {
    if (push.push === 'lines') store.setState({ lines: push.lines, bothLines: push.bothLines });
  });
  return store;
}
