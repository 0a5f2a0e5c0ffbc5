import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useConnection, usePage, useRingside, useSession, useShow } from '#renderer/data/hooks.ts';
import { signInPath } from '#renderer/data/paths.ts';
import { useTitle } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { FactRow, SettingSheet } from '#renderer/kit/ui/Settings.tsx';
import { Devices, Signins } from './Devices.tsx';
import { OwnData, SavedShows } from './OtherInfoPage.tsx';
import styles from './SignInPanel.module.css';
import { SyncPanel } from './SyncPanel.tsx';
import { ProfileSheet, SwitchAccount } from './UserInfoPage.tsx';

/** User Info: the account with its data and devices, and facts about this page. */
export default function UserPage() {
  useTitle('tab.user');
  const { session } = usePage();
  const { i18n } = useTranslation();
  const signedIn = useSession((state) => state.loginStatus);
  const user = useSession((state) => state.user?.userId ?? null);
  useEffect(() => {
    if (signedIn) void session.ensureInfo({ quiet: true });
  }, [session, signedIn]);

  if (!signedIn) {
    return (
      <SettingSheet>
        <SignInPanel />
        <PagePanel />
      </SettingSheet>
    );
  }
  return (
    // The key resets the forms for another account or language.
    <SettingSheet key={`${user} ${i18n.language}`}>
      <AccountPanel />
      <SyncPanel />
      <Devices />
      <Signins />
      <SavedShows />
      <OwnData />
      <PagePanel />
    </SettingSheet>
  );
}

/** The signed-in account, with buttons that sign out, switch the account and change the password. */
function AccountPanel() {
  const { t } = useTranslation();
  const { session, platform } = usePage();
  const navigate = useNavigate();
  const leave = async () => {
    await session.signOut();
    // The desktop's tool needs no account, so it stays open.
    if (platform.kind !== 'desktop') await navigate('/login');
  };
  return (
    <Panel
      title={t('user.account')}
      body="padded"
      actions={
        <>
          <Link className="link" to="/password/change">
            {t('user.changePassword')}
          </Link>
          <SwitchAccount back="/tool/user" />
          <Button
            small
            look="outlined"
            icon="sign-out"
            label={t('user.signOut')}
            onClick={() => void leave()}
          />
        </>
      }
    >
      <ProfileSheet />
    </Panel>
  );
}

/** Facts about this page: device, time zone, build and show. */
function PagePanel() {
  const { t } = useTranslation();
  const { platform } = usePage();
  const build = useConnection((state) => state.build);
  const room = useShow((state) => state.room?.username ?? '');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <Panel title={t('user.other')} body="padded">
      <FactRow label={t('user.device')} value={t(`user.device.${platform.kind}`)} />
      <FactRow label={t('user.timeZone')} value={timeZone} />
      <FactRow label={t('user.build')} value={build ?? '…'} />
      <FactRow label={t('user.show')} value={room === '' ? t('user.noShow') : `@${room}`} />
    </Panel>
  );
}

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
