import { useTranslation } from 'react-i18next';
import { useSums } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { totals } from '#shared/game/selectors.ts';

/** The room's totals, at fixed positions so that nothing moves. */
export function BarTotals() {
  const { t } = useTranslation();
  const format = useFormat();
  const sums = useSums((state) => {
    const { counted, givers } = totals(state);
    return { votes: counted.votesTenths, gifts: counted.count, diamonds: counted.diamonds, givers };
  });
  return (
    <div className="bar__totals">
      <Total label={t('total.votes')} value={format.votes(sums.votes)} />
      <Total label={t('total.gifts')} value={format.number(sums.gifts)} />
      <Total label={t('total.diamonds')} value={format.number(sums.diamonds)} />
      <Total label={t('total.givers')} value={format.number(sums.givers)} hint={t('totals.giversHint')} />
    </div>
  );
}

function Total({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <span className="bar__total" title={hint}>
      <span className="muted small">{label}</span>
      <b>{value}</b>
    </span>
  );
}
