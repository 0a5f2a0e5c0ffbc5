import type { ApiClient } from '../api/client.ts';
import type { BackstageLink } from '../platform/platform.ts';
import type { ToastText } from '../stores/toastStore.ts';
import type { SyncBook } from './book.ts';

/** Two versions of one thing that are both kept, by their names. */
export interface KeptBoth {
  name: string;
  copy: string;
}

/** What one pass over the presets or the shows works with. */
export interface PassParts {
  api: Pick<ApiClient, 'call'>;
  link: Pick<BackstageLink, 'call'>;
  book: SyncBook;
  /** Names the copies of a conflict. */
  device: string;
  /** Told when two versions are kept. */
  onKeptBoth(both: KeptBoth): void;
  /** Told when one item is refused; the others go on. */
  onRefused(name: string, why: ToastText): void;
}

export interface PresetParts extends PassParts {
  /** True for a preset that must not change now, because a show is counted by it. */
  isHeld(id: string): boolean;
}

/** What is not to be shown when the page asks by itself. */
export const quiet = { quiet: true } as const;
