import type { ComponentType } from 'react';
import { type RouteObject, redirect } from 'react-router-dom';
import { REHEARSAL_TOOL } from '#renderer/data/paths.ts';
import { type GuardContext, guard } from './guard.ts';
import { ProgressBar, Root, type RouteHandle } from './Root.tsx';
import { RouteFault } from './RouteFault.tsx';

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

/** The public pages, in the frame of the site. */
function siteRoutes(wordy: MakeScreen): RouteObject {
  return {
    ...screen(() => import('#renderer/features/site/SiteLayout.tsx')),
    children: [
      { index: true, ...screen(() => import('#renderer/features/site/home/HomePage.tsx'), 'web-100021') },
      { path: 'widget', ...wordy(() => import('#renderer/features/site/WidgetPage.tsx'), 'site.widget') },
      {
        path: 'policy',
        ...wordy(
          named('PolicyPage', () => import('#renderer/features/site/TextPage.tsx')),
          'web-100008',
        ),
      },
      {
        path: 'about',
        ...wordy(
          named('AboutPage', () => import('#renderer/features/site/TextPage.tsx')),
          'web-100009',
        ),
      },
      {
        path: 'login',
        ...screen(() => import('#renderer/features/account/LoginPage.tsx'), 'web-100013'),
      },
      withQueries([
        {
          path: 'privacy',
          ...wordy(
            named('PrivacyPage', () => import('#renderer/features/site/TextPage.tsx')),
            'web-100007',
          ),
        },
        {
          path: 'register',
          ...screen(
            named('RegisterPage', () => import('#renderer/features/account/passwordPages.tsx')),
            'web-100014',
          ),
        },
        {
          path: 'password/forget',
          ...screen(
            named('ForgotPage', () => import('#renderer/features/account/passwordPages.tsx')),
            'web-100018',
          ),
        },
        {
          path: 'password/change',
          ...screen(
            named('ChangePage', () => import('#renderer/features/account/passwordPages.tsx')),
            'web-100015',
          ),
        },
      ]),
      { path: '404', ...screen(() => import('./NotFound.tsx'), 'notFound.title') },
    ],
  };
}

/**
 * The account's screens, in the shell with the menu. The server names the admin screens of each account; the guard
 * redirects other accounts to the 404 page.
 */
function accountRoutes(wordy: MakeScreen): RouteObject {
  return {
    ...wordy(() => import('./shell/Shell.tsx')),
    children: [
      {
        path: 'home',
        ...screen(() => import('#renderer/features/account/Dashboard.tsx'), 'web-100021'),
      },
      {
        path: 'home/info',
        ...screen(() => import('#renderer/features/account/UserInfoPage.tsx'), 'account.info'),
      },
      {
        path: 'home/other',
        ...screen(() => import('#renderer/features/account/OtherInfoPage.tsx'), 'account.other'),
      },
      {
        path: 'home/messages',
        ...screen(
          named('MessagesPage', () => import('#renderer/features/account/MessagesPage.tsx')),
          'site.message',
        ),
      },
      { path: 'permission', element: null, loader: () => redirect('/permission/user') },
      {
        path: 'permission/user',
        ...screen(() => import('#renderer/features/admin/UserScreen.tsx'), 'admin.user'),
      },
      {
        path: 'permission/role',
        ...screen(() => import('#renderer/features/admin/RoleScreen.tsx'), 'admin.role'),
      },
      {
        path: 'permission/menu',
        ...screen(() => import('#renderer/features/admin/MenuScreen.tsx'), 'admin.menu'),
      },
      { path: 'system', element: null, loader: () => redirect('/system/notice') },
      {
        path: 'system/notice',
        ...screen(() => import('#renderer/features/admin/NoticeScreen.tsx'), 'admin.notice'),
      },
      {
        path: 'system/dict',
        ...screen(
          named('DictScreen', () => import('#renderer/features/admin/dictScreens.tsx')),
          'admin.dict',
        ),
      },
      {
        path: 'system/dict_data',
        ...screen(
          named('DictDataScreen', () => import('#renderer/features/admin/dictScreens.tsx')),
          'admin.dictData',
        ),
      },
      {
        path: 'system/version',
        ...screen(() => import('#renderer/features/admin/VersionScreen.tsx'), 'admin.version'),
      },
      {
        path: 'system/log',
        ...screen(() => import('#renderer/features/admin/LogScreen.tsx'), 'admin.log'),
      },
      {
        path: 'system/status',
        ...screen(() => import('#renderer/features/admin/StatusScreen.tsx'), 'admin.overview'),
      },
    ],
  };
}

/** The tool and its tabs. */
export function toolRoutes(wordy: MakeScreen): RouteObject {
  return {
    path: 'tool',
    ...wordy(() => import('./ToolRoot.tsx')),
    children: [
      { path: 'wall', ...screen(() => import('#renderer/features/show/wall/WallPage.tsx')) },
      {
        ...screen(() => import('./frame/ToolFrame.tsx')),
        children: [
          { index: true, ...screen(() => import('#renderer/features/show/ShowPage.tsx')) },
          { path: 'report', ...screen(() => import('#renderer/features/report/ReportPage.tsx')) },
          {
            path: 'report/replay/:showId',
            ...screen(() => import('#renderer/features/show/replay/ReplayPage.tsx')),
          },
          { path: 'help', ...screen(() => import('#renderer/features/help/HelpPage.tsx')) },
          { path: 'extras/:linkId?', ...screen(() => import('#renderer/features/overlays/ExtrasPage.tsx')) },
          { path: 'live', ...screen(() => import('#renderer/features/presets/LivePage.tsx')) },
          { path: 'setting', ...screen(() => import('#renderer/features/settings/SettingPage.tsx')) },
          {
            path: 'messages',
            ...screen(named('MessagesTab', () => import('#renderer/features/account/MessagesPage.tsx'))),
          },
          { path: 'user', ...screen(() => import('#renderer/features/account/UserPage.tsx')) },
        ],
      },
    ],
  };
}

/** The avatar workbench in a window that streaming software captures, without the tool's frame. */
function workbenchRoute(wordy: MakeScreen): RouteObject {
  return {
    path: 'workbench',
    ...wordy(() => import('./ToolRoot.tsx')),
    children: [{ index: true, ...screen(() => import('#renderer/features/overlays/WorkbenchPage.tsx')) }],
  };
}

/** The page of a phone, which needs no sign-in: its token admits it. */
function phoneRoute(wordy: MakeScreen): RouteObject {
  return { path: 'phone', ...wordy(() => import('./phone/PhoneRoot.tsx')) };
}

type Load = () => Promise<{ default: ComponentType }>;

/** Creates the part of a route that loads its screen when it first opens. */
export type MakeScreen = (load: Load, title?: RouteHandle['title']) => Pick<RouteObject, 'lazy' | 'handle'>;

/** Loads a screen from a file with several screens. */
function named<Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>): Load {
  return async () => ({ default: (await load())[name] });
}

/** For screens whose texts load with the page. */
export const screen: MakeScreen = (load, title) => ({
  lazy: async () => ({ Component: (await load()).default }),
  handle: title === undefined ? {} : { title },
});

/** A route whose children may use queries. The library is loaded with the first of them. */
export function withQueries(children: RouteObject[]): RouteObject {
  return { ...screen(() => import('./QueryRoutes.tsx')), children };
}

/** For screens that also need the other texts. */
export function screenWith(loadTexts: () => Promise<void>): MakeScreen {
  return (load, title) => screen(async () => (await Promise.all([load(), loadTexts()]))[0], title);
}
