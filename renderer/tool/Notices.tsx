import { useTranslation } from 'react-i18next';
import { useConnection, useNow, usePlain, useRingside, useShowPhase } from '../app/hooks.ts';
import { useProblemText } from '../i18n/useText.ts';
import { Button } from '../ui/Button.tsx';

/** What must not be missed on any screen: the link to the backstage, and standing notices. */
export function Notices() {
  const { t } = useTranslation();
  const { notices, platform } = useRingside();
  const standing = usePlain(notices, (state) => state.standing);
  const outdated = useConnection((state) => state.outdated);
  const lost = useConnection((state) => state.link.phase === 'lost');
  const problemText = useProblemText();
  const failing = useShowPhase().failing;
  if (!lost && !outdated && !failing && standing.length === 0) return <div className="notices" />;
  return (
    <div className="notices" role="alert">
      {lost && <LinkLost />}
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
      {standing.map((notice) => (
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
  const retryAt = useConnection((state) => (state.link.phase === 'lost' ? state.link.retryAt : null));
  const now = useNow(500);
  const seconds = retryAt === null ? 0 : Math.max(0, Math.ceil((retryAt - now) / 1000));
  return (
    <div className="banner banner--error">
      <i className="pi pi-link" aria-hidden="true" />
      <span className="spread">{t('notice.linkLost', { seconds })}</span>
      <Button small look="outlined" label={t('action.retryNow')} onClick={() => link.retryNow()} />
    </div>
  );
}
