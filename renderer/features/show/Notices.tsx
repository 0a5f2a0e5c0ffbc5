import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import {
  useConnection,
  useNow,
  useRingside,
  useSession,
  useShowPhase,
  useVanillaStore,
} from '#renderer/data/hooks.ts';
import { signInPath } from '#renderer/data/paths.ts';
import type { RejectionReason } from '#renderer/data/platform/platform.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useNarrow } from '#renderer/kit/ui/useNarrow.ts';
import styles from './Notices.module.css';

/** Banners on every screen: lost link, signed out, outdated page and the backstage's notices. */
export function Notices() {
  const { t } = useTranslation();
  const { notices, platform } = useRingside();
  const banners = useVanillaStore(notices, (state) => state.standing);
  const outdated = useConnection((state) => state.outdated);
  const lost = useConnection((state) => state.link.phase === 'lost');
  const signedOut = useSession((state) => state.lost);
  const problemText = useProblemText();
  const failing = useShowPhase().failing;
  if (!lost && !signedOut && !outdated && !failing && banners.length === 0)
    return <div className={styles.notices} />;
  return (
    <div className={styles.notices} role="alert" data-notices>
      {signedOut && <SignedOut />}
      {lost && !signedOut && <LinkLost />}
      {failing && (
        <div className="banner banner--error">
          <i className="pi pi-exclamation-triangle" aria-hidden="true" />
          <span className="spread">{t('notice.showUnreadable')}</span>
          <Button small label={t('action.reload')} onClick={() => platform.reload()} />
        </div>
      )}
      {outdated && (
        <div className="banner banner--warn">
          <i className="pi pi-refresh" aria-hidden="true" />
          <span className="spread">{t('notice.outdated')}</span>
          <Button small label={t('action.reload')} onClick={() => platform.reload()} />
        </div>
      )}
      {banners.map((notice) => (
        <div key={notice.id} className={`banner banner--${notice.severity}`}>
          <i className="pi pi-exclamation-triangle" aria-hidden="true" />
          <span className="spread">{problemText(notice.problem)}</span>
        </div>
      ))}
    </div>
  );
}

function LinkLost() {
  const { t } = useTranslation();
  const { link } = useRingside();
  const why = useConnection((state) => (state.link.phase === 'lost' ? state.link.why : undefined));
  const retryAt = useConnection((state) => (state.link.phase === 'lost' ? state.link.retryAt : null));
  const narrow = useNarrow();
  const now = useNow(500);
  const seconds = retryAt === null ? 0 : Math.max(0, Math.ceil((retryAt - now) / 1000));
  return (
    <div className="banner banner--error">
      <i className="pi pi-link" aria-hidden="true" />
      <span className="spread">{t(lostText(why, narrow), { seconds })}</span>
      <Button small look="outlined" label={t('action.retryNow')} onClick={() => link.retryNow()} />
    </div>
  );
}

/** On a phone, the line's state above the notice already says that the connection is lost. */
function lostText(why: RejectionReason | undefined, narrow: boolean) {
  if (why === 'full') return 'notice.serverFull';
  if (why === 'unavailable') return 'notice.unavailable';
  if (why === 'tooManyScreens') return 'notice.tooManyScreens';
  return narrow ? 'notice.linkLostShort' : 'notice.linkLost';
}

/**
 * A warning and not an error, because the show continues without this screen. In the desktop app, this screen keeps
 * working too.
 */
function SignedOut() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <div className="banner banner--warn">
      <i className="pi pi-sign-out" aria-hidden="true" />
      <span className="spread">{t('notice.signedOut')}</span>
      <Link className="p-button p-button-sm" to={signInPath(`${pathname}${search}`)}>
        {t('notice.signInAgain')}
      </Link>
    </div>
  );
}
