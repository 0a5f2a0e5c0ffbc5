import type { Language } from '#shared/contract/language.ts';
import type { Platform } from './platform.ts';
import { reloadOf } from './webReload.ts';

/** The part of the platform that every page needs. Only the tool needs the whole `Platform`. */
export interface PageHost extends Pick<Platform, 'kind' | 'reload'> {
  /** Sets the language of the desktop app's menu and dialogs. Does nothing in a browser. */
  setAppLanguage(language: Language): void;
}

export function pageHost(page: Window): PageHost {
  // Only the preload script of the desktop app defines `ringside`.
  const { ringside: bridge } = page;
  return {
    kind: bridge === undefined ? 'web' : 'desktop',
    // The desktop app serves the page itself, so there is no server to wait for.
    reload: bridge === undefined ? reloadOf(page) : () => page.location.reload(),
    setAppLanguage: (language) => void bridge?.savePreferences({ language }),
  };
}
