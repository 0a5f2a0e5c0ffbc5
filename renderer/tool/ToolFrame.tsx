import { Suspense, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useKeptScroll } from '../ui/useKeptScroll.ts';
import { StatusBar } from './bar/StatusBar.tsx';
import { Notices } from './Notices.tsx';
import { useOperatorNews } from './operators/useOperatorNews.ts';
import { Rail } from './Rail.tsx';

/** The frame of the tool: rail, status bar, and the work, which alone scrolls. */
export default function ToolFrame() {
  useOperatorNews();
  const { pathname } = useLocation();
  const work = useRef<HTMLElement>(null);
  // The same element scrolls for every tab, and each tab has a place of its own.
  useKeptScroll(work, pathname);
  return (
    <div className="frame">
      <Rail />
      <StatusBar />
      <Notices />
      <main className="work" ref={work}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
