import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { usePage, useSession } from '#renderer/data/hooks.ts';
import { AccountPortrait } from '#renderer/features/account/profile/AccountPortrait.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { PageTools } from '#renderer/kit/ui/PageTools.tsx';
import { MessageBell } from './MessageBell.tsx';

export interface ShellToolsProps {
  menuOpen: boolean;
  onMenu(): void;
  onRefresh(): void;
}

/** Messages, refresh, fullscreen, language, dark or light, who is signed in, and signing out. */
export function ShellTools({ menuOpen, onMenu, onRefresh }: ShellToolsProps) {
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
    <header className="shell__bar">
      <button
        type="button"
        className="icon-button shell__toggle"
        aria-label={t('account.menu')}
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <i className="pi pi-bars" aria-hidden="true" />
      </button>
      <div className="shell__tools">
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
        <Link className="shell__who" to="/home/info" title={username}>
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
