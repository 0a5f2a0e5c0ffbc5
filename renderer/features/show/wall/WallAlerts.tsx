import { useTranslation } from 'react-i18next';
import { useConnection, useShow } from '#renderer/data/hooks.ts';
import { phaseHealth } from '#renderer/data/show/phaseHealth.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useTurning } from '../needs/NeedsQueue.tsx';
import { useWaiting } from '../needs/waitingFeed.ts';
import { roomPhaseKey } from '../room/lineState.ts';
import type { StageView } from '../stage/stageView.ts';
import styles from './wall.module.css';

/**
 * What needs the host, most urgent first: the connection, votes that can turn the round, waiting gifts, gaps. A tie is
 * a moment of the round, which the wall shows below the clock.
 */
export function WallAlerts({ view }: { view: StageView | null }) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const name = useConnection(roomPhaseKey);
  const linked = useConnection((state) => state.link.phase === 'open');
  const suspended = useShow((state) => state.suspended);
  const waiting = useWaiting();
  const open = useTurning(waiting.votes);
  const turning = waiting.complete ? open : (view?.turningTenths ?? 0);
  const gaps = view?.gaps ?? 0;
  const unwell = view !== null && view.status !== 'ended' && phaseHealth[phase] !== 'good';
  return (
    <ul className={styles.alerts} aria-label={t('wall.alerts')}>
      {!linked && <Alert icon="times-circle" danger text={t('bar.noBackstage')} />}
      {linked && unwell && <Alert icon="wifi" danger text={t(name)} />}
      {turning > 0 && <Alert icon="sync" text={t('stage.canTurn', { shown: votes(turning) })} />}
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
