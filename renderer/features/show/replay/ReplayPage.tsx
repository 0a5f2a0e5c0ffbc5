import '#renderer/kit/styles/anchors.css';
import '#renderer/kit/styles/home.css';
import './replay.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { RingsideContext, useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { createRingside, type Ringside } from '#renderer/data/ringside.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { useTitle } from '#renderer/kit/i18n/useTitle.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';
import { ShowPanels } from '../panels/ShowPanels.tsx';
import { Stage } from '../stage/Stage.tsx';
import { ReplayBar } from './ReplayBar.tsx';
import { Replay } from './replay.ts';

/** Shows a past show on the screens of the Homepage, at any moment and speed. */
export default function ReplayPage() {
  useTitle('replay.title');
  const { showId = '' } = useParams();
  const ringside = useRingside();
  const [screens, setScreens] = useState<ReplayScreens | null>(null);
  useEffect(() => {
    const next = createReplayScreens(showId, ringside);
    setScreens(next);
    // Open when the link is open: after a page load it is not open yet, and a lost link comes back.
    const open = () => {
      const { phase } = next.replay.store.getState();
      if (ringside.link.state.phase === 'open' && (phase === 'opening' || phase === 'failed'))
        void next.replay.open();
    };
    const unsubscribe = ringside.link.onState(open);
    open();
    return () => {
      unsubscribe();
      next.replay.close();
    };
  }, [showId, ringside]);
  return screens === null ? null : <ReplayView key={showId} {...screens} />;
}

interface ReplayScreens {
  replay: Replay;
  ringside: Ringside;
}

/** Creates the stores of the screens on the link of a replay. Anchor accounts and presets are the current ones. */
function createReplayScreens(showId: string, live: Ringside): ReplayScreens {
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

/** Interval of ticks, short enough for a smooth display at normal speed. */
const TICK_MS = 50;

function ReplayView({ replay, ringside }: ReplayScreens) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const problemText = useProblemText();
  const { phase, problem } = useVanillaStore(replay.store, (state) => state);
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
