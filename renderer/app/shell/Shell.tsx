import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { usePage, useSession, useSettings } from '#renderer/data/hooks.ts';
import { pathOfScreen } from '#renderer/data/paths.ts';
import { useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { AccountPortrait } from '#renderer/features/account/AccountPortrait.tsx';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { PageTools, ProductLink } from '#renderer/kit/ui/PageTools.tsx';
import { type MenuNode, menuCalls } from '#shared/contract/api/menu.ts';
import { useRouteTitle } from '../Root.tsx';
import { MessageBell } from './MessageBell.tsx';
import styles from './Shell.module.css';

/** The frame of the account's screens: the menu on the left, tools at the top. */
export default function Shell() {
  const simple = useSettings((state) => state.simpleMenu);
  const [round, setRound] = useState(0);
  const [menuOpen, setMenuOpen] = useState(false);
  const { pathname } = useLocation();
  // On a narrow screen the menu covers the work, so navigation closes it.
  useEffect(() => setMenuOpen(pathname === ''), [pathname]);
  return (
    <div
      className={`${styles.shell} ${menuOpen ? styles.open : ''} ${simple ? styles.simple : ''}`}
      data-scrolls
    >
      <aside className={styles.side}>
        <ProductLink className={styles.mark} nameClassName={styles.word} />
        <ShellMenu />
      </aside>
      <ShellTools
        menuOpen={menuOpen}
        onMenu={() => setMenuOpen(!menuOpen)}
        onRefresh={() => setRound(round + 1)}
      />
      <main className={styles.work} key={`${pathname} ${round}`}>
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

const own = [
  { to: '/home', label: 'account.home', icon: 'gauge' },
  { to: '/home/info', label: 'account.info', icon: 'user' },
  { to: '/home/other', label: 'account.other', icon: 'shield' },
] as const;

/** Links to the account's own screens, the tool and the screens that the server opens to the account. */
function ShellMenu() {
  const { t } = useTranslation();
  const { data } = useApiQuery(menuCalls.mine, {}, { quiet: true });
  return (
    <nav className={styles.menu} aria-label={t('account.menu')}>
      {own.map((entry) => (
        <Entry key={entry.to} to={entry.to} icon={entry.icon} label={t(entry.label)} />
      ))}
      <Entry to="/tool" icon="bolt" label={t('account.tool')} />
      {(data ?? []).map((node) => (
        <Group key={node.id} node={node} />
      ))}
    </nav>
  );
}

/** A group of the admin area with its visible screens that this page has. */
function Group({ node }: { node: MenuNode }) {
  const text = useText();
  const screens = node.children.filter((child) => !child.hidden && pathOfScreen(child.name) !== null);
  if (node.hidden || screens.length === 0) return null;
  return (
    <section className={styles.group}>
      <h2 className={styles.groupTitle}>
        <i className={`pi pi-${node.icon}`} aria-hidden="true" />
        <span className={styles.word}>{text({ key: node.title })}</span>
      </h2>
      {screens.map((child) => (
        <Entry
          key={child.id}
          to={pathOfScreen(child.name) ?? '/home'}
          icon={child.icon}
          label={text({ key: child.title })}
        />
      ))}
    </section>
  );
}

function Entry({ to, icon, label }: { to: string; icon: string; label: string }) {
  const simple = useSettings((state) => state.simpleMenu);
  return (
    <NavLink className={styles.entry} to={to} end title={simple ? label : undefined}>
      <i className={`pi pi-${icon}`} aria-hidden="true" />
      <span className={styles.word}>{label}</span>
    </NavLink>
  );
}

interface ShellToolsProps {
  menuOpen: boolean;
  onMenu(): void;
  onRefresh(): void;
}

/** Messages, refresh, fullscreen, language, dark or light, who is signed in, and signing out. */
function ShellTools({ menuOpen, onMenu, onRefresh }: ShellToolsProps) {
  const { t } = useTranslation();
  const { session } = usePage();
  const navigate = useNavigate();
  const fullscreen = useFullscreen();
  const username = useSession((state) => state.user?.username ?? '');
  const leave = async () => {
    await session.signOut();
    await navigate('/login');
  };
  return (
    <header className={styles.bar}>
      <button
        type="button"
        className={`icon-button ${styles.toggle}`}
        aria-label={t('account.menu')}
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <i className="pi pi-bars" aria-hidden="true" />
      </button>
      <div className={styles.tools}>
        <MessageBell />
        <Button
          look="text"
          icon="refresh"
          ariaLabel={t('site.refresh')}
          onClick={() => {
            void session.reloadInfo();
            onRefresh();
          }}
        />
        {fullscreen.possible && (
          <Button
            look="text"
            icon={fullscreen.on ? 'window-minimize' : 'window-maximize'}
            ariaLabel={fullscreen.on ? t('site.fullscreen.leave') : t('site.fullscreen')}
            onClick={fullscreen.toggle}
          />
        )}
        <PageTools />
        <Link className={styles.who} to="/home/info" title={username}>
          <AccountPortrait size={24} />
          <span className="clip">{username}</span>
        </Link>
        <Button look="text" icon="sign-out" ariaLabel={t('site.signOut')} onClick={() => void leave()} />
      </div>
    </header>
  );
}

/** Returns whether the page is in fullscreen, and toggles it if the browser supports that. */
function useFullscreen(): { on: boolean; possible: boolean; toggle(): void } {
  const on = useSyncExternalStore(onFullscreenChange, () => document.fullscreenElement !== null);
  return {
    on,
    possible: document.fullscreenEnabled,
    toggle: () => {
      void (on ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    },
  };
}

function onFullscreenChange(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}
