import '../../styles/setting.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useConnection, usePage, useSession, useShow } from '../../app/hooks.ts';
import { useTitle } from '../../i18n/useTitle.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Fact } from './Fact.tsx';

/** User Info: whose account this is, and what this page runs on. */
export default function UserPage() {
  const { t } = useTranslation();
  useTitle('tab.user');
  const { session, platform } = usePage();
  const signedIn = useSession((state) => state.loginStatus);
  const user = useSession((state) => state.user);
  const nickname = useSession((state) => state.nickname);
  const roles = useSession((state) => state.roles);
  const build = useConnection((state) => state.build);
  const room = useShow((state) => state.room?.username ?? '');
  useEffect(() => {
    if (signedIn) void session.ensureInfo({ quiet: true });
  }, [session, signedIn]);

  return (
    <div className="setting">
      <Panel title={t('user.account')} body="padded">
        {signedIn ? (
          <>
            <Fact label={t('user.email')} value={user?.username ?? '…'} />
            {nickname !== '' && <Fact label={t('user.nickname')} value={nickname} />}
            {roles.length > 0 && <Fact label={t('user.roles')} value={roles.join(', ')} />}
            <div className="row setting__actions">
              <Link className="link" to="/password/change">
                {t('user.changePassword')}
              </Link>
              <span className="spread" />
              <Button
                look="outlined"
                icon="sign-out"
                label={t('user.signOut')}
                onClick={() => void session.signOut()}
              />
            </div>
          </>
        ) : (
          <>
            <p className="muted">{t('user.signedOut')}</p>
            <div className="row setting__actions">
              <Link className="p-button" to="/login?redirect=%2Ftool%2Fuser">
                {t('user.signIn')}
              </Link>
              <Link className="link" to="/register">
                {t('user.register')}
              </Link>
            </div>
          </>
        )}
      </Panel>
      <Panel title={t('user.other')} body="padded">
        <Fact label={t('user.device')} value={t(`user.device.${platform.kind}`)} />
        <Fact label={t('user.build')} value={build ?? '…'} />
        <Fact label={t('user.show')} value={room === '' ? t('user.noShow') : `@${room}`} />
      </Panel>
    </div>
  );
}
