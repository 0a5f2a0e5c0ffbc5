import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useNeeds } from './useNeeds.ts';

/** The newest stretch in which gifts may have been missed: add them by hand, or say that all is well. */
export function GapStrip() {
  const { t } = useTranslation();
  const { time, number } = useFormat();
  const count = useShow((state) => state.gapCount);
  const newest = useShow((state) => state.gaps.at(-1));
  const seen = useNeeds((state) => state.seen.gaps);
  const { seeGaps, setAdding } = useNeeds((state) => state);
  if (newest === undefined || count <= seen) return null;
  const more = count - seen - 1;
  return (
    <section className="queue queue--gap" aria-label={t('gapStrip.label')}>
      <span className="queue__label">
        <i className="pi pi-exclamation-triangle" aria-hidden="true" /> {t('gapStrip.label')}
      </span>
      <span className="queue__what">
        <b className="num">{time(newest.from)}</b>
        <span className="clip">{t(`gaps.cause.${newest.cause}`)}</span>
        <span className="num muted">{formatDuration(newest.until - newest.from)}</span>
        {more > 0 && <span className="count">{t('gapStrip.more', { shown: number(more) })}</span>}
      </span>
      <Button
        small
        icon="plus"
        label={t('gapStrip.add')}
        keyAction="gift.add"
        onClick={() => setAdding(true)}
      />
      <Button small look="outlined" label={t('gapStrip.done')} onClick={() => seeGaps(count)} />
    </section>
  );
}
