import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { ProfileSheet } from './ProfileSheet.tsx';
import { SwitchAccount } from './SwitchAccount.tsx';

/** The signed-in account's page. */
export default function UserInfoPage() {
  const { t } = useTranslation();
  return (
    <Panel
      title={t('account.info')}
      body="padded"
      actions={
        <>
          <Link className="link" to="/password/change">
            {t('web-100015')}
          </Link>
          <SwitchAccount back="/home/info" />
        </>
      }
    >
      <ProfileSheet />
    </Panel>
  );
}
