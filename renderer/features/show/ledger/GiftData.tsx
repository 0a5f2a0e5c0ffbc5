import './ledger.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShowPhase, useSums, useVanillaStore } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { KeyCap } from '#renderer/kit/ui/KeyCap.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import type { WaitingRef } from '../needs/NeedsQueue.tsx';
import type { Corrections } from './corrections.ts';
import { LedgerBody } from './LedgerBody.tsx';
import { LedgerFilters, ViewerSearch } from './LedgerFilters.tsx';
import { useGiftDataFeed } from './ledgerFeed.ts';
import { isFiltered, ledgerFilter } from './ledgerFilter.ts';

export interface GiftDataProps {
  corrections: Corrections;
  cursor: WaitingRef;
}

/** The panel Gift Data: every gift of the show, its target and the reason. */
export function GiftData({ corrections, cursor }: GiftDataProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { showId } = useShowPhase();
  const { filter, enterShow } = useVanillaStore(ledgerFilter, (state) => state);
  const [open, setOpen] = useState(false);
  const [selected, setSelected] = useState(0);
  const feed = useGiftDataFeed(showId, filter);

  useEffect(() => enterShow(showId), [enterShow, showId]);

  const expanded = open || isFiltered(filter);
  return (
    <Panel
      title={t('home.giftData')}
      className="ledger"
      body="held"
      badge={<UnallocatedOnly />}
      actions={
        <>
          {selected > 0 && (
            <span className="chip">{t('ledger.selected', { shown: format.number(selected) })}</span>
          )}
          <ViewerSearch />
          <Button
            small
            look="text"
            icon="filter"
            ariaLabel={t('ledger.filter.open')}
            pressed={expanded}
            onClick={() => setOpen(!expanded)}
          />
        </>
      }
    >
      {expanded && <LedgerFilters feed={feed} />}
      <LedgerBody
        filter={filter}
        feed={feed}
        corrections={corrections}
        cursor={cursor}
        onSelected={setSelected}
      />
    </Panel>
  );
}

/** Number of unallocated gifts; a click filters the list by them. */
function UnallocatedOnly() {
  const { t } = useTranslation();
  const format = useFormat();
  const { filter, change } = useVanillaStore(ledgerFilter, (state) => state);
  const unallocated = useSums((state) => state.targets.get('unallocated')?.rows ?? 0);
  const only = filter.target === 'unallocated';
  const toggle = () => change({ target: only ? undefined : 'unallocated' });
  useKey('ledger.unallocated', toggle);
  return (
    <button
      type="button"
      className={unallocated > 0 ? 'chip chip--toggle chip--needed' : 'chip chip--toggle'}
      aria-pressed={only}
      title={t('ledger.unallocatedOnly')}
      onClick={toggle}
    >
      {t('ledger.unallocated')} <b>{format.number(unallocated)}</b>
      <KeyCap action="ledger.unallocated" />
    </button>
  );
}
