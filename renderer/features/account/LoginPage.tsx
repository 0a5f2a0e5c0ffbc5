import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError, errorText } from '#renderer/data/api/apiError.ts';
import { usePage } from '#renderer/data/hooks.ts';
import { ownPath, REHEARSAL_PATH } from '#renderer/data/paths.ts';
import { EmailField, PresentPassword } from '#renderer/kit/form/accountFields.tsx';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EntryCard } from './EntryCard.tsx';
import { EntryLink, useTypedEmail } from './EntryLink.tsx';
import styles from './entry.module.css';

/** Signs in with a password, or with the one-time link of a new server. */
export default function LoginPage() {
  const { t } = useTranslation();
  const { session, platform } = usePage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const target = ownPath(query.get('redirect'));
  const once = new URLSearchParams(useLocation().hash.slice(1)).get('once');
  const typed = useTypedEmail();
  const failed = useOnceLink(once, query.has('redirect') ? target : '/home');
  const leave = async () => {
    await navigate(target, { replace: true });
  };
  const search = target === '/' ? '' : `?redirect=${encodeURIComponent(target)}`;
  return (
    <EntryCard title={t('account.signIn')}>
      {failed !== null && (
        <div className="banner banner--error" role="alert">
          <i className="pi pi-times-circle" aria-hidden="true" />
          <span>{failed}</span>
        </div>
      )}
      <FormGroup
        name="signin"
        values={{ email: typed, password: '' }}
        onSubmit={async ({ email, password }) => {
          await session.signIn(email.trim(), password);
          await leave();
        }}
      >
        <EmailField autoFocus />
        <PresentPassword />
        <Button type="submit" label={t('account.signIn')} />
        <p className={styles.links}>
          <EntryLink to={`/register${search}`}>{t('account.toRegister')}</EntryLink>
          <EntryLink to={`/password/forget${search}`}>{t('account.toForgot')}</EntryLink>
          {platform.kind === 'web' && (
            <Link className="link" to={REHEARSAL_PATH} reloadDocument>
              {t('account.tryRehearsal')}
            </Link>
          )}
        </p>
      </FormGroup>
    </EntryCard>
  );
}

/** Signs in with a one-time link and redirects to `next`. Returns the error message; null without an error. */
function useOnceLink(once: string | null, next: string): string | null {
  const { session } = usePage();
  const navigate = useNavigate();
  const text = useText();
  const used = useRef(false);
  const [failed, setFailed] = useState<Error | null>(null);
  useEffect(() => {
    if (once === null || used.current) return;
    used.current = true;
    session.signInOnce(once).then(
      () => navigate(next, { replace: true }),
      (error: unknown) => setFailed(error instanceof Error ? error : new Error(String(error))),
    );
  }, [once, next, session, navigate]);
  if (failed === null) return null;
  const field = failed instanceof ApiError ? failed.fields[0]?.msg : undefined;
  return field ?? text(errorText(failed));
}
