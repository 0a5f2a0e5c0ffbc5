import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PairFailure, pairPhone } from '#renderer/data/session/phoneToken.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';
import styles from './phone.module.css';

export interface PairPhoneProps {
  /** The code of the scanned address; null if the page was opened without one. */
  code: string | null;
  onPaired(token: string): void;
}

/**
 * Asks to pair this phone. Pairing needs a tap: an app that only previews the scanned address would use up the code.
 */
export function PairPhone({ code, onPaired }: PairPhoneProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PairFailure | null>(null);
  if (code === null) {
    return (
      <main className={styles.page}>
        <EmptyState icon="qrcode" title={t('phone.scan.title')} text={t('phone.scan.text')} />
      </main>
    );
  }
  const pair = async () => {
    setBusy(true);
    const answer = await pairPhone(code, {
      fetch: (...args) => window.fetch(...args),
      userAgent: navigator.userAgent,
    });
    setBusy(false);
    if ('token' in answer) onPaired(answer.token);
    else setFailure(answer.failure);
  };
  return (
    <main className={styles.page}>
      <EmptyState icon="mobile" title={t('phone.pair.title')} text={t('phone.pair.text')}>
        {failure !== null && (
          <p className="field__problem" role="alert">
            {t(`phone.failed.${failure}`)}
          </p>
        )}
        <div className={styles.action}>
          <Button icon="link" label={t('phone.pair.button')} busy={busy} onClick={() => void pair()} />
        </div>
      </EmptyState>
    </main>
  );
}
