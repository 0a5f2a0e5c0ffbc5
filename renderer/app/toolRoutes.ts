import type { RouteObject } from 'react-router-dom';
import { type MakeScreen, screen } from './screen.ts';

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
          { path: 'messages', ...screen(() => import('#renderer/features/account/tool/MessagesTab.tsx')) },
          { path: 'user', ...screen(() => import('#renderer/features/account/tool/UserPage.tsx')) },
        ],
      },
    ],
  };
}

/** The avatar workbench in a window that streaming software captures, without the tool's frame. */
export function workbenchRoute(wordy: MakeScreen): RouteObject {
  return {
    path: 'workbench',
    ...wordy(() => import('./ToolRoot.tsx')),
    children: [{ index: true, ...screen(() => import('#renderer/features/overlays/WorkbenchPage.tsx')) }],
  };
}

/** The page of a phone, which needs no sign-in: its token admits it. */
export function phoneRoute(wordy: MakeScreen): RouteObject {
  return { path: 'phone', ...wordy(() => import('./phone/PhoneRoot.tsx')) };
}
