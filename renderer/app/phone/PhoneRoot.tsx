import { PrimeReactProvider } from 'primereact/api';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RingsideContext, useConnection, usePage, useRingside } from '#renderer/data/hooks.ts';
import { pageTimers } from '#renderer/data/page.ts';
import { deviceName } from '#renderer/data/platform/host.ts';
import { webPlatform } from '#renderer/data/platform/web.ts';
import { createRingside } from '#renderer/data/ringside.ts';
import { Remote } from '#renderer/features/show/remote/Remote.tsx';
import { useTitle } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import { PAIR_PATH, pairAnswerSchema, phoneSecretSchema } from '#shared/contract/phones.ts';
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
        <h1 className="only-for-readers">{t('phone.title')}</h1>
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
      <h1 className="only-for-readers">{t('phone.title')}</h1>
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
        <h1 className="only-for-readers">{t('phone.title')}</h1>
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
    </main>
  );
}

const KEY = 'ringside.phone';

/** Reads the token of this phone; null before it is paired. */
export function readPhoneToken(storage: Pick<Storage, 'getItem'>): string | null {
  try {
    const token = phoneSecretSchema.safeParse(storage.getItem(KEY));
    return token.success ? token.data : null;
  } catch {
    return null;
  }
}

export function storePhoneToken(storage: Pick<Storage, 'setItem'>, token: string): void {
  try {
    storage.setItem(KEY, token);
  } catch {
    // Without storage, this phone is paired until the page is closed.
  }
}

/** Reads a pairing code from the part of the address after `#`; null if there is none. */
export function codeInHash(hash: string): string | null {
  const code = phoneSecretSchema.safeParse(hash.replace(/^#/, ''));
  return code.success ? code.data : null;
}

/** Why a phone could not be paired. `code`: the code was used or has expired. `wait`: too many attempts. */
export type PairFailure = 'code' | 'wait' | 'unreachable';

/** Exchanges a pairing code for a token. */
export async function pairPhone(
  code: string,
  { fetch, userAgent }: { fetch: typeof globalThis.fetch; userAgent: string },
): Promise<{ token: string } | { failure: PairFailure }> {
  try {
    const answer = await fetch(PAIR_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, name: deviceName(userAgent) }),
    });
    if (answer.status === 429) return { failure: 'wait' };
    if (answer.status >= 500) return { failure: 'unreachable' };
    if (!answer.ok) return { failure: 'code' };
    return pairAnswerSchema.parse(await answer.json());
  } catch {
    return { failure: 'unreachable' };
  }
}
