import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { usePage } from '#renderer/data/hooks.ts';
import { accountCalls } from '#shared/contract/api/account.ts';
import { CodeForm } from './CodeForm.tsx';
import { EntryCard } from './EntryCard.tsx';
import styles from './entry.module.css';

/** Sets a new password for an account after a code was sent to its address. */
export default function ForgotPage() {
  const { t } = useTranslation();
  const { api } = usePage();
  const navigate = useNavigate();
  return (
    <EntryCard title={t('web-100018')} text={t('account.forgot.text')}>
      <CodeForm
        purpose="forgot"
        passwordLabel={t('account.password.new')}
        submitLabel={t('account.password.set')}
        onSubmit={async (body) => {
          await api.call(accountCalls.forgot, { body }, { announce: true });
          await navigate('/login', { replace: true });
        }}
      />
      <p className={styles.links}>
        <Link className="link" to="/login">
          {t('account.toSignIn')}
        </Link>
      </p>
    </EntryCard>
  );
}
