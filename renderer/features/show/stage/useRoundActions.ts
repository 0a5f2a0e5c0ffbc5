import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShowPhase } from '#renderer/data/hooks.ts';
import type { RoundAction } from '#shared/contract/input.ts';
import { usePendingAction } from '../usePendingAction.ts';
import type { StageView } from './stageView.ts';

/** The actions on rounds and whether each is possible now. */
export interface RoundActions {
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
