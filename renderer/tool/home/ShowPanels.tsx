import { lazy, type ReactNode, Suspense } from 'react';
import { AnchorList } from './anchors/AnchorList.tsx';
import { TotalVotes } from './totals/TotalVotes.tsx';

const GiftData = lazy(() => import('./ledger/GiftData.tsx'));
const UserList = lazy(() => import('./viewers/UserList.tsx'));

/** The lists of a show under its stage, of one on air or of one that is replayed; `children` are further panels. */
export function ShowPanels({ className = '', children }: { className?: string; children?: ReactNode }) {
  return (
    <div className={`home__panels ${className}`}>
      <AnchorList />
      <div className="home__slot home__gifts">
        <Suspense fallback={<div className="skeleton" />}>
          <GiftData />
        </Suspense>
      </div>
      {children}
      <TotalVotes />
      <div className="home__slot home__users">
        <Suspense fallback={<div className="skeleton" />}>
          <UserList />
        </Suspense>
      </div>
    </div>
  );
}
