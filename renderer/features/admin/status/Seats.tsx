import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import type { Seat } from '#shared/contract/api/status.ts';
import { Gauge } from './Gauge.tsx';

/** What is taken of each kind of seat, against its limit. */
export function Seats({ seats }: { seats: readonly Seat[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Panel title={t('admin.overview.seats')} body="padded">
      <ul className="gauges">
        {seats.map(({ kind, used, limit }) => (
          <Gauge
            key={kind}
            label={t(`admin.overview.seats.${kind}`)}
            value={t('admin.overview.ofLimit', { used: number(used), limit: number(limit) })}
            share={limit === 0 ? null : used / limit}
          />
        ))}
      </ul>
    </Panel>
  );
}
