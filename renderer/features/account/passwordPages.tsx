import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError } from '#renderer/data/api/apiError.ts';
import { useNow, usePage, useSession } from '#renderer/data/hooks.ts';
import { ownPath, signInPath } from '#renderer/data/paths.ts';
import { useApiMutation, useProfile, useSiteInfo } from '#renderer/data/queries/apiQueries.ts';
import { EmailField, NewPassword, PresentPassword } from '#renderer/kit/form/accountFields.tsx';
import { FormGroup, useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { TextField } from '#renderer/kit/form/fields.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { accountCalls } from '#shared/contract/api/account.ts';
import { waitSchema } from '#shared/contract/api/call.ts';
import { EntryCard } from './EntryCard.tsx';
import { EntryLink, useTypedEmail } from './EntryLink.tsx';
import styles from './entry.module.css';

/** Signs up, then signs in. */
export function RegisterPage() {
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
      >
        <p className="small muted">
          {t('account.register.agree')}
          <span className={styles.terms}>
            <Link to="/policy">{t('site.policy')}</Link> <Link to="/privacy">{t('site.privacy')}</Link>
          </span>
        </p>
        <p className={styles.links}>
          <EntryLink to={signInPath(target)}>{t('account.toSignIn')}</EntryLink>
        </p>
      </CodeForm>
    </EntryCard>
  );
}

/** Sets a new password for an account after a code was sent to its address. */
export function ForgotPage() {
  const { t } = useTranslation();
  const { api } = usePage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const back = signInPath(ownPath(query.get('redirect')));
  return (
    <EntryCard title={t('web-100018')} text={t('account.forgot.text')}>
      <CodeForm
        purpose="forgot"
        passwordLabel={t('account.password.new')}
        submitLabel={t('account.password.set')}
        onSubmit={async (body) => {
          await api.call(accountCalls.forgot, { body }, { announce: true });
          await navigate(back, { replace: true, state: { email: body.email } });
        }}
      >
        <p className={styles.links}>
          <EntryLink to={back}>{t('account.toSignIn')}</EntryLink>
        </p>
      </CodeForm>
    </EntryCard>
  );
}

type Purpose = 'signup' | 'forgot';

export interface CodeFormProps {
  /** What the verification code is for. */
  purpose: Purpose;
  passwordLabel: string;
  submitLabel: string;
  onSubmit(given: { email: string; code: string; password: string }): Promise<void>;
  /** Shown below the form's button. */
  children: ReactNode;
}

/** The form for a new password with a verification code, for a new account or a forgotten password. */
function CodeForm({ purpose, passwordLabel, submitLabel, onSubmit, children }: CodeFormProps) {
  const typed = useTypedEmail();
  return (
    <FormGroup
      name={purpose}
      values={{ email: typed, code: '', password: '', repeat: '' }}
      onSubmit={({ email, code, password }) => onSubmit({ email: email.trim(), code, password })}
    >
      <EmailField autoFocus />
      <CodeField purpose={purpose} />
      <NewPassword label={passwordLabel} />
      <Button type="submit" label={submitLabel} />
      {children}
    </FormGroup>
  );
}

/** The verification code with its send button. The help text says where the code is if the server sends no mail. */
function CodeField({ purpose }: { purpose: Purpose }) {
  const { t } = useTranslation();
  const site = useSiteInfo();
  const [sent, setSent] = useState<'mail' | 'log' | null>(null);
  const mail = site.data?.mail;
  const help =
    mail === 'none'
      ? t('account.code.none')
      : mail === 'log' || sent === 'log'
        ? t('account.code.inLog')
        : sent === 'mail'
          ? t('account.code.inMail')
          : t('account.code.hint');
  return (
    <TextField
      name="code"
      label={t('account.code')}
      required
      rule="smsCode"
      ruleText={{ key: 'api.field.code' }}
      help={help}
      beside={<SendCode purpose={purpose} onSent={setSent} />}
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  );
}

interface SendCodeProps {
  purpose: Purpose;
  /** Called with the way in which the code was sent. */
  onSent(delivery: 'mail' | 'log'): void;
}

/**
 * Sends a code to the address in the form, and moves the focus to the code's field. Counts down until another code can be
 * requested.
 */
function SendCode({ purpose, onSent }: SendCodeProps) {
  const { t } = useTranslation();
  const { api } = usePage();
  const { methods } = useGroup();
  const [freeAt, setFreeAt] = useState(0);
  const left = Math.ceil((freeAt - useNow(500)) / 1000);

  const request = useMutation({
    mutationFn: (email: string) =>
      api.call(accountCalls.verificationCode, { body: { email, purpose } }, { announce: true }),
    onSuccess: (sent) => {
      setFreeAt(Date.now() + sent.waitSeconds * 1000);
      onSent(sent.delivery);
      methods.setFocus('code');
    },
    onError: (error) => {
      const wait = error instanceof ApiError ? waitSchema.safeParse(error.data) : null;
      if (wait?.success === true) setFreeAt(Date.now() + wait.data.seconds * 1000);
    },
  });
  const send = async () => {
    if (!(await methods.trigger('email', { shouldFocus: true }))) return;
    request.mutate(String(methods.getValues('email')));
  };
  return (
    <Button
      look="outlined"
      label={left > 0 ? t('account.code.again', { seconds: left }) : t('account.code.send')}
      disabled={left > 0}
      busy={request.isPending}
      onClick={() => void send()}
    />
  );
}

/** Changes the signed-in account's password. Asks visitors to sign in first. */
export function ChangePage() {
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
