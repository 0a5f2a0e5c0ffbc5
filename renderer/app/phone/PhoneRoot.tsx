import { PrimeReactProvider } from 'primereact/api';
import { useEffect, useState } from 'react';
import { codeInHash, readPhoneToken, storePhoneToken } from '#renderer/data/session/phoneToken.ts';
import { useTitle } from '#renderer/kit/i18n/useTitle.ts';
import { PairedPhone } from './PairedPhone.tsx';
import { PairPhone } from './PairPhone.tsx';

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
