import type { ComponentType } from 'react';
import { type RouteObject, redirect } from 'react-router-dom';
import { type GuardContext, guard } from './guard.ts';
import { ProgressBar } from './Progress.tsx';
import { Root, type RouteHandle } from './Root.tsx';
import { RouteFault } from './RouteFault.tsx';

type Screen = () => Promise<{ default: ComponentType }>;

/** A screen that is loaded when it is first opened. */
function screen(load: Screen, handle: RouteHandle = {}): Pick<RouteObject, 'lazy' | 'handle'> {
  return { lazy: async () => ({ Component: (await load()).default }), handle };
}

/** The tool and its tabs. */
const toolRoutes: RouteObject = {
  path: 'tool',
  ...screen(() => import('./ToolRoot.tsx')),
  children: [
    {
      ...screen(() => import('../tool/ToolFrame.tsx')),
      children: [
        { index: true, ...screen(() => import('../tool/home/Homepage.tsx')) },
        { path: 'setting', ...screen(() => import('../tool/setting/SettingPage.tsx')) },
      ],
    },
  ],
};

/** Every route of the page. The guard runs before each navigation, whatever it leads to. */
export function createRoutes(context: GuardContext): RouteObject[] {
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
        { index: true, element: <ProgressBar />, loader: () => redirect('/tool') },
        toolRoutes,
        { path: '404', ...screen(() => import('./NotFound.tsx'), { title: 'notFound.title' }) },
        { path: '*', element: <ProgressBar />, loader: () => redirect('/404') },
      ],
    },
  ];
}
