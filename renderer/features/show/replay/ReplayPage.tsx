import '#renderer/kit/styles/anchors.css';
import '#renderer/kit/styles/home.css';
import './replay.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { RingsideContext, usePlain, useRingside } from '#renderer/data/hooks.ts';
import { createRingside, type Ringside } from '#renderer/data/ringside.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { useTitle } from '#renderer/kit/i18n/useTitle.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';
import { ShowPanels } from '../panels/ShowPanels.tsx';
import { Stage } from '../stage/Stage.tsx';
import { ReplayBar } from './ReplayBar.tsx';
import { Replay } from './replay.ts';

/** A show of the past on the very screens that it was hosted on, at any moment of it and at any speed. */
export default function ReplayPage() {
  useTitle('replay.title');
  const { showId = '' } = useParams();
  const ringside = useRingside();
  const [played, setPlayed] = useState<Played | null>(null);
  useEffect(() => {
    const next = playOf(showId, ringside);
    setPlayed(next);
    // A page that was just loaded has no link yet, and one that was lost comes back.
    const begin = () => {
      const { phase } = next.replay.store.getState();
      if (ringside.link.state.phase === 'open' && (phase === 'opening' || phase === 'failed'))
        void next.replay.open();
    };
    const leave = ringside.link.onState(begin);
    begin();
    return () => {
      leave();
      next.replay.close();
    };
  }, [showId, ringside]);
  return played === null ? null : <ReplayOf key={showId} {...played} />;
}

interface Played {
  replay: Replay;
  ringside: Ringside;
}

/** The screens' own parts on the link of a replay; pictures and facts of anchors are those of today. */
function playOf(showId: string, live: Ringside): Played {
  const replay = new Replay(showId, live.link);
  const ringside = createRingside({
    platform: { ...live.platform, link: () => replay.link },
    settings: live.settings,
    shared: live,
    readOnly: true,
    nextFrame: (task) => window.requestAnimationFrame(task),
    now: () => Date.now(),
    after: (ms, task) => {
      const timer = window.setTimeout(task, ms);
      return () => window.clearTimeout(timer);
    },
  });
  return { replay, ringside: { ...ringside, anchors: live.anchors, presets: live.presets } };
}

/** Often enough that nothing is seen to jump at ordinary speed. */
const TICK_MS = 50;

function ReplayOf({ replay, ringside }: Played) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const problemText = useProblemText();
  const { phase, problem } = usePlain(replay.store, (state) => state);
  useEffect(() => {
    let last = performance.now();
    const timer = window.setInterval(() => {
      const now = performance.now();
      void replay.tick(now - last);
      last = now;
    }, TICK_MS);
    return () => window.clearInterval(timer);
  }, [replay]);
  if (phase === 'failed') {
    return (
      <div className="home">
        <EmptyState
          icon="exclamation-triangle"
          title={problem === null ? t('replay.failed') : problemText(problem)}
        >
          <Button label={t('replay.back')} onClick={() => void navigate('/tool/report')} />
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="home replay">
      <ReplayBar replay={replay} onBack={() => void navigate('/tool/report')} />
      <RingsideContext value={ringside}>
        <Stage />
        <ShowPanels className="replay__panels" />
      </RingsideContext>
    </div>
  );
}
