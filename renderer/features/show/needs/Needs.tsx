import './needs.css';
import { lazy, memo, Suspense, useEffect, useState } from 'react';
import { useShow, useShowPhase } from '#renderer/data/hooks.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { useLoadAhead } from '#renderer/kit/ui/useLoadAhead.ts';
import { GapStrip } from './GapStrip.tsx';
import { type Counted, LateStrip } from './LateStrip.tsx';
import { TieStrip } from './TieStrip.tsx';
import { useNeeds } from './useNeeds.ts';

const loadAddGift = () => import('./AddGift.tsx');
const AddGift = lazy(loadAddGift);

/** What waits for the host beside unallocated gifts: late ones, and gaps. Nothing while nothing does. */
export const Needs = memo(function Needs({ showId }: { showId: string | null }) {
  const { phase } = useShowPhase();
  const { adding, setAdding, enterShow } = useNeeds((state) => state);
  const seenShow = useNeeds((state) => state.seen.showId);
  const lateRows = useShow((state) => state.rounds.reduce((sum, { late }) => sum + late.rows, 0));
  // Held here: with the last late gift the strip would go, and the way back with it.
  const [counted, setCounted] = useState<Counted | null>(null);
  const started = useShow(({ status }) => status !== 'initialization' && status !== 'ready');
  useEffect(() => {
    if (showId !== null && phase === 'following') enterShow(showId);
    setCounted(null);
  }, [showId, phase, enterShow]);
  useLoadAhead(loadAddGift);
  useKey('gift.add', () => setAdding(true), started && phase === 'following');
  if (showId === null || seenShow !== showId) return null;
  return (
    <>
      {(lateRows > 0 || counted !== null) && (
        <LateStrip key={showId} showId={showId} counted={counted} onCounted={setCounted} />
      )}
      {started && <TieStrip />}
      {started && <GapStrip />}
      {adding && (
        <Suspense fallback={null}>
          <AddGift onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
});
