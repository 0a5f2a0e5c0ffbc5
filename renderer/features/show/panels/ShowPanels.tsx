import type { ReactNode } from 'react';
import { GiftData } from '../ledger/GiftData.tsx';
import { UserList } from '../viewers/UserList.tsx';
import { AnchorList } from './AnchorList.tsx';
import { TotalVotes } from './TotalVotes.tsx';

/** The panels below the stage, for a show on air and for a replay. `children` are additional panels. */
export function ShowPanels({ className = '', children }: { className?: string; children?: ReactNode }) {
  return (
    <div className={`home__panels ${className}`}>
      <AnchorList />
      <div className="home__slot home__gifts">
        <GiftData />
      </div>
      {children}
      <TotalVotes />
      <div className="home__slot home__users">
        <UserList />
      </div>
    </div>
  );
}
