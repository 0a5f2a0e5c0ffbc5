import { type RouteObject, redirect } from 'react-router-dom';
import { type MakeScreen, screen } from '../app/screen.ts';

/** The pages that open to everybody, in the frame of the site. */
export function siteRoutes(wordy: MakeScreen): RouteObject {
  return {
    ...screen(() => import('./SiteLayout.tsx')),
    children: [
      { index: true, ...screen(() => import('./home/HomePage.tsx'), 'web-100021') },
      { path: 'widget', ...wordy(() => import('./WidgetPage.tsx'), 'site.widget') },
      { path: 'privacy', ...wordy(() => import('./PrivacyPage.tsx'), 'web-100007') },
      { path: 'policy', ...wordy(() => import('./PolicyPage.tsx'), 'web-100008') },
      { path: 'about', ...wordy(() => import('./AboutPage.tsx'), 'web-100009') },
      { path: 'register', ...screen(() => import('../account/entry/RegisterPage.tsx'), 'web-100014') },
      { path: 'login', ...screen(() => import('../account/entry/LoginPage.tsx'), 'web-100013') },
      { path: 'password/forget', ...screen(() => import('../account/entry/ForgotPage.tsx'), 'web-100018') },
      { path: 'password/change', ...screen(() => import('../account/entry/ChangePage.tsx'), 'web-100015') },
      { path: '404', ...screen(() => import('../app/NotFound.tsx'), 'notFound.title') },
    ],
  };
}

/**
 * What belongs to an account, in the shell with the menu. A screen of the admin area is there for whom the server
 * names it; the guard sends everybody else to the page of what is not there.
 */
export function accountRoutes(wordy: MakeScreen): RouteObject {
  return {
    ...wordy(() => import('../account/shell/Shell.tsx')),
    children: [
      { path: 'home', ...screen(() => import('../account/home/Dashboard.tsx'), 'web-100021') },
      { path: 'home/info', ...screen(() => import('../account/profile/UserInfoPage.tsx'), 'account.info') },
      {
        path: 'home/other',
        ...screen(() => import('../account/profile/OtherInfoPage.tsx'), 'account.other'),
      },
      { path: 'home/messages', ...screen(() => import('../account/home/MessagesPage.tsx'), 'site.message') },
      { path: 'permission', element: null, loader: () => redirect('/permission/user') },
      { path: 'permission/user', ...screen(() => import('../admin/users/UserScreen.tsx'), 'admin.user') },
      { path: 'permission/role', ...screen(() => import('../admin/roles/RoleScreen.tsx'), 'admin.role') },
      { path: 'permission/menu', ...screen(() => import('../admin/menus/MenuScreen.tsx'), 'admin.menu') },
      { path: 'system', element: null, loader: () => redirect('/system/notice') },
      { path: 'system/notice', ...screen(() => import('../admin/notices/NoticeScreen.tsx'), 'admin.notice') },
      { path: 'system/dict', ...screen(() => import('../admin/dicts/DictScreen.tsx'), 'admin.dict') },
      {
        path: 'system/dict_data',
        ...screen(() => import('../admin/dicts/DictDataScreen.tsx'), 'admin.dictData'),
      },
      {
        path: 'system/version',
        ...screen(() => import('../admin/versions/VersionScreen.tsx'), 'admin.version'),
      },
      { path: 'system/log', ...screen(() => import('../admin/logs/LogScreen.tsx'), 'admin.log') },
    ],
  };
}
