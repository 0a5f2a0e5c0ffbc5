import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import type { StreamTestKind } from '#shared/contract/overlay/streamTest.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { type Side, sides } from '#shared/contract/round.ts';
import { streamTestsOf } from '#shared/overlay/streamTest.ts';
import extras from './ExtrasPage.module.css';
import { useOpenPages } from './overlayPage.ts';
import styles from './StreamTest.module.css';

interface StreamTestProps {
  link: OverlayLinkView;
  /** The options of the form, which may not be saved yet. */
  options: WidgetOptions;
}

/** The buttons that show an effect, a moment, an alert or a card on the widget's real pages. */
export function StreamTest({ link, options }: StreamTestProps) {
  const { t } = useTranslation();
  const { attempt } = useRingside();
  const [side, setSide] = useState<Side>('attacker');
  const open = useOpenPages(link);
  const kinds = streamTestsOf(options);
  if (kinds.length === 0) return null;
  const show = (kind: StreamTestKind) => void attempt('overlay.test', { id: link.id, test: { kind, side } });
  return (
    <section className={extras.section} aria-label={t('widgets.test')}>
      <div className={extras.sectionHead}>
        <h3 className={extras.sectionTitle}>{t('widgets.test')}</h3>
        <span className={link.testing ? styles.running : 'muted small'} role="status">
          {t(
            link.testing ? (open > 0 ? 'widgets.test.running' : 'widgets.test.nowhere') : 'widgets.test.help',
          )}
        </span>
      </div>
      <div className={styles.buttons}>
        {kinds.length > 1 && (
          <Segments<Side>
            label={t('widgets.test.side')}
            value={side}
            options={sides.map((value) => ({ value, label: t(`ledger.target.${value}`) }))}
            onChange={setSide}
          />
        )}
        {kinds.map((kind) => (
          <Button
            key={kind}
            small
            look="outlined"
            label={t(`widgets.test.kind.${kind}`)}
            onClick={() => show(kind)}
          />
        ))}
        <Button
          small
          icon="stop"
          label={t('widgets.test.stop')}
          disabled={!link.testing}
          onClick={() => void attempt('overlay.test', { id: link.id, test: null })}
        />
      </div>
    </section>
  );
}
