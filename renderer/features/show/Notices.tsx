import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import {
  useConnection,
  useRingside,
  useSession,
  useShowPhase,
  useVanillaStore,
} from '#renderer/data/hooks.ts';
import { signInPath } from '#renderer/data/paths.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useNarrow } from '#renderer/kit/ui/useNarrow.ts';
import styles from './Notices.module.css';
import { useLostWords, useStopped } from './room/lineState.ts';

/**
 * Banners on every screen: lost link, signed out, outdated page and the backstage's notices. `belowDeck` leaves out what
 * the controls of the show say: a lost link, and what stops the counting.
 */
export function Notices({ belowDeck = false }: { belowDeck?: boolean }) {
  const { t } = useTranslation();
  const { notices, platform } = useRingside();
  const standing = useVanillaStore(notices, (state) => state.standing);
  const stopped = useStopped();
  const banners = belowDeck ? standing.filter(({ problem }) => problem !== stopped) : standing;
  const outdated = useConnection((state) => state.outdated);
  const lost = useConnection((state) => state.link.phase === 'lost') && !belowDeck;
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
  const words = useLostWords(useNarrow());
  return (
    <div className="banner banner--error">
      <i className="pi pi-link" aria-hidden="true" />
      <span className="spread">{words}</span>
      <Button small look="outlined" label={t('action.retryNow')} onClick={() => link.retryNow()} />
    </div>
  );
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
