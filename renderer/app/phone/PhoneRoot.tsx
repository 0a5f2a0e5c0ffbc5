import { PrimeReactProvider } from 'primereact/api';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RingsideContext, useConnection, usePage, useRingside } from '#renderer/data/hooks.ts';
import { pageTimers } from '#renderer/data/page.ts';
import { webPlatform } from '#renderer/data/platform/web.ts';
import { createRingside } from '#renderer/data/ringside.ts';
import {
  codeInHash,
  type PairFailure,
  pairPhone,
  readPhoneToken,
  storePhoneToken,
} from '#renderer/data/session/phoneToken.ts';
import { Notices } from '#renderer/features/show/Notices.tsx';
import { Remote } from '#renderer/features/show/remote/Remote.tsx';
import { useTitle } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import styles from './phone.module.css';

/** The page of a phone: pairs it with the code in the address, and then steers the show. */
export default function PhoneRoot() {
  useTitle('phone.title');
  const [code, setCode] = useState(() => codeInHash(window.location.hash));
  const [token, setToken] = useState(() => readPhoneToken(window.localStorage));
  useEffect(() => {
    // A code works once: neither the history nor a bookmark keeps it.
    if (code !== null) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [code]);
  useEffect(() => {
    const followHash = () => setCode((last) => codeInHash(window.location.hash) ?? last);
    window.addEventListener('hashchange', followHash);
    return () => window.removeEventListener('hashchange', followHash);
  }, []);
  const paired = (fresh: string) => {
    storePhoneToken(window.localStorage, fresh);
    setToken(fresh);
    setCode(null);
  };
  return (
    <PrimeReactProvider value={{ ripple: false }}>
      {token === null || code !== null ? (
        <PairPhone code={code} onPaired={paired} />
      ) : (
        <PairedPhone key={token} token={token} />
      )}
    </PrimeReactProvider>
  );
}

interface PairPhoneProps {
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

/** The remote of a paired phone. Its token admits it to the show instead of an account. */
function PairedPhone({ token }: { token: string }) {
  const page = usePage();
  const [ringside] = useState(() =>
    createRingside({
      platform: webPlatform({ token: () => token }),
      settings: page.settings,
      shared: page,
      nextFrame: (task) => window.requestAnimationFrame(task),
      now: () => Date.now(),
      after: pageTimers().after,
    }),
  );
  useEffect(() => () => ringside.link.close(), [ringside]);
  return (
    <RingsideContext value={ringside}>
      <PhoneScreen />
    </RingsideContext>
  );
}

function PhoneScreen() {
  const { t } = useTranslation();
  const { link } = useRingside();
  const removed = useConnection((state) => state.link.phase === 'lost' && state.link.why === 'signedOut');
  if (removed) {
    return (
      <main className={styles.page}>
        <EmptyState icon="ban" title={t('phone.removed.title')} text={t('phone.removed.text')}>
          <div className={styles.action}>
            <Button
              look="outlined"
              icon="refresh"
              label={t('action.retryNow')}
              onClick={() => link.retryNow()}
            />
          </div>
        </EmptyState>
      </main>
    );
  }
  return (
    <main className={styles.screen}>
      <Remote menu={null} />
      <Notices />
    </main>
  );
}
