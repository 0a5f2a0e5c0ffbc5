import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useConnection, usePage, useSession, useShow } from '#renderer/data/hooks.ts';
import { useTitle } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { FactRow, SettingSheet } from '#renderer/kit/ui/Settings.tsx';
import { Devices } from '../profile/Devices.tsx';
import { OwnData } from '../profile/OwnData.tsx';
import { ProfileSheet } from '../profile/ProfileSheet.tsx';
import { SavedShows } from '../profile/SavedShows.tsx';
import { Signins } from '../profile/Signins.tsx';
import { SwitchAccount } from '../profile/SwitchAccount.tsx';
import { SyncPanel } from '../sync/SyncPanel.tsx';
import { SignInPanel } from './SignInPanel.tsx';

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
