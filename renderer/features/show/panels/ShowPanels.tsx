import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { Corrections } from '../ledger/corrections.ts';
import { GiftData } from '../ledger/GiftData.tsx';
import { NeedsQueue } from '../needs/NeedsQueue.tsx';
import { needsStore } from '../needs/needsStore.ts';
import type { WaitingGroup } from '../needs/waitingRows.ts';
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
    <div className={`home__panels ${className}`}>
      <div className="home__left">
        <NeedsQueue corrections={corrections} cursor={cursor} />
        <AnchorList />
      </div>
      <div className="home__slot home__gifts">
        <GiftData corrections={corrections} cursor={cursor} />
      </div>
      {children}
      <TotalVotes />
      <div className="home__slot home__users">
        <UserList />
      </div>
    </div>
  );
}
