import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { usePage } from '#renderer/data/hooks.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { ProfileSheet } from '../profile/ProfileSheet.tsx';
import { SwitchAccount } from '../profile/SwitchAccount.tsx';

/** The signed-in account, with buttons that sign out, switch the account and change the password. */
export function AccountPanel() {
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
