import { useTranslation } from 'react-i18next';
import { useConnection, useSettings, useShow } from '#renderer/data/hooks.ts';
import { isOpen, phaseHealth } from '#renderer/data/show/phaseHealth.ts';
import { OtherLine } from '#renderer/features/show/room/ConnectionStatus.tsx';
import { BarRound } from './BarRound.tsx';
import { BarTools } from './BarTools.tsx';
import { BarTotals } from './BarTotals.tsx';
import { EventAge } from './EventAge.tsx';

/** One glance on every tab: the room, its line, the round, what waits, the sums. It never scrolls. */
export function StatusBar() {
  const { t } = useTranslation();
  const username = useConnection((state) => state.room?.username ?? '');
  const rehearsal = useConnection((state) => state.room?.rehearsal ?? false);
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const chosenLine = useSettings((state) => state.lineId);
  const lineId =
    useConnection((state) => (isOpen(state.room?.phase ?? 'idle') ? state.room?.lineId : null)) ?? chosenLine;
  const linked = useConnection((state) => state.link.phase === 'open');
  const title = useShow((state) => state.room?.title ?? '');
  const status = useShow((state) => state.status);
  const room = rehearsal ? t('bar.rehearsal') : username === '' ? t('bar.noRoom') : `@${username}`;

  return (
    <header className="bar">
      <span className="bar__room clip" title={title === '' ? room : title}>
        {room}
      </span>
      <span className="row" role="status">
        <span className={`dot dot--${linked ? phaseHealth[phase] : 'bad'}`} aria-hidden="true" />
        {!rehearsal && <span>{t(`line.${lineId}`)}</span>}
        <span className="strong">{linked ? t(`phase.${phase}`) : t('bar.noBackstage')}</span>
      </span>
      <OtherLine />
      <EventAge />
      <span className={`chip chip--${status}`}>{t(`status.${status}`)}</span>
      <BarRound />
      <BarTotals />
      <BarTools />
    </header>
  );
}
