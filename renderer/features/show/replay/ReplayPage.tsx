import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { RingsideContext, useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { createRingside, type Ringside } from '#renderer/data/ringside.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText, useTitle } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import { SliderInput } from '#renderer/kit/ui/NumberInput.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import type { ReplayMarker } from '#shared/contract/calls/report.ts';
import { ShowPanels } from '../panels/ShowPanels.tsx';
import pageStyles from '../ShowPage.module.css';
import { Stage } from '../stage/Stage.tsx';
import { MarkerDots, MarkerList, useMarkers } from './ReplayMarkers.tsx';
import styles from './ReplayPage.module.css';
import { Replay, type ReplaySpeed, replaySpeeds } from './replay.ts';
import { MarkedRow, momentOf, REPLAY_LEAD } from './replayPath.ts';

/**
 * Shows a show on the screens of the Homepage, at any moment and speed. With a moment in the query, plays from shortly
 * before it and highlights its row.
 */
export default function ReplayPage() {
  useTitle('replay.title');
  const { showId = '' } = useParams();
  const [query] = useSearchParams();
  const moment = momentOf(query);
  const startAt = moment === null ? null : moment.at - REPLAY_LEAD;
  const ringside = useRingside();
  const [screens, setScreens] = useState<ReplayScreens | null>(null);
  useEffect(() => {
    const next = createReplayScreens(showId, ringside, startAt);
    setScreens(next);
    // The link may open later, or be lost and open again: open the replay each time.
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
  }, [showId, ringside, startAt]);
  if (screens === null) return null;
  return <ReplayView key={showId} showId={showId} firstRow={moment?.rowId ?? null} {...screens} />;
}

interface ReplayScreens {
  replay: Replay;
  ringside: Ringside;
}

/** Creates the stores of the screens on the link of a replay. Anchor accounts and presets are the current ones. */
function createReplayScreens(showId: string, live: Ringside, startAt: number | null): ReplayScreens {
  const replay = new Replay(showId, live.link, startAt ?? 0);
  const ringside = createRingside({
    platform: { ...live.platform, link: () => replay.link },
    settings: live.settings,
    shared: live,
    giftPictures: live.giftPictures,
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

interface ReplayViewProps extends ReplayScreens {
  showId: string;
  /** The row to highlight first; null for none. */
  firstRow: number | null;
}

function ReplayView({ replay, ringside, showId, firstRow }: ReplayViewProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const problemText = useProblemText();
  const [marked, setMarked] = useState(firstRow);
  const jump = ({ at, rowId }: ReplayMarker) => {
    setMarked(rowId);
    void replay.seek(at - REPLAY_LEAD);
    replay.play(true);
  };
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
      <div className={pageStyles.home} data-key-badges="steps">
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
    <div className={pageStyles.home} data-key-badges="steps">
      <ReplayBar replay={replay} showId={showId} onJump={jump} onBack={() => void navigate('/tool/report')} />
      <RingsideContext value={ringside}>
        <MarkedRow value={marked}>
          <Stage />
          <ShowPanels className={styles.panels} />
        </MarkedRow>
      </RingsideContext>
    </div>
  );
}

const SECOND = 1000;

/** Controls of a replay: play, pause, a slider for the shown moment, and the speed. */
interface ReplayBarProps {
  replay: Replay;
  showId: string;
  onJump(marker: ReplayMarker): void;
  onBack(): void;
}

function ReplayBar({ replay, showId, onJump, onBack }: ReplayBarProps) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const markers = useMarkers(showId);
  const { phase, from, until, at, playing, speed } = useVanillaStore(replay.store, (state) => state);
  const length = Math.max(0, until - from);
  const shown = `${formatDuration(at - from)} / ${formatDuration(length)}`;
  const disabled = phase === 'opening' || length === 0;
  const label = playing ? t('replay.pause') : t('replay.play');
  return (
    <section className={`panel ${styles.rbar}`} aria-label={t('replay.title')} aria-busy={phase !== 'ready'}>
      <Button small look="text" icon="arrow-left" label={t('replay.back')} onClick={onBack} />
      <Button
        icon={playing ? 'pause' : 'play'}
        label={label}
        disabled={disabled}
        onClick={() => replay.play(!playing)}
      />
      <div className={styles.line}>
        <SliderInput
          min={0}
          max={Math.ceil(length / SECOND)}
          disabled={disabled}
          // Rounded up like `max`, so that the slider reaches its end in a show of any length.
          value={Math.ceil((at - from) / SECOND)}
          label={t('replay.moment')}
          valueText={`${time(at)} · ${shown}`}
          onChange={(value) => void replay.seek(from + value * SECOND)}
        />
        {!disabled && <MarkerDots markers={markers} from={from} until={until} onJump={onJump} />}
      </div>
      <MarkerList markers={markers} onJump={onJump} />
      <span className={`${styles.time} num`}>
        <b>{from === 0 ? '–' : time(at)}</b>
        <span className="muted small">{shown}</span>
      </span>
      <Segments<string>
        label={t('replay.speed')}
        value={String(speed)}
        options={replaySpeeds.map((each) => ({
          value: String(each),
          label: t('replay.times', { shown: each }),
        }))}
        onChange={(value) => replay.setSpeed(speedOf(value))}
      />
      <span className="chip">{t('replay.readOnly')}</span>
    </section>
  );
}

function speedOf(value: string): ReplaySpeed {
  return replaySpeeds.find((speed) => String(speed) === value) ?? 1;
}
