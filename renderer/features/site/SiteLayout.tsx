import './site.css';
import { Outlet } from 'react-router-dom';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';

/** The frame of the pages that everybody can open. The document scrolls, so that its position is kept. */
export default function SiteLayout() {
  return (
    <div className="site">
      <SiteHeader />
      <Outlet />
      <SiteFooter />
    </div>
  );
}
