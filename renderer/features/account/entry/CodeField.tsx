import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteInfo } from '#renderer/data/queries/apiQueries.ts';
import { TextField } from '#renderer/kit/form/fields.tsx';
import { SendCode } from './SendCode.tsx';

/** The verification code with its send button; says where the code is when no mail server is set up. */
export function CodeField({ purpose }: { purpose: 'signup' | 'forgot' }) {
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
      maxLength={6}
    />
  );
}
