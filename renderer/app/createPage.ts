import { createApiClient } from '#renderer/data/api/client.ts';
import { createKeyStore } from '#renderer/data/keys/keyStore.ts';
import type { PageParts } from '#renderer/data/page.ts';
import { pageTimers, pause } from '#renderer/data/pageTimers.ts';
import { isPublic } from '#renderer/data/paths.ts';
import type { PageHost } from '#renderer/data/platform/host.ts';
import { createSession } from '#renderer/data/session/accountSession.ts';
import { createSessionStore, TOKEN_KEY } from '#renderer/data/session/sessionStore.ts';
import { createAskStore } from '#renderer/data/stores/askStore.ts';
import type { SettingsStore } from '#renderer/data/stores/settingsStore.ts';
import { createToastStore } from '#renderer/data/stores/toastStore.ts';

export interface PageOptions {
  platform: PageHost;
  settings: SettingsStore;
  /** Leaves the screen for the sign-in page. */
  goToSignIn(): void;
}

/** Creates the services of every screen. */
export function createPage({ platform, settings, goToSignIn }: PageOptions): PageParts {
  const toasts = createToastStore(pageTimers());
  const store = createSessionStore(window.localStorage);
  const api = createApiClient({
    baseUrl: '/api',
    token: () => store.getState().token,
    language: () => settings.getState().language,
    timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    show: (summary, severity) => toasts.getState().add({ summary, severity }),
    onSignedOut: (quiet) => {
      session.forget();
      if (!quiet) goToSignIn();
    },
    wait: pause,
  });
  const session = createSession(store, api);
  // When the sign-in has ended, go to the sign-in page unless the current page is public.
  store.subscribe((next, before) => {
    const lost = before.token !== null && next.token === null && next.lost;
    if (lost && !isPublic(window.location.pathname)) goToSignIn();
  });
  window.addEventListener('storage', (event) => {
    if (event.key === TOKEN_KEY || event.key === null) session.follow(event.newValue);
  });
  return {
    platform,
    settings,
    toasts,
    asks: createAskStore(),
    keys: createKeyStore(() => settings.getState().keys),
    api,
    session,
  };
}
