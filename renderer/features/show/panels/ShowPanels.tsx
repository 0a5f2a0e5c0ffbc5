import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { Corrections } from '../ledger/corrections.ts';
import { GiftData } from '../ledger/GiftData.tsx';
import { NeedsQueue } from '../needs/NeedsQueue.tsx';
import { needsStore } from '../needs/needsStore.ts';
import type { WaitingGroup } from '../needs/waitingRows.ts';
import styles from '../ShowPage.module.css';
import { UserList } from '../viewers/UserList.tsx';
import { AnchorList } from './AnchorList.tsx';
import { TotalVotes } from './TotalVotes.tsx';

/** The panels below the stage, for a show on air and for a replay. `children` are additional panels. */
export function ShowPanels({ className = '', children }: { className?: string; children?: ReactNode }) {
  const ringside = useRingside();
  const [corrections] = useState(() => new Corrections(ringside, needsStore().getState()));
  const cursor = useRef<WaitingGroup | undefined>(undefined);
  useEffect(() => corrections.follow(), [corrections]);
  return (
    <div className={`${styles.panels} ${className}`}>
      <div className={styles.left}>
        <NeedsQueue corrections={corrections} cursor={cursor} />
        <AnchorList />
      </div>
      <div className={`${styles.slot} ${styles.gifts}`}>
        <GiftData corrections={corrections} cursor={cursor} />
      </div>
      {children}
      <TotalVotes />
      <div className={`${styles.slot} ${styles.users}`}>
        <UserList />
      </div>
    </div>
  );
}
