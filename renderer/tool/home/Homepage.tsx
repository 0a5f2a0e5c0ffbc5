import '../../styles/anchors.css';
import '../../styles/deck.css';
import '../../styles/home.css';
import { lazy, Suspense } from 'react';
import { useTitle } from '../../i18n/useTitle.ts';
import { AnchorList } from './anchors/AnchorList.tsx';
import { PresetPanel } from './preset/PresetPanel.tsx';
import { Deck } from './room/Deck.tsx';
import { Stage } from './stage/Stage.tsx';
import { TotalVotes } from './totals/TotalVotes.tsx';

const GiftData = lazy(() => import('./ledger/GiftData.tsx'));
const UserList = lazy(() => import('./viewers/UserList.tsx'));

/** The show at a glance: who leads, what comes in, who gives, and what to do next. */
export default function Homepage() {
  useTitle('tab.home');
  return (
    <div className="home">
      <Deck />
      <Stage />
      <div className="home__panels">
        <AnchorList />
        <div className="home__slot home__gifts">
          <Suspense fallback={<div className="skeleton" />}>
            <GiftData />
          </Suspense>
        </div>
        <PresetPanel />
        <TotalVotes />
        <div className="home__slot home__users">
          <Suspense fallback={<div className="skeleton" />}>
            <UserList />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
