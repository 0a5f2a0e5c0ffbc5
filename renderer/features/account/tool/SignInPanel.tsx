import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useRingside } from '#renderer/data/hooks.ts';
import { signInPath } from '#renderer/data/paths.ts';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import styles from './SignInPanel.module.css';

const gains = ['presets', 'shows', 'devices'] as const;

/** The benefits of an account, and links to sign in. A desktop app without a server links to its settings. */
export function SignInPanel() {
  const { t } = useTranslation();
  const server = useServer();
  return (
    <Panel title={t('user.account')} body="padded">
      <p>{t('user.signedOut')}</p>
      <ul className={styles.gains}>
        {gains.map((gain) => (
          <li key={gain}>
            <i className="pi pi-check" aria-hidden="true" /> {t(`user.gain.${gain}`)}
          </li>
        ))}
      </ul>
      {server === '' ? (
        <>
          <p className="muted">{t('user.noServer')}</p>
          <div className={`row ${styles.actions}`}>
            <Link className="p-button" to="/tool/setting">
              {t('user.setServer')}
            </Link>
          </div>
        </>
      ) : (
        <>
          {server !== null && <p className="muted">{t('user.server', { server })}</p>}
          <div className={`row ${styles.actions}`}>
            <Link className="p-button" to={signInPath('/tool/user')}>
              {t('user.signIn')}
            </Link>
            <Link className="link" to="/register?redirect=%2Ftool%2Fuser">
              {t('user.register')}
            </Link>
          </div>
        </>
      )}
    </Panel>
  );
}

/** Returns the desktop app's server, '' if none is set; null in a browser. */
function useServer(): string | null {
  const { platform } = useRingside();
  const [server, setServer] = useState<string | null>(null);
  useEffect(() => {
    const { app } = platform;
    if (app === null) return;
    void app.getPreferences({}).then((answer) => {
      if (answer.ok) setServer(answer.result.server);
    });
    return app.onPreferences((preferences) => setServer(preferences.server));
  }, [platform]);
  return server;
}
