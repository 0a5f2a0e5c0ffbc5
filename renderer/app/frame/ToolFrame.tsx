import { type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { usePage, useRingside, useSettings } from '#renderer/data/hooks.ts';
import { isKeyAction } from '#renderer/data/keys/actions.ts';
import { acceleratorLabel } from '#renderer/data/keys/globalKeys.ts';
import { toolTabs } from '#renderer/data/paths.ts';
import { Notices } from '#renderer/features/show/Notices.tsx';
import { useOperatorNews } from '#renderer/features/show/operatorNews.ts';
import { useLiveNews } from '#renderer/features/show/room/WaitForLive.tsx';
import { useOpenWall } from '#renderer/features/show/wall/useOpenWall.ts';
import { useShowSounds } from '#renderer/features/sound/index.ts';
import { useKey, useKeyActionName } from '#renderer/kit/keys/useKey.ts';
import { loadConfirm } from '#renderer/kit/ui/AskHost.tsx';
import { useLoadAhead } from '#renderer/kit/ui/useLoadAhead.ts';
import { useNarrow } from '#renderer/kit/ui/useNarrow.ts';
import { useSavedScroll } from '#renderer/kit/ui/useSavedScroll.ts';
import badges from './keyBadges.module.css';
import { StatusBar } from './StatusBar.tsx';
import styles from './ToolFrame.module.css';

/** The frame of the tool: tabs, status bar and the current tab, which is the only part that scrolls. */
export default function ToolFrame() {
  useOperatorNews();
  useLiveNews();
  useShowSounds();
  useGlobalKeys();
  useLoadAhead(loadConfirm);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const narrow = useNarrow();
  // The Homepage and a replay have the list of gifts: there, its own key focuses it.
  const hasGifts = pathname === '/tool' || pathname.includes('/replay/');
  useKey('ledger.focus', () => void navigate('/tool'), !hasGifts);
  useKey('wall.open', useOpenWall());
  useKey('bonus.run', useRunBonus());
  const held = useKeysHeld();
  const work = useRef<HTMLElement>(null);
  // One element scrolls for all tabs. Store the position for each tab.
  useSavedScroll(work, pathname);
  return (
    <div className={`${styles.frame} ${held ? badges.all : badges.quiet}`}>
      <SkipLinks />
      <Rail />
      <StatusBar />
      <main className={styles.work} id={WORK} tabIndex={-1} ref={work}>
        <TabHeading pathname={pathname} />
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
      <Notices belowDeck={pathname === '/tool' && !narrow} />
    </div>
  );
}

/** Returns the function that starts the host's time bonuses, or stops them, and says which. */
function useRunBonus(): () => void {
  const { attempt, toasts } = useRingside();
  return () =>
    void attempt('overlay.bonuses', {}).then((answer) => {
      if (answer === null) return;
      const summary = { key: answer.running ? 'bonus.started' : 'bonus.stopped' };
      toasts.getState().add({ severity: 'success', summary });
    });
}

const WORK = 'work';

/** Links that are visible while they have the focus: past the tabs and the bar, and to the list of gifts. */
function SkipLinks() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const focus = (find: () => HTMLElement | null) => (event: MouseEvent) => {
    event.preventDefault();
    find()?.focus();
  };
  return (
    <div className="skip">
      <a href={`#${WORK}`} onClick={focus(() => document.getElementById(WORK))}>
        {t('frame.skip')}
      </a>
      {pathname === '/tool' && (
        <a href={`#${WORK}`} onClick={focus(() => document.querySelector('[data-ledger] [role="tree"]'))}>
          {t('frame.skipToGifts')}
        </a>
      )}
    </div>
  );
}

/** The heading of the current tab. Visible headings begin at the second level. */
function TabHeading({ pathname }: { pathname: string }) {
  const { t } = useTranslation();
  const tab = toolTabs.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  const label = pathname.includes('/replay/') ? 'replay.title' : (tab?.label ?? 'tab.home');
  return <h1 className="only-for-readers">{t(label)}</h1>;
}

/** The key that shows every key badge while the host holds it down. */
const HELD = 'Alt';

/** Returns whether the host holds down the key that shows the key badges. */
function useKeysHeld(): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      // Alt with another key is a shortcut of the browser or types a character.
      setHeld(event.key === HELD);
      // On Windows, Alt moves the focus to the browser's menu.
      if (event.key === HELD) event.preventDefault();
    };
    const up = () => setHeld(false);
    window.addEventListener('keydown', down);
    window.addEventListener('keyup', up);
    window.addEventListener('blur', up);
    return () => {
      window.removeEventListener('keydown', down);
      window.removeEventListener('keyup', up);
      window.removeEventListener('blur', up);
    };
  }, []);
  return held;
}

/** The tabs of the tool, as icons only if the host chose that. */
function Rail() {
  const { t } = useTranslation();
  const simple = useSettings((state) => state.simpleMenu);
  const navigate = useNavigate();
  useKey('frame.help', () => void navigate('/tool/help'));
  return (
    <nav className={simple ? `${styles.rail} ${styles.simple}` : styles.rail} aria-label={t('frame.tabs')}>
      <span className={styles.mark}>
        <img src="/icon.svg" width="30" height="30" alt={t('product.name')} />
      </span>
      {toolTabs.map((tab) => (
        <NavLink
          key={tab.to}
          className={styles.tab}
          to={tab.to}
          end={tab.to === '/tool'}
          title={simple ? t(tab.label) : undefined}
        >
          <i className={`pi pi-${tab.icon}`} aria-hidden="true" />
          <span className={simple ? 'only-for-readers' : styles.word}>{t(tab.label)}</span>
        </NavLink>
      ))}
    </nav>
  );
}

/**
 * Runs the actions that programs ask for, and those of global keys, which the desktop app reads while another program has the focus. A toast warns of a
 * key whose action is not possible now, and, at the start, of keys that another program has.
 */
export function useGlobalKeys(): void {
  const { keys } = usePage();
  const { platform, toasts, link } = useRingside();
  const { app } = platform;
  const actionName = useKeyActionName();
  useEffect(
    () =>
      app?.onGlobalKey(({ actions }) => {
        const action = actions.find(isKeyAction);
        // With the focus here, the host sees why nothing happens, as with every other key.
        if (action === undefined || keys.run(actions) || document.hasFocus()) return;
        toasts.getState().add({
          severity: 'warn',
          summary: { key: 'toast.keyNotNow', params: { action: actionName(action) } },
        });
      }),
    [app, keys, toasts, actionName],
  );
  useEffect(
    () =>
      link.onPush((push) => {
        if (push.push === 'key') keys.run([push.action]);
      }),
    [link, keys],
  );
  useEffect(() => {
    if (app === null) return;
    void Promise.all([app.checkGlobalKeys({}), app.getPreferences({})]).then(([checked, preferences]) => {
      if (!checked.ok || !preferences.ok || checked.result.refused.length === 0) return;
      const { globalKeys } = preferences.result;
      const refused = checked.result.refused.flatMap((action) => globalKeys[action] ?? []);
      toasts.getState().add({
        severity: 'warn',
        summary: {
          key: 'toast.keysRefused',
          params: { keys: [...new Set(refused)].map(acceleratorLabel).join(', ') },
        },
      });
    });
  }, [app, toasts]);
}
