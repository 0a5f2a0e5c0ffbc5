import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { usePage } from '#renderer/data/hooks.ts';
import { ownPath, signInPath } from '#renderer/data/paths.ts';
import { accountCalls } from '#shared/contract/api/account.ts';
import { CodeForm } from './CodeForm.tsx';
import { EntryCard } from './EntryCard.tsx';
import styles from './entry.module.css';

/** Signs up, then signs in. */
export default function RegisterPage() {
  const { t } = useTranslation();
  const { api, session } = usePage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const target = ownPath(query.get('redirect'));
  return (
    <EntryCard title={t('account.register')} text={t('account.register.text')}>
      <CodeForm
        purpose="signup"
        passwordLabel={t('account.password')}
        submitLabel={t('account.register')}
        onSubmit={async (body) => {
          await api.call(accountCalls.signup, { body }, { announce: true });
          await session.signIn(body.email, body.password, { quiet: true });
          await navigate(target === '/' ? '/home' : target, { replace: true });
        }}
      />
      <p className="small muted">
        {t('account.register.agree')}
        <span className={styles.terms}>
          <Link to="/policy">{t('site.policy')}</Link> <Link to="/privacy">{t('site.privacy')}</Link>
        </span>
      </p>
      <p className={styles.links}>
        <Link className="link" to={signInPath(target)}>
          {t('account.toSignIn')}
        </Link>
      </p>
    </EntryCard>
  );
}
