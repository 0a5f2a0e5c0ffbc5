import type { ReactNode } from 'react';
import { AnchorList } from './anchors/AnchorList.tsx';
import { GiftData } from './ledger/GiftData.tsx';
import { TotalVotes } from './totals/TotalVotes.tsx';
import { UserList } from './viewers/UserList.tsx';

/** The lists of a show under its stage, of one on air or of one that is replayed; `children` are further panels. */
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
