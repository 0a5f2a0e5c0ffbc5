import { useTranslation } from 'react-i18next';
import { useNow, useRingside } from '#renderer/data/hooks.ts';
import { secondsSinceEvent } from '#renderer/data/stores/connectionStore.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';

/** Seconds since the room's last event. Only this component renders each second. */
export function EventAge() {
  const { t } = useTranslation();
  const { connection } = useRingside();
  const { number } = useFormat();
  const now = useNow(500);
  const seconds = secondsSinceEvent(connection.getState(), now);
  return (
    <span className="bar__age muted small">
      {seconds !== null && t('bar.lastEvent', { seconds: number(seconds) })}
    </span>
  );
}
