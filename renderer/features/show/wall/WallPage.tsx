import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useConnection, useNow, useRingside, useShow } from '#renderer/data/hooks.ts';
import { phaseHealth } from '#renderer/data/stores/connectionStore.ts';
import { roundText } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useTitle } from '#renderer/kit/i18n/useText.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import { isLastSeconds } from '#shared/game/round/moments.ts';
import { useWaiting } from '../needs/waitingFeed.ts';
import { roomPhaseKey, useLinked, useStopped } from '../room/lineState.ts';
import { GraceLeft, leftText, PhaseChip } from '../stage/Countdown.tsx';
import { MomentLine } from '../stage/MomentLine.tsx';
import { RoundControls, useRoundActions } from '../stage/RoundControls.tsx';
import { hasStage, hostView, type StageView, stageClock } from '../stage/stageView.ts';
import { useTurningWords } from '../stage/useTurningWords.ts';
import { WallField } from './WallField.tsx';
import styles from './wall.module.css';

/** The name of the wall's own window: a second press focuses it instead of opening another. */
const WINDOW_NAME = 'ringside-wall';
const OWN_WINDOW = '/tool/wall?own';

/** Whether the wall has a window of its own, which closes when the host leaves the wall. */
const isOwnWindow = () => new URLSearchParams(window.location.search).has('own');

/**
 * The wall: clock, sides, faces and alerts, large enough for three metres or a second monitor. The keys of the round
 * work; Escape leads back to the tool.
 */
export default function WallPage() {
  useTitle('wall.title');
  const visible = useShow(hasStage);
  const leave = useLeave();
  return (
    <main className={styles.wall}>
      {visible ? <OpenWall /> : <NoShow />}
      <WallTools onLeave={leave} />
    </main>
  );
}

function OpenWall() {
  const { readOnly } = useRingside();
  const view = useShow(hostView);
  const actions = useRoundActions(view);
  return (
    <>
      <header className={styles.head}>
        <Heading view={view} />
        <WallClock view={view} />
        <Lead view={view} />
        <div className={styles.note}>
          <span role="status">{view.phase === 'grace' && <GraceLeft />}</span>
          {view.kind !== null && <MomentLine />}
        </div>
      </header>
      <WallField view={view} />
      <footer className={styles.foot}>
        <WallAlerts view={view} />
        {!readOnly && <RoundControls view={view} actions={actions} />}
      </footer>
    </>
  );
}

function NoShow() {
  const { t } = useTranslation();
  return (
    <>
      <EmptyState icon="desktop" title={t('wall.noShow.title')} text={t('wall.noShow.text')} />
      <WallAlerts view={null} />
    </>
  );
}

function Heading({ view }: { view: StageView }) {
  const { t } = useTranslation();
  const { kind, phase, mode } = view;
  return (
    <h1 className={styles.heading}>
      <span>
        {kind === null ? t(`mode.${mode ?? 'normal'}`) : roundText(t, { number: view.number, kind })}
      </span>
      {phase !== null && <PhaseChip phase={phase} className={styles.phase} />}
    </h1>
  );
}

/** Who leads by how much. It keeps its place when it is empty. */
function Lead({ view }: { view: StageView }) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const { kind, phase } = view;
  const ahead = view.attackerTenths - view.defenderTenths;
  const side = ahead > 0 ? 'attacker' : 'defender';
  return (
    <p className={`${styles.lead} ${ahead === 0 ? '' : sideClass(side)}`}>
      {kind === 'battle' &&
        phase !== 'prepared' &&
        phase !== 'settled' &&
        (ahead === 0 ? t('stage.tied') : t(`stage.leads.${side}`, { shown: votes(Math.abs(ahead)) }))}
    </p>
  );
}

const sideClass = (name: string) => (name === 'attacker' || name === 'defender' ? styles[name] : '');

/** Leads back to the tool: with Escape, and when the browser leaves full screen. */
function useLeave(): () => void {
  const navigate = useNavigate();
  const { platform } = useRingside();
  const leave = useCallback(() => {
    if (!isOwnWindow()) void navigate('/tool');
    else if (platform.app === null) window.close();
    else void platform.app.closeWall({});
  }, [navigate, platform]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave();
    };
    // In full screen, the browser takes the Escape key for itself.
    const onFullScreen = () => {
      if (document.fullscreenElement === null) leave();
    };
    window.addEventListener('keydown', onKey);
    document.addEventListener('fullscreenchange', onFullScreen);
    return () => {
      window.removeEventListener('keydown', onKey);
      document.removeEventListener('fullscreenchange', onFullScreen);
      // A browser without full screen has neither the element nor the function.
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [leave]);
  return leave;
}

function WallTools({ onLeave }: { onLeave(): void }) {
  const { t } = useTranslation();
  const { platform } = useRingside();
  useKey('wall.open', onLeave);
  return (
    <div className={styles.tools}>
      {!isOwnWindow() && (
        <Button
          small
          look="text"
          icon="external-link"
          label={t('wall.ownWindow')}
          onClick={() => {
            if (platform.app === null) window.open(OWN_WINDOW, WINDOW_NAME, 'popup,width=1280,height=720');
            else void platform.app.openWall({});
            onLeave();
          }}
        />
      )}
      <Button
        small
        look="text"
        icon="times"
        label={t('wall.leave')}
        keyAction="wall.open"
        onClick={onLeave}
      />
    </div>
  );
}

const REFRESH_MS = 100;

/**
 * The time left in figures that can be read from three metres; after the settlement, the result in their place. Only this
 * component renders on each tick.
 */
function WallClock({ view }: { view: StageView }) {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(REFRESH_MS) + offset;
  const clock = useShow(stageClock);
  if (view.kind === null) return <span className={styles.clock} />;
  if (view.phase === 'settled' && view.outcome !== null)
    return (
      <p className={`${styles.clock} ${styles.result} ${sideClass(view.outcome)}`} role="status">
        {t(`stage.outcome.${view.outcome}`)}
      </p>
    );
  const inGrace = clock.phase === 'grace';
  const look = inGrace ? styles.grace : isLastSeconds(clock, now) ? styles.last : '';
  return (
    <p className={`${styles.clock} ${look}`}>
      <span className="num" role="timer" aria-label={t('stage.timeLeft')}>
        {clock.phase === 'settled' ? '0:00' : leftText(inGrace ? clock.grace : clock.countdown, now)}
      </span>
    </p>
  );
}

/**
 * What needs the host, most urgent first: the connection, votes that can turn the round, waiting gifts, gaps. A tie is
 * a moment of the round, which the wall shows below the clock.
 */
function WallAlerts({ view }: { view: StageView | null }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const name = useConnection(roomPhaseKey);
  const linked = useLinked();
  const stopped = useStopped();
  const suspended = useShow((state) => state.suspended);
  const waiting = useWaiting();
  const turning = useTurningWords(view);
  const gaps = view?.gaps ?? 0;
  const health = phaseHealth[phase];
  const unwell = view !== null && view.status !== 'ended' && health !== 'good';
  return (
    <ul className={styles.alerts} aria-label={t('wall.alerts')}>
      {!linked && <Alert icon="times-circle" danger text={t('bar.noBackstage')} />}
      {linked && stopped !== null && <Alert icon="times-circle" danger text={t('bar.notCounting')} />}
      {linked && unwell && <Alert icon="wifi" danger={health === 'bad'} text={t(name)} />}
      {turning !== null && <Alert icon="sync" text={turning} />}
      {waiting.rows > 0 && (
        <Alert icon="inbox" text={t('bar.waiting', { count: waiting.rows, shown: number(waiting.rows) })} />
      )}
      {suspended && <Alert icon="ban" text={t('wall.suspended')} />}
      {gaps > 0 && <Alert icon="minus-circle" text={t('stage.gaps', { count: gaps, shown: number(gaps) })} />}
    </ul>
  );
}

function Alert({ icon, text, danger = false }: { icon: string; text: string; danger?: boolean }) {
  return (
    <li className={danger ? styles.danger : styles.needed}>
      <i className={`pi pi-${icon}`} aria-hidden="true" /> {text}
    </li>
  );
}
