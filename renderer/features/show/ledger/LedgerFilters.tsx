import { InputText } from 'primereact/inputtext';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShow, useVanillaStore } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { ledgerFilterSchema } from '#shared/contract/ledger.ts';
import { sides } from '#shared/contract/round.ts';
import { giftName } from '#shared/gifts/learned.ts';
import styles from './GiftData.module.css';
import { type LedgerFeed, useFeed } from './ledgerFeed.ts';
import { isFiltered, ledgerFilter } from './ledgerFilter.ts';
import { useAnchors, useShowSides } from './moveTargets.ts';

/** Debounce of the viewer search (ms). */
const DEBOUNCE_MS = 200;
/** Value of the option "all" of a select. */
const ALL = '*';

/** Filters by part of a viewer's name or username, debounced. */
export const ViewerSearch = memo(function ViewerSearch() {
  const { t } = useTranslation();
  const wanted = useVanillaStore(ledgerFilter, (state) => state.filter.viewer ?? '');
  const change = useVanillaStore(ledgerFilter, (state) => state.change);
  const [text, setText] = useState(wanted);
  const [applied, setApplied] = useState(wanted);
  if (applied !== wanted) {
    setApplied(wanted);
    setText(wanted);
  }
  useEffect(() => {
    if (text.trim() === wanted) return;
    const timer = window.setTimeout(() => change({ viewer: text.trim() || undefined }), DEBOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [text, wanted, change]);
  return (
    <InputText
      className={styles.search}
      type="search"
      value={text}
      maxLength={100}
      placeholder={t('ledger.filter.viewer')}
      aria-label={t('ledger.filter.viewer')}
      onChange={(event) => setText(event.target.value)}
    />
  );
});

/** The other filters (target, gift, corrected, viewer) and the number of matching rows. */
export const LedgerFilters = memo(function LedgerFilters({ feed }: { feed: LedgerFeed }) {
  const { t } = useTranslation();
  const format = useFormat();
  const anchors = useAnchors();
  const withSides = useShowSides();
  const { filter, viewerName, change, clear } = useVanillaStore(ledgerFilter, (state) => state);
  const giftIds = useShow((state) => [...state.gifts.keys()]);
  const names = useShow((state) => [...state.gifts.values()].map(({ name }) => name));
  const gifts = giftIds
    .map((id, at) => ({ value: String(id), label: giftName(id, names[at] ?? '', format.language) }))
    .sort((a, b) => a.label.localeCompare(b.label, format.language.replace('_', '-')));
  const targets: { value: string; label: string }[] = [
    { value: ALL, label: t('ledger.filter.anyTarget') },
    { value: 'unallocated', label: t('ledger.target.unallocated') },
    { value: 'anchors', label: t('ledger.filter.anchors') },
    ...anchors.map(({ id, nickname }) => ({ value: `anchor:${id}`, label: nickname })),
    ...(withSides ? sides : []).map((side) => ({ value: side, label: t(`ledger.target.${side}`) })),
    { value: 'uncounted', label: t('ledger.target.uncounted') },
  ];
  const chooseTarget = (value: string) => {
    const parsed = ledgerFilterSchema.shape.target.safeParse(value === ALL ? undefined : value);
    if (parsed.success) change({ target: parsed.data });
  };
  return (
    <div className={styles.filters}>
      <Select
        label={t('ledger.filter.target')}
        value={filter.target ?? ALL}
        options={targets}
        onChange={chooseTarget}
      />
      <Select
        label={t('ledger.filter.gift')}
        value={filter.giftId === undefined ? ALL : String(filter.giftId)}
        options={[{ value: ALL, label: t('ledger.filter.anyGift') }, ...gifts]}
        onChange={(value) => change({ giftId: value === ALL ? undefined : Number(value) })}
      />
      <button
        type="button"
        className="chip chip--toggle"
        aria-pressed={filter.corrected === true}
        onClick={() => change({ corrected: filter.corrected === true ? undefined : true })}
      >
        {t('ledger.filter.corrected')}
      </button>
      {filter.viewerId !== undefined && (
        <button
          type="button"
          className="chip chip--toggle"
          aria-pressed
          onClick={() => change({ viewerId: undefined })}
        >
          <span className="clip">{t('ledger.filter.onlyViewer', { viewer: viewerName })}</span>
          <i className="pi pi-times" aria-hidden="true" />
        </button>
      )}
      {isFiltered(filter) && (
        <Button small look="text" icon="filter-slash" ariaLabel={t('ledger.filter.clear')} onClick={clear} />
      )}
      <Total feed={feed} />
    </div>
  );
});

function Total({ feed }: { feed: LedgerFeed }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total } = useFeed(feed).window;
  return (
    <span className={`${styles.total} muted small`}>
      {total === null ? '' : t('ledger.rows', { count: total, shown: format.number(total) })}
    </span>
  );
}
