import type { Language } from '#shared/contract/language.ts';
import type { Platform } from './platform.ts';
import { reloadOf } from './webReload.ts';

/** What every page needs to know of where it runs; the link to a backstage comes with the tool. */
export interface PageHost extends Pick<Platform, 'kind' | 'reload'> {
  /** Tells the app around the page, where there is one, which language its menu and dialogs should have. */
  tellLanguage(language: Language): void;
}

export function pageHost(page: Window): PageHost {
  // The preload script of the desktop app leaves its mark, and nothing else does.
  const { ringside: bridge } = page;
  return {
    kind: bridge === undefined ? 'web' : 'desktop',
    // The desktop app serves its page itself.
    reload: bridge === undefined ? reloadOf(page) : () => page.location.reload(),
    tellLanguage: (language) => void bridge?.savePreferences({ language }),
  };
}
