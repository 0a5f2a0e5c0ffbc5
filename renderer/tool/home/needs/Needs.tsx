import './needs.css';
import { lazy, Suspense, useEffect } from 'react';
import { useShow, useShowPhase } from '../../../app/hooks.ts';
import { useKey } from '../../../keys/useKey.ts';
import { GapStrip } from './GapStrip.tsx';
import { LateStrip } from './LateStrip.tsx';
import { useNeeds } from './useNeeds.ts';

const AddGift = lazy(() => import('./AddGift.tsx'));

/** What waits for the host beside unallocated gifts: late ones, and gaps. Nothing while nothing does. */
export function Needs({ showId }: { showId: string | null }) {
  const { phase } = useShowPhase();
  const { adding, setAdding, enterShow } = useNeeds((state) => state);
  const seenShow = useNeeds((state) => state.seen.showId);
  const lateRows = useShow((state) => state.rounds.reduce((sum, { late }) => sum + late.rows, 0));
  const started = useShow(({ status }) => status !== 'initialization' && status !== 'ready');
  useEffect(() => {
    if (showId !== null && phase === 'following') enterShow(showId);
  }, [showId, phase, enterShow]);
  useKey('gift.add', () => setAdding(true), started && phase === 'following');
  if (showId === null || seenShow !== showId) return null;
  return (
    <>
      {lateRows > 0 && <LateStrip showId={showId} />}
      {started && <GapStrip />}
      {adding && (
        <Suspense fallback={null}>
          <AddGift onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}
