import { memo } from 'react';
import { useTranslation } from 'react-i18next';

/** What the columns are; readers hear it from the rows themselves. */
export const LedgerHead = memo(function LedgerHead() {
  const { t } = useTranslation();
  return (
    <div className="lrow lrow--head" aria-hidden="true">
      <span className="lrow__time">{t('ledger.col.time')}</span>
      <span className="lrow__viewer clip">{t('ledger.col.viewer')}</span>
      <span className="lrow__gift clip">{t('ledger.col.gift')}</span>
      <span className="lrow__count num">{t('ledger.col.count')}</span>
      <span className="lrow__diamonds num">{t('ledger.col.diamonds')}</span>
      <span className="lrow__votes num">{t('ledger.col.votes')}</span>
      <span className="lrow__to clip">{t('ledger.col.to')}</span>
      <span className="lrow__why clip">{t('ledger.col.why')}</span>
    </div>
  );
});
