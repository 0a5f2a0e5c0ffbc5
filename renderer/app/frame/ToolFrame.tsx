import { Suspense, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Notices } from '#renderer/features/show/Notices.tsx';
import { useOperatorNews } from '#renderer/features/show/operatorNews.ts';
import { useLiveNews } from '#renderer/features/show/room/WaitForLive.tsx';
import { loadConfirm } from '#renderer/kit/ui/AskHost.tsx';
import { useLoadAhead } from '#renderer/kit/ui/useLoadAhead.ts';
import { useSavedScroll } from '#renderer/kit/ui/useSavedScroll.ts';
import badges from './keyBadges.module.css';
import { Rail } from './Rail.tsx';
import { StatusBar } from './StatusBar.tsx';
import { useKeysHeld } from './useKeysHeld.ts';

/** The frame of the tool: rail, status bar, and the work, which alone scrolls. */
export default function ToolFrame() {
  useOperatorNews();
  useLiveNews();
  useLoadAhead(loadConfirm);
  const { pathname } = useLocation();
  const held = useKeysHeld();
  const work = useRef<HTMLElement>(null);
  // The same element scrolls for every tab, and each tab has a place of its own.
  useSavedScroll(work, pathname);
  return (
    <div className={`frame ${held ? badges.all : badges.quiet}`}>
      <Rail />
      <StatusBar />
      <main className="work" ref={work}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
      <Notices />
    </div>
  );
}
