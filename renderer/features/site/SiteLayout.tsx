import './site.css';
import { Outlet } from 'react-router-dom';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';

/** The frame of the public pages. The document scrolls, so that the browser restores its position. */
export default function SiteLayout() {
  return (
    <div className="site">
      <SiteHeader />
      <Outlet />
      <SiteFooter />
    </div>
  );
}
