import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlain, useShowPhase } from '#renderer/data/hooks.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { NothingYet } from '../NothingYet.tsx';
import { ledgerFilter } from './filterStore.ts';
import { isFiltered } from './LedgerFilters.tsx';
import type { LedgerFeed } from './ledgerFeed.ts';

/** What stands in the ledger's place while there are no rows to show, and why. */
export function LedgerState({
  feed,
  filter,
  children,
}: {
  feed: LedgerFeed;
  filter: LedgerFilter;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { phase, showId } = useShowPhase();
  const problemText = useProblemText();
  const clear = usePlain(ledgerFilter, (state) => state.clear);
  const { window: held, problem } = feed;

  if (showId === null && phase === 'none') {
    return <EmptyState icon="gift" title={t('ledger.noShow.title')} text={t('ledger.noShow.text')} />;
  }
  if (problem !== null) {
    return (
      <EmptyState icon="exclamation-triangle" title={t('ledger.failed.title')} text={problemText(problem)}>
        <Button look="outlined" icon="refresh" label={t('ledger.retry')} onClick={feed.retry} />
      </EmptyState>
    );
  }
  if (held.total === null) return <Unread />;
  // A list that is scrolled or aimed at stays, even when all its rows have gone elsewhere meanwhile.
  if (held.total > 0 || held.hidden > 0) return children;
  if (filter.target === 'unallocated' && Object.keys(filter).length === 1) {
    return (
      <EmptyState icon="check-circle" title={t('ledger.allDone.title')} text={t('ledger.allDone.text')} />
    );
  }
  if (!isFiltered(filter)) return <NothingYet icon="gift" list="ledger" />;
  return (
    <EmptyState icon="filter" title={t('ledger.nothing.title')} text={t('ledger.nothing.text')}>
      <Button look="outlined" icon="filter-slash" label={t('ledger.filter.clear')} onClick={clear} />
    </EmptyState>
  );
}

const placeholders = [0, 1, 2, 3, 4, 5, 6, 7];

/** Lines where rows will be: nothing jumps when they come. */
function Unread() {
  return (
    <div className="llist llist--unread" aria-busy="true">
      {placeholders.map((place) => (
        <div key={place} className="lrow lrow--unread skeleton" />
      ))}
    </div>
  );
}
