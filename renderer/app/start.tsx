import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createApiClient } from '#renderer/data/api/client.ts';
import { PageContext } from '#renderer/data/hooks.ts';
import { createKeyStore } from '#renderer/data/keys/keyStore.ts';
import { type PageParts, pageTimers, pause } from '#renderer/data/page.ts';
import { isPublic, isTool, plainPath, signInPath } from '#renderer/data/paths.ts';
import { type PageHost, pageHost } from '#renderer/data/platform/host.ts';
import { createSession } from '#renderer/data/session/accountSession.ts';
import { createSessionStore, TOKEN_KEY } from '#renderer/data/session/sessionStore.ts';
import { createAskStore } from '#renderer/data/stores/askStore.ts';
import { createSettingsStore, type SettingsStore } from '#renderer/data/stores/settingsStore.ts';
import { createToastStore } from '#renderer/data/stores/toastStore.ts';
import { startTexts } from '#renderer/kit/i18n/i18n.ts';
import { listenToKeys } from '#renderer/kit/keys/useKey.ts';
import { applyMenu, loadTheme } from '#renderer/kit/theme/loadTheme.ts';
import { applyChoice, applyDark, applyThemeName } from '#renderer/kit/theme/theme.ts';
import { createToolDoor, type GuardContext, guard } from './guard.ts';
import { createRoutes } from './routes.tsx';

/** Starts the page. Applies settings, theme and language before the first frame. */
export async function startPage(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  const settings = createSettingsStore(window.localStorage);
  const chosen = settings.getState();
  applyDark(chosen.dark);
  applyMenu(chosen.menuColour);
  applyThemeName(chosen.theme);
  const platform = pageHost(window);
  platform.setAppLanguage(chosen.language);
  const page = createPage({
    platform,
    settings,
    goToSignIn: () => {
      const { pathname, search } = window.location;
      // The tool stays open and shows that the sign-in has ended.
      if (pathname !== '/login' && !isTool(pathname))
        void router.navigate(signInPath(`${pathname}${search}`));
    },
  });
  const guarded: GuardContext = {
    session: page.session,
    kind: platform.kind,
    door: createToolDoor({ api: page.api, storage: window.sessionStorage, wait: pause }),
  };
  preloadTool(guarded);

  const [texts] = await Promise.all([startTexts(chosen.language), loadTheme(chosen.theme)]);
  applyChoice(chosen);
  document.documentElement.dataset.ready = '';
  const router = createBrowserRouter(createRoutes({ ...guarded, loadTexts: texts.loadAll }));
  settings.subscribe((next, before) => {
    if (next.dark !== before.dark) applyDark(next.dark);
    if (next.menuColour !== before.menuColour) applyMenu(next.menuColour);
    if (next.language !== before.language) {
      void texts.switchTo(next.language);
      platform.setAppLanguage(next.language);
    }
    if (next.theme !== before.theme) platform.reload();
    if (next.primary !== before.primary || next.surface !== before.surface) applyChoice(next);
  });
  // Another window of this browser has changed a setting.
  window.addEventListener('storage', () => settings.getState().refresh());
  listenToKeys(window, page.keys);

  createRoot(root).render(
    <I18nextProvider i18n={texts.instance}>
      <PageContext value={page}>
        <RouterProvider router={router} />
      </PageContext>
    </I18nextProvider>,
  );
}

/**
 * If the page opens in the tool, preloads the tool's code and the guard's decision while texts and colours still load.
 */
function preloadTool(guarded: GuardContext): void {
  if (!isTool(plainPath(window.location.pathname))) return;
  // The router repeats both and shows errors.
  void guard(new URL(window.location.href), guarded).catch(() => undefined);
  for (const load of [() => import('./QueryRoutes.tsx'), () => import('./ToolRoot.tsx')]) {
    void load().catch(() => undefined);
  }
}

interface PageOptions {
  platform: PageHost;
  settings: SettingsStore;
  /** Leaves the screen for the sign-in page. */
  goToSignIn(): void;
}

/** Creates the services of every screen. */
function createPage({ platform, settings, goToSignIn }: PageOptions): PageParts {
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
