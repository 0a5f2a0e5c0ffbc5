import { useTranslation } from 'react-i18next';
import { totals } from '#shared/game/selectors.ts';
import { useFormat, useShow } from '../../../app/hooks.ts';
import { Panel } from '../../../ui/Panel.tsx';

/** The room's sums, and first of them what waits for the host: votes that count for nobody yet. */
export function TotalVotes() {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const sums = useShow((state) => {
    const all = totals(state);
    return {
      counted: all.counted.votesTenths,
      gifts: all.counted.count,
      diamonds: all.counted.diamonds,
      unallocated: all.unallocated.votesTenths,
      waiting: all.unallocated.rows,
      uncounted: all.uncounted.votesTenths,
      givers: all.givers,
    };
  });
  return (
    <Panel
      title={t('home.totalVotes')}
      className="home__totals"
      body="padded"
      actions={
        sums.waiting > 0 && (
          <span className="count count--needed">{t('totals.waiting', { shown: number(sums.waiting) })}</span>
        )
      }
    >
      <dl className="totals">
        <dt>{t('totals.counted')}</dt>
        <dd className="totals__lead">{votes(sums.counted)}</dd>
        <dt>{t('totals.unallocated')}</dt>
        <dd className={sums.waiting > 0 ? 'totals__needed' : undefined}>{votes(sums.unallocated)}</dd>
        <dt>{t('totals.uncounted')}</dt>
        <dd>{votes(sums.uncounted)}</dd>
        <dt>{t('totals.gifts')}</dt>
        <dd>{number(sums.gifts)}</dd>
        <dt>{t('totals.diamonds')}</dt>
        <dd>{number(sums.diamonds)}</dd>
        <dt>{t('totals.givers')}</dt>
        <dd>{number(sums.givers)}</dd>
      </dl>
    </Panel>
  );
}
