import { useTranslation } from 'react-i18next';
import { formatBytes } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import type { Overview } from '#shared/contract/api/status.ts';
import { Gauge } from './Gauge.tsx';

/** What is free on the disk, and which accounts use most of it. */
export function DiskUse({ disk }: { disk: Overview['disk'] }) {
  const { t } = useTranslation();
  const { language, time } = useFormat();
  const size = (bytes: number) => formatBytes(bytes, language);
  const { quota, measuredAt, largest } = disk;
  const measured =
    measuredAt === null
      ? t('admin.overview.measuring')
      : t('admin.overview.measured', { time: time(measuredAt), size: size(disk.hostsBytes) });
  return (
    <Panel title={t('admin.overview.disk')} body="padded">
      <ul className="gauges">
        {disk.free !== null && disk.size !== null && (
          <Gauge
            label={t('admin.overview.diskWhole')}
            value={t('admin.overview.free', { free: size(disk.free), size: size(disk.size) })}
            share={1 - disk.free / disk.size}
          />
        )}
      </ul>
      <h3 className="status__sub">{t('admin.overview.largest')}</h3>
      <p className="muted small">
        {measured}{' '}
        {quota === null ? t('admin.overview.noQuota') : t('admin.overview.quota', { size: size(quota) })}
      </p>
      {largest.length === 0 && measuredAt !== null && (
        <p className="muted">{t('admin.overview.nothingStored')}</p>
      )}
      <ul className="gauges">
        {largest.map(({ account, folder, bytes }) => (
          <Gauge
            key={folder}
            label={account?.email ?? t('admin.overview.deleted', { folder })}
            value={
              quota === null
                ? size(bytes)
                : t('admin.overview.ofLimit', { used: size(bytes), limit: size(quota) })
            }
            share={quota === null ? null : bytes / quota}
          />
        ))}
      </ul>
    </Panel>
  );
}
