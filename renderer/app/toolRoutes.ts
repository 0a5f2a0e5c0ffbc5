import type { RouteObject } from 'react-router-dom';
import { type MakeScreen, screen } from './screen.ts';

/** The tool and its tabs. */
export function toolRoutes(wordy: MakeScreen): RouteObject {
  return {
    path: 'tool',
    ...wordy(() => import('./ToolRoot.tsx')),
    children: [
      {
        ...screen(() => import('../tool/ToolFrame.tsx')),
        children: [
          { index: true, ...screen(() => import('../tool/home/Homepage.tsx')) },
          { path: 'report', ...screen(() => import('../tool/report/ReportPage.tsx')) },
          { path: 'report/replay/:showId', ...screen(() => import('../tool/replay/ReplayPage.tsx')) },
          { path: 'help', ...screen(() => import('../tool/help/HelpPage.tsx')) },
          { path: 'extras/:linkId?', ...screen(() => import('../tool/extras/ExtrasPage.tsx')) },
          { path: 'live', ...screen(() => import('../tool/live/LivePage.tsx')) },
          { path: 'setting', ...screen(() => import('../tool/setting/SettingPage.tsx')) },
          { path: 'messages', ...screen(() => import('../tool/user/MessagesTab.tsx')) },
          { path: 'user', ...screen(() => import('../tool/user/UserPage.tsx')) },
        ],
      },
    ],
  };
}

/** The avatar workbench as a window that streaming software captures: the tool without its frame. */
export function workbenchRoute(wordy: MakeScreen): RouteObject {
  return {
    path: 'workbench',
    ...wordy(() => import('./ToolRoot.tsx')),
    children: [{ index: true, ...screen(() => import('../tool/workbench/WorkbenchPage.tsx')) }],
  };
}
