import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { type Format, useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { MarkerKind, ReplayMarker } from '#shared/contract/calls/report.ts';
import type { Target } from '#shared/contract/ledger.ts';
import { giftName } from '#shared/gifts/learned.ts';
import { useTargetName } from '../ledger/moveTargets.ts';
import styles from './ReplayMarkers.module.css';

const classes: Readonly<Record<MarkerKind, string | undefined>> = {
  correction: styles.correction,
  late: styles.late,
  gap: styles.gap,
  settlement: styles.settlement,
  bigGift: styles.bigGift,
};

/** Loads the markers of a show; none while they load and after an error. */
export function useMarkers(showId: string): readonly ReplayMarker[] {
  const { call } = useRingside();
  const { data } = useQuery({
    queryKey: ['replayMarkers', showId],
    queryFn: async () => (await call('replay.markers', { showId })).markers,
    gcTime: 0,
  });
  return data ?? [];
}

export interface ReplayMarkersProps {
  markers: readonly ReplayMarker[];
  from: number;
  until: number;
  onJump(marker: ReplayMarker): void;
}

/** The markers as dots on the time line. Hidden from screen readers, which use `MarkerList`. */
export function MarkerDots({ markers, from, until, onJump }: ReplayMarkersProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const targetName = useTargetName();
  const length = Math.max(1, until - from);
  return (
    <div className={styles.dots} aria-hidden="true">
      {markers.map((marker) => (
        <button
          key={keyOf(marker)}
          type="button"
          tabIndex={-1}
          className={`${styles.dot} ${classes[marker.kind]}`}
          style={{ insetInlineStart: `${((marker.at - from) / length) * 100}%` }}
          title={markerText(marker, t, format, targetName)}
          onClick={() => onJump(marker)}
        />
      ))}
    </div>
  );
}

/** The markers as a list to choose from. */
export function MarkerList({ markers, onJump }: Pick<ReplayMarkersProps, 'markers' | 'onJump'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const targetName = useTargetName();
  if (markers.length === 0) return null;
  return (
    <Select
      label={t('replay.jump')}
      placeholder={t('replay.jump')}
      value={null}
      className={styles.list}
      options={markers.map((marker) => ({
        value: keyOf(marker),
        label: markerText(marker, t, format, targetName),
      }))}
      onChange={(key) => {
        const marker = markers.find((each) => keyOf(each) === key);
        if (marker !== undefined) onJump(marker);
      }}
    />
  );
}

const keyOf = ({ kind, at, rowId }: ReplayMarker) => `${kind} ${at} ${rowId}`;

function markerText(
  marker: ReplayMarker,
  t: TFunction,
  format: Format,
  targetName: (target: Target) => string,
): string {
  const { kind, at, viewer, giftId, count, target, number } = marker;
  const gift = giftId === 0 ? '' : giftName(giftId, marker.giftName, format.language);
  const parts = [
    format.time(at),
    kind === 'settlement' ? t('replay.marker.settlement', { number }) : t(`replay.marker.${kind}`),
    viewer,
    count === 0 ? '' : `${gift} ×${format.number(count)}`.trim(),
    target === null ? '' : `→ ${targetName(target)}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
