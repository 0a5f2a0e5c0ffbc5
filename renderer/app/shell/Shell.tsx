import './shell.css';
import '#renderer/features/site/site.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { useSettings } from '#renderer/data/hooks.ts';
import { useRouteTitle } from '../Root.tsx';
import { ShellMenu } from './ShellMenu.tsx';
import { ShellTools } from './ShellTools.tsx';

/** The frame of the account's screens: the menu on the left, tools at the top. */
export default function Shell() {
  const simple = useSettings((state) => state.simpleMenu);
  const [round, setRound] = useState(0);
  const [menuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  // On a narrow screen the menu covers the work, so navigation closes it.
  useEffect(() => setMenuOpen(pathname === ''), [pathname]);
  return (
    <div className={`shell ${menuOpen ? 'shell--open' : ''} ${simple ? 'shell--simple' : ''}`}>
      <aside className="shell__side">
        <Link className="site__mark shell__mark" to="/">
          <img src="/icon.svg" width="28" height="28" alt="" />
          <Brand />
        </Link>
        <ShellMenu />
      </aside>
      <ShellTools
        menuOpen={menuOpen}
        onMenu={() => setMenuOpen(!menuOpen)}
        onRefresh={() => setRound(round + 1)}
      />
      <main className="shell__work" key={`${pathname} ${round}`}>
        <ScreenHeading />
        <Outlet />
      </main>
    </div>
  );
}

/** The heading of the screen. The dashboard has its own; the visible headings of the others begin at the second level. */
function ScreenHeading() {
  const { t } = useTranslation();
  const title = useRouteTitle();
  const { pathname } = useLocation();
  if (title === undefined || pathname === '/home') return null;
  return <h1 className="only-for-readers">{t(title)}</h1>;
}

function Brand() {
  const { t } = useTranslation();
  return <span className="shell__word">{t('product.name')}</span>;
}
