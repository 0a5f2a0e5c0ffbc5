import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useSession } from '#renderer/data/hooks.ts';
import { signInPath } from '#renderer/data/paths.ts';
import { useApiMutation, useProfile } from '#renderer/data/queries/apiQueries.ts';
import { NewPassword, PresentPassword } from '#renderer/kit/form/accountFields.tsx';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { accountCalls } from '#shared/contract/api/account.ts';
import { EntryCard } from './EntryCard.tsx';
import styles from './entry.module.css';

/** Changes the signed-in account's password. Asks visitors to sign in first. */
export default function ChangePage() {
  const { t } = useTranslation();
  const signedIn = useSession((state) => state.loginStatus);
  if (signedIn) return <ChangeForm />;
  return (
    <EntryCard title={t('web-100015')} text={t('account.change.signInFirst')}>
      <p className={styles.links}>
        <Link className="p-button" to={signInPath('/password/change')}>
          {t('account.signIn')}
        </Link>
        <Link className="link" to="/password/forget">
          {t('account.toForgot')}
        </Link>
      </p>
    </EntryCard>
  );
}

function ChangeForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: profile } = useProfile();
  const change = useApiMutation(accountCalls.changePassword);
  const hasOld = profile?.passwordSet !== false;
  return (
    <EntryCard title={t('web-100015')} text={t('account.change.text')}>
      <FormGroup
        name="change"
        values={{ oldPassword: '', password: '', repeat: '' }}
        disabled={profile === undefined}
        onSubmit={async ({ oldPassword, password }) => {
          const body = { oldPassword, password };
          await change.mutateAsync({ body });
          await navigate('/home', { replace: true });
        }}
      >
        {hasOld && <PresentPassword name="oldPassword" label={t('account.password.old')} />}
        <NewPassword label={t('account.password.new')} />
        <Button type="submit" label={t('account.password.set')} />
      </FormGroup>
    </EntryCard>
  );
}
