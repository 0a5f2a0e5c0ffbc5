import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { PageContext } from '#renderer/data/hooks.ts';
import { pause } from '#renderer/data/pageTimers.ts';
import { isTool, plainPath, signInPath } from '#renderer/data/paths.ts';
import { pageHost } from '#renderer/data/platform/host.ts';
import { createSettingsStore } from '#renderer/data/stores/settingsStore.ts';
import { startTexts } from '#renderer/kit/i18n/i18n.ts';
import { listenToKeys } from '#renderer/kit/keys/listen.ts';
import { applyMenu } from '#renderer/kit/theme/applyMenu.ts';
import { loadTheme } from '#renderer/kit/theme/loadTheme.ts';
import { applyChoice, applyDark, applyThemeName } from '#renderer/kit/theme/theme.ts';
import { createPage } from './createPage.ts';
import { type GuardContext, guard } from './guard.ts';
import { createRoutes } from './routes.tsx';
import { createToolDoor } from './toolDoor.ts';

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
