import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { StatusBar } from './bar/StatusBar.tsx';
import { Notices } from './Notices.tsx';
import { useOperatorNews } from './operators/useOperatorNews.ts';
import { Rail } from './Rail.tsx';

/** The frame of the tool: rail, status bar, and the work, which alone scrolls. */
export default function ToolFrame() {
  useOperatorNews();
  return (
    <div className="frame">
      <Rail />
      <StatusBar />
      <Notices />
      <main className="work">
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
