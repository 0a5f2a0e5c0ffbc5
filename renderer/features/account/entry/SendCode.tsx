import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#renderer/data/api/apiError.ts';
import { useNow, usePage } from '#renderer/data/hooks.ts';
import { useGroup } from '#renderer/kit/form/formContext.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { accountCalls } from '#shared/contract/api/account.ts';
import { waitSchema } from '#shared/contract/api/envelope.ts';

export interface SendCodeProps {
  purpose: 'signup' | 'forgot';
  /** Called with the way in which the code was sent. */
  onSent(delivery: 'mail' | 'log'): void;
}

/** Sends a code to the address in the form. Counts down until another code can be requested. */
export function SendCode({ purpose, onSent }: SendCodeProps) {
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
