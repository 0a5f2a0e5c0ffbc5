import { useTranslation } from 'react-i18next';
import { formatBytes } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { ProgressBar } from '#renderer/kit/ui/ProgressBar.tsx';
import type { Overview, Seat } from '#shared/contract/api/status.ts';
import styles from './status.module.css';

/** Shows the free disk space and the accounts that use the most. */
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
      <ul className={styles.gauges}>
        {disk.free !== null && disk.size !== null && (
          <Gauge
            label={t('admin.overview.diskWhole')}
            value={t('admin.overview.free', { free: size(disk.free), size: size(disk.size) })}
            share={1 - disk.free / disk.size}
          />
        )}
      </ul>
      <h3 className={styles.sub}>{t('admin.overview.largest')}</h3>
      <p className="muted small">
        {measured}{' '}
        {quota === null ? t('admin.overview.noQuota') : t('admin.overview.quota', { size: size(quota) })}
      </p>
      {largest.length === 0 && measuredAt !== null && (
        <p className="muted">{t('admin.overview.nothingStored')}</p>
      )}
      <ul className={styles.gauges}>
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

/** Shows the used seats of each kind and their limit. */
export function Seats({ seats }: { seats: readonly Seat[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Panel title={t('admin.overview.seats')} body="padded">
      <ul className={styles.gauges}>
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

interface GaugeProps {
  label: string;
  /** The used amount in words. */
  value: string;
  /** The used share, 0 to 1; null without a limit. */
  share: number | null;
}

/** Above this share the gauge warns. */
const SCARCE = 0.8;

/** Shows a used amount in words and as a bar, which warns when little is left. */
function Gauge({ label, value, share }: GaugeProps) {
  const isScarce = share !== null && share > SCARCE;
  return (
    <li className={styles.gauge}>
      <div className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.value}>
          {isScarce && <i className="pi pi-exclamation-triangle" aria-hidden="true" />}
          {value}
        </span>
      </div>
      {share !== null && <ProgressBar share={share} warn={isScarce} />}
    </li>
  );
}
