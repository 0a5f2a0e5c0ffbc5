import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShowPhase } from '#renderer/data/hooks.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { RoundAction } from '#shared/contract/input.ts';
import { REACTION_MS } from '../reaction.ts';
import { usePendingAction } from '../usePendingAction.ts';
import styles from './Stage.module.css';
import type { StageView } from './stageView.ts';

/**
 * Buttons for the round: the next step is filled, other possible actions are outlined. A running round needs no step:
 * its countdown ends it.
 */
export function RoundControls({ view, actions }: { view: StageView; actions: RoundActions }) {
  const { t } = useTranslation();
  const { enabled, can, act } = actions;
  const { phase, mode } = view;
  useKey('round.prepare', actions.prepare, enabled && can.prepare);
  useKey('round.start', () => act('start'), enabled && can.start);
  useKey('round.pause', () => act('pause'), enabled && can.pause);
  useKey('round.resume', () => act('resume'), enabled && can.resume);
  useKey('round.end', can.cut ? () => act('cut') : actions.end, enabled && (can.end || can.cut));
  useKey('round.settle', actions.settle, enabled && can.settle);
  useKey('round.sides', () => actions.setChoosing(true), enabled && can.choose);

  const stopped = useJustStopped(phase);
  const pressable = enabled && !stopped;
  // The next round follows from the result and the knock-outs.
  const settleFirst = can.settle && view.againChanges !== 'votes';
  const prepare =
    view.nextTurnName === '' ? t('round.prepare') : t('round.prepareTurn', { name: view.nextTurnName });
  return (
    <div
      className={mode === 'freestyle' ? `${styles.controls} ${styles.turns}` : styles.controls}
      data-round-controls
    >
      {can.prepare && (
        <Button
          look={settleFirst ? 'outlined' : 'filled'}
          icon="flag"
          label={prepare}
          keyAction="round.prepare"
          disabled={!pressable}
          onClick={actions.prepare}
        />
      )}
      {phase === 'prepared' && (
        <Button
          icon="play"
          label={t('round.start')}
          keyAction="round.start"
          disabled={!pressable || !can.start}
          onClick={() => act('start')}
        />
      )}
      {phase === 'running' && (
        <Button
          look="outlined"
          icon="pause"
          label={t('round.pause')}
          keyAction="round.pause"
          disabled={!pressable || !can.pause}
          onClick={() => act('pause')}
        />
      )}
      {phase === 'paused' && (
        <Button
          icon="play"
          label={t('round.resume')}
          keyAction="round.resume"
          disabled={!pressable || !can.resume}
          onClick={() => act('resume')}
        />
      )}
      {can.choose && (
        <Button
          look="outlined"
          icon={mode === 'battle' ? 'arrows-h' : 'user'}
          label={t(mode === 'battle' ? 'round.sides' : 'round.turn')}
          keyAction="round.sides"
          disabled={!pressable}
          onClick={() => actions.setChoosing(true)}
        />
      )}
      {can.end && (
        <Button
          look="outlined"
          danger={phase !== 'prepared'}
          icon={phase === 'prepared' ? 'times' : 'stop'}
          label={t(phase === 'prepared' ? 'round.giveUp' : 'round.end')}
          keyAction="round.end"
          disabled={!pressable}
          onClick={actions.end}
        />
      )}
      {can.cut && (
        <Button
          look="outlined"
          icon="forward"
          label={t('round.cut')}
          keyAction="round.end"
          disabled={!pressable}
          onClick={() => act('cut')}
        />
      )}
      {can.settle && (
        <Button
          look={settleFirst ? 'filled' : 'outlined'}
          icon="refresh"
          label={
            view.againNext === 'none'
              ? t('round.settle')
              : t('round.settleNumber', { number: view.againNumber ?? 0 })
          }
          keyAction="round.settle"
          disabled={!pressable}
          onClick={actions.settle}
        />
      )}
    </div>
  );
}

/**
 * True for a moment after a running round has stopped, by its countdown above all: a click may still be meant for the
 * button that was at this place.
 */
function useJustStopped(phase: StageView['phase']): boolean {
  const [last, setLast] = useState({ phase, stopped: false });
  if (last.phase !== phase) setLast({ phase, stopped: last.phase === 'running' && phase !== 'paused' });
  useEffect(() => {
    if (!last.stopped) return;
    const timer = window.setTimeout(() => setLast({ phase: last.phase, stopped: false }), REACTION_MS);
    return () => window.clearTimeout(timer);
  }, [last]);
  return last.stopped;
}

/** Says why the buttons of the round are disabled while the session is paused. */
export function SessionPaused({ view: { status, phase } }: { view: StageView }) {
  const { t } = useTranslation();
  if (status !== 'paused' || phase === null || phase === 'settled' || phase === 'grace') return null;
  return <span className="muted small">{t('round.sessionPaused')}</span>;
}

/** The actions on rounds and whether each is possible now. */
interface RoundActions {
  /** False while an action is pending or the show is not followed: then all buttons are disabled. */
  enabled: boolean;
  can: Readonly<
    Record<'prepare' | 'choose' | 'start' | 'pause' | 'resume' | 'end' | 'cut' | 'settle', boolean>
  >;
  /** Prepares the next round, or opens the side picker if the sides are not known. */
  prepare(): void;
  act(action: RoundAction): void;
  /** Ends the round. Asks for confirmation if the round has started; the question closes when the round ends. */
  end(): void;
  /** Settles the latest round again. Asks for confirmation if the next round exists already. */
  settle(): void;
  choosing: boolean;
  setChoosing(open: boolean): void;
}

/** The actions on rounds for the stage's buttons and keys. */
export function useRoundActions(view: StageView): RoundActions {
  const { t } = useTranslation();
  const ringside = useRingside();
  const { phase: following } = useShowPhase();
  const [choosing, setChoosing] = useState(false);
  const { phase, status, mode, kind } = view;
  const [busy, runAction] = usePendingAction(phase);
  const enabled = following === 'following' && !busy;
  const running = status === 'counting';
  const open = running || status === 'paused';
  const free = phase === null || phase === 'settled';
  const can = {
    prepare: open && view.rounds && free,
    choose: open && (free || phase === 'prepared') && (mode === 'battle' || mode === 'freestyle'),
    start: running && phase === 'prepared',
    pause: running && phase === 'running',
    resume: running && phase === 'paused',
    end: open && (phase === 'prepared' || phase === 'running' || phase === 'paused'),
    cut: phase === 'grace',
    settle: view.againNumber !== null,
  };
  const isAsking = useRef(false);
  const endable = can.end ? view.roundId : 0;
  useEffect(() => {
    if (endable === 0) return;
    return () => {
      if (isAsking.current) ringside.asks.getState().answer(false);
    };
  }, [endable, ringside]);
  const act = (action: RoundAction) => runAction(ringside.attempt('round.act', { action }));
  const prepare = () => {
    if (view.sidesKnown) void runAction(ringside.attempt('round.prepare', {}));
    else setChoosing(true);
  };
  const settle = async () => {
    const { againNumber, againWas, againNow, againNext } = view;
    if (againNumber === null || againWas === null || againNow === null) return;
    if (againNext !== 'none') {
      const was = t(`stage.outcome.${againWas}`);
      const now = t(`stage.outcome.${againNow}`);
      const result = againWas === againNow ? 'same' : 'other';
      const yes = await ringside.asks.getState().ask({
        title: { key: 'round.settleAsk.title', params: { number: againNumber } },
        text: { key: `round.settleAsk.${againNext}.${result}`, params: { was, now } },
        confirm: { key: 'round.settle' },
      });
      if (!yes) return;
    }
    await act('settle');
  };
  const end = async () => {
    if (phase === 'prepared') return act('end');
    isAsking.current = true;
    const yes = await ringside.asks.getState().ask({
      title: { key: kind === 'resurrection' ? 'round.endAsk.tryTitle' : 'round.endAsk.title' },
      text: { key: 'round.endAsk.text' },
      confirm: { key: 'round.end' },
      danger: true,
    });
    isAsking.current = false;
    if (yes) await act('end');
  };
  return {
    enabled,
    can,
    prepare,
    act: (action) => void act(action),
    end: () => void end(),
    settle: () => void settle(),
    choosing,
    setChoosing,
  };
}
