import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { accountCalls } from '#shared/contract/api/account.ts';
import { usePage } from '../../app/hooks.ts';
import { FormGroup } from '../../form/FormGroup.tsx';
import { Button } from '../../ui/Button.tsx';
import { CodeField } from './CodeField.tsx';
import { EmailField } from './EmailField.tsx';
import { EntryCard } from './EntryCard.tsx';
import { NewPassword } from './NewPassword.tsx';

/** A new password for an account whose old one is forgotten, by a code sent to its address. */
export default function ForgotPage() {
  const { t } = useTranslation();
  const { api } = usePage();
  const navigate = useNavigate();
  return (
    <EntryCard title={t('web-100018')} text={t('account.forgot.text')}>
      <FormGroup
        name="forgot"
        values={{ email: '', code: '', password: '', repeat: '' }}
        onSubmit={async ({ email, code, password }) => {
          const body = { email: email.trim(), code, password };
          await api.call(accountCalls.forgot, { body }, { announce: true });
          await navigate('/login', { replace: true });
        }}
      >
        <EmailField autoFocus />
        <CodeField purpose="forgot" />
        <NewPassword label={t('account.password.new')} />
        <Button type="submit" label={t('account.password.set')} />
      </FormGroup>
      <p className="entry__links">
        <Link className="link" to="/login">
          {t('account.toSignIn')}
        </Link>
      </p>
    </EntryCard>
  );
}
