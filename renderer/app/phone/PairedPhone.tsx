import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RingsideContext, useConnection, usePage, useRingside } from '#renderer/data/hooks.ts';
import { pageTimers } from '#renderer/data/pageTimers.ts';
import { webPlatform } from '#renderer/data/platform/web.ts';
import { createRingside } from '#renderer/data/ringside.ts';
import { Notices } from '#renderer/features/show/Notices.tsx';
import { Remote } from '#renderer/features/show/remote/Remote.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';
import styles from './phone.module.css';

/** The remote of a paired phone. Its token admits it to the show instead of an account. */
export function PairedPhone({ token }: { token: string }) {
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
