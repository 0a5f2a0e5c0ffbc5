import { useTranslation } from 'react-i18next';
import { type RouteObject, redirect } from 'react-router-dom';
import { usePage } from '#renderer/data/hooks.ts';
import { REHEARSAL_TOOL } from '#renderer/data/paths.ts';
import { type GuardContext, guard } from './guard.ts';
import { ProgressBar } from './Progress.tsx';
import { Root } from './Root.tsx';
import { screenWith, withQueries } from './screen.ts';
import { accountRoutes, siteRoutes } from './siteRoutes.ts';
import { phoneRoute, toolRoutes, workbenchRoute } from './toolRoutes.ts';

export interface RoutesContext extends GuardContext {
  /** Loads the texts that do not load with the page. */
  loadTexts(): Promise<void>;
}

/** Creates every route of the page. The guard runs before each navigation. */
export function createRoutes(context: RoutesContext): RouteObject[] {
  const wordy = screenWith(context.loadTexts);
  return [
    {
      path: '/',
      element: <Root />,
      errorElement: <RouteFault />,
      hydrateFallbackElement: <ProgressBar />,
      shouldRevalidate: () => true,
      loader: async ({ request }) => {
        const instead = await guard(new URL(request.url), context);
        return instead === null ? null : redirect(instead);
      },
      children: [
        siteRoutes(wordy),
        withQueries([accountRoutes(wordy), toolRoutes(wordy), workbenchRoute(wordy), phoneRoute(wordy)]),
        { path: 'rehearsal', element: null, loader: () => redirect(REHEARSAL_TOOL) },
        { path: '*', element: <ProgressBar />, loader: () => redirect('/404') },
      ],
    },
  ];
}

/** Replaces a screen that could not be loaded or threw while rendering. */
function RouteFault() {
  const { t } = useTranslation();
  const { platform } = usePage();
  return (
    <main className="empty" role="alert">
      <i className="pi pi-exclamation-triangle" aria-hidden="true" />
      <p className="empty__title">{t('web.fault.title')}</p>
      <p className="empty__text">{t('web.fault.text')}</p>
      <button type="button" className="p-button" onClick={() => platform.reload()}>
        {t('action.reload')}
      </button>
    </main>
  );
}
