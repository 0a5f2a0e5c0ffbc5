import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { OtherLine } from '#renderer/features/show/room/ConnectionStatus.tsx';
import { BarLine } from './BarLine.tsx';
import { BarRound } from './BarRound.tsx';
import { BarTools } from './BarTools.tsx';
import { BarTotals } from './BarTotals.tsx';
import { EventAge } from './EventAge.tsx';

/** One glance on every tab: the room, its line, the round, what waits, the sums. It never scrolls. */
export function StatusBar() {
  const { t } = useTranslation();
  const status = useShow((state) => state.status);

  return (
    <header className="bar">
      <BarLine />
      <OtherLine />
      <EventAge />
      <span className={`chip chip--${status}`}>{t(`status.${status}`)}</span>
      <BarRound />
      <BarTotals />
      <BarTools />
    </header>
  );
}
