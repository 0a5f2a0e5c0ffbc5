import type { RouteObject } from 'react-router-dom';
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
