import { type RouteObject, redirect } from 'react-router-dom';
import { type MakeScreen, screen, withQueries } from './screen.ts';

/** The public pages, in the frame of the site. */
export function siteRoutes(wordy: MakeScreen): RouteObject {
  return {
    ...screen(() => import('#renderer/features/site/SiteLayout.tsx')),
    children: [
      { index: true, ...screen(() => import('#renderer/features/site/home/HomePage.tsx'), 'web-100021') },
      { path: 'widget', ...wordy(() => import('#renderer/features/site/WidgetPage.tsx'), 'site.widget') },
      { path: 'policy', ...wordy(() => import('#renderer/features/site/PolicyPage.tsx'), 'web-100008') },
      { path: 'about', ...wordy(() => import('#renderer/features/site/AboutPage.tsx'), 'web-100009') },
      {
        path: 'login',
        ...screen(() => import('#renderer/features/account/entry/LoginPage.tsx'), 'web-100013'),
      },
      withQueries([
        { path: 'privacy', ...wordy(() => import('#renderer/features/site/PrivacyPage.tsx'), 'web-100007') },
        {
          path: 'register',
          ...screen(() => import('#renderer/features/account/entry/RegisterPage.tsx'), 'web-100014'),
        },
        {
          path: 'password/forget',
          ...screen(() => import('#renderer/features/account/entry/ForgotPage.tsx'), 'web-100018'),
        },
        {
          path: 'password/change',
          ...screen(() => import('#renderer/features/account/entry/ChangePage.tsx'), 'web-100015'),
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
export function accountRoutes(wordy: MakeScreen): RouteObject {
  return {
    ...wordy(() => import('./shell/Shell.tsx')),
    children: [
      {
        path: 'home',
        ...screen(() => import('#renderer/features/account/home/Dashboard.tsx'), 'web-100021'),
      },
      {
        path: 'home/info',
        ...screen(() => import('#renderer/features/account/profile/UserInfoPage.tsx'), 'account.info'),
      },
      {
        path: 'home/other',
        ...screen(() => import('#renderer/features/account/profile/OtherInfoPage.tsx'), 'account.other'),
      },
      {
        path: 'home/messages',
        ...screen(() => import('#renderer/features/account/home/MessagesPage.tsx'), 'site.message'),
      },
      { path: 'permission', element: null, loader: () => redirect('/permission/user') },
      {
        path: 'permission/user',
        ...screen(() => import('#renderer/features/admin/users/UserScreen.tsx'), 'admin.user'),
      },
      {
        path: 'permission/role',
        ...screen(() => import('#renderer/features/admin/roles/RoleScreen.tsx'), 'admin.role'),
      },
      {
        path: 'permission/menu',
        ...screen(() => import('#renderer/features/admin/menus/MenuScreen.tsx'), 'admin.menu'),
      },
      { path: 'system', element: null, loader: () => redirect('/system/notice') },
      {
        path: 'system/notice',
        ...screen(() => import('#renderer/features/admin/notices/NoticeScreen.tsx'), 'admin.notice'),
      },
      {
        path: 'system/dict',
        ...screen(() => import('#renderer/features/admin/dicts/DictScreen.tsx'), 'admin.dict'),
      },
      {
        path: 'system/dict_data',
        ...screen(() => import('#renderer/features/admin/dicts/DictDataScreen.tsx'), 'admin.dictData'),
      },
      {
        path: 'system/version',
        ...screen(() => import('#renderer/features/admin/versions/VersionScreen.tsx'), 'admin.version'),
      },
      {
        path: 'system/log',
        ...screen(() => import('#renderer/features/admin/logs/LogScreen.tsx'), 'admin.log'),
      },
      {
        path: 'system/status',
        ...screen(() => import('#renderer/features/admin/status/StatusScreen.tsx'), 'admin.overview'),
      },
    ],
  };
}
