import { useRef, useState } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { useAnchorFacts } from '#renderer/kit/ui/Face.tsx';
import { type AnchorFacts, accountKey } from '#shared/contract/anchors.ts';
import type { Problem } from '#shared/contract/error.ts';

export interface Account {
  facts: AnchorFacts | undefined;
  busy: boolean;
  problem: Problem | null;
  /** Looks the account up, once for each name. */
  look(): void;
}

/** What the platform says of a username in a form. That it says nothing keeps nobody from saving. */
export function useAccount(username: string, onFound: (facts: AnchorFacts) => void): Account {
  const { call } = useRingside();
  const known = useAnchorFacts(username);
  const [found, setFound] = useState<AnchorFacts | null>(null);
  const [failed, setFailed] = useState<{ key: string; problem: Problem } | null>(null);
  const [asking, setAsking] = useState('');
  const asked = useRef('');
  const key = accountKey(username);
  const look = async () => {
    if (key === '' || asked.current === key) return;
    asked.current = key;
    setAsking(key);
    try {
      const { anchor } = await call('anchors.look', { username });
      setFound(anchor);
      setFailed(null);
      onFound(anchor);
    } catch (error) {
      asked.current = '';
      setFailed({ key, problem: problemOf(error) });
    } finally {
      setAsking((now) => (now === key ? '' : now));
    }
  };
  return {
    facts: found?.username === key ? found : known,
    busy: key !== '' && asking === key,
    problem: failed?.key === key ? failed.problem : null,
    look: () => void look(),
  };
}
