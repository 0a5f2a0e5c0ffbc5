import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { accountCalls } from '#shared/contract/api/account.ts';
import { usePage } from '../../app/hooks.ts';
import { ownPath } from '../../app/paths.ts';
import { FormGroup } from '../../form/FormGroup.tsx';
import { Button } from '../../ui/Button.tsx';
import { CodeField } from './CodeField.tsx';
import { EmailField } from './EmailField.tsx';
import { EntryCard } from './EntryCard.tsx';
import { NewPassword } from './NewPassword.tsx';

/** Signing up; whoever has done so is signed in at once. */
export default function RegisterPage() {
  const { t } = useTranslation();
  const { api, session } = usePage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const target = ownPath(query.get('redirect'));
  return (
    <EntryCard title={t('account.register')} text={t('account.register.text')}>
      <FormGroup
        name="signup"
        values={{ email: '', code: '', password: '', repeat: '' }}
        onSubmit={async ({ email, code, password }) => {
          const body = { email: email.trim(), code, password };
          await api.call(accountCalls.signup, { body }, { announce: true });
          await session.signIn(body.email, password, { quiet: true });
          await navigate(target === '/' ? '/home' : target, { replace: true });
        }}
      >
        <EmailField autoFocus />
        <CodeField purpose="signup" />
        <NewPassword label={t('account.password')} />
        <Button type="submit" label={t('account.register')} />
      </FormGroup>
      <p className="small muted">
        {t('account.register.agree')} <Link to="/policy">{t('site.policy')}</Link>{' '}
        <Link to="/privacy">{t('site.privacy')}</Link>
      </p>
      <p className="entry__links">
        <Link className="link" to="/login">
          {t('account.toSignIn')}
        </Link>
      </p>
    </EntryCard>
  );
}
