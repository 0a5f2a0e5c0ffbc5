import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import type { Ringside } from '#renderer/data/ringside.ts';
import { openRehearsal } from '#renderer/data/show/openRoom.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import styles from './ExtrasPage.module.css';
import { fitScale, pageOf, previewLink, sampleAddress, useInnerSize, usePageSize } from './overlayPage.ts';
import { PageFrame } from './PageFrame.tsx';
import { SourceChoice, usePreviewSource } from './previewSource.tsx';
import { useThemed } from './themes/hostThemes.ts';

const backdrops = ['video', 'light', 'checker'] as const;
type Backdrop = (typeof backdrops)[number];

export interface PreviewProps {
  linkId: string;
  /** The address that streaming software gets. */
  address: string;
  options: WidgetOptions;
  /** Whether the pages of the widget show a test now. The preview then shows it too. */
  testing: boolean;
}

/** The widget as viewers see it, with the running show or with a sample show. */
export function Preview({ linkId, address, options, testing }: PreviewProps) {
  const { t } = useTranslation();
  const ringside = useRingside();
  const { running, source: wanted, choose } = usePreviewSource();
  const [backdrop, setBackdrop] = useState<Backdrop>('video');
  const [real, setReal] = useState(false);
  const [starting, setStarting] = useState(false);
  const { size: space, ref } = useInnerSize();
  const source = testing ? 'show' : wanted;
  const size = usePageSize(options);
  const themed = useThemed(options);
  useEffect(() => (source === 'show' ? previewLink(linkId) : undefined), [source, linkId]);
  const scale = real ? 1 : fitScale(size, space);
  const rehearse = async () => {
    setStarting(true);
    if (await startRehearsal(ringside)) choose('show');
    setStarting(false);
  };
  return (
    <section className={styles.preview} aria-label={t('widgets.preview')}>
      <div className={styles.previewTools}>
        <SourceChoice source={source} onChange={choose} />
        {!running && (
          <Button
            small
            look="outlined"
            icon="play-circle"
            label={t('widgets.preview.rehearse')}
            busy={starting}
            onClick={() => void rehearse()}
          />
        )}
      </div>
      <div className={real ? `${styles.room} ${styles.real}` : styles.room} ref={ref}>
        <PageFrame
          address={source === 'show' ? address : sampleAddress(pageOf(address), themed)}
          title={t('widgets.preview')}
          size={size}
          scale={scale}
          backdrop={backdrop}
        />
        {source === 'show' && !running && !testing && (
          <p className={styles.previewNothing}>{t('widgets.preview.nothing')}</p>
        )}
      </div>
      <div className={styles.previewTools}>
        <Segments<Backdrop>
          label={t('widgets.backdrop')}
          value={backdrop}
          options={backdrops.map((value) => ({ value, label: t(`widgets.backdrop.${value}`) }))}
          onChange={setBackdrop}
        />
        <Button
          small
          look="outlined"
          icon={real ? 'window-minimize' : 'window-maximize'}
          label={t('widgets.preview.real')}
          pressed={real}
          onClick={() => setReal(!real)}
        />
        <span className="muted small">{t('widgets.preview.size', { ...size })}</span>
      </div>
    </section>
  );
}

/** Opens a rehearsal and starts it. Returns false if the host cancelled or a call was refused. */
async function startRehearsal(ringside: Ringside): Promise<boolean> {
  if ((await openRehearsal(ringside)) !== 'opened') return false;
  await ready(ringside);
  return (await ringside.attempt('session.act', { action: 'start' })) !== null;
}

/** Waits until this screen has the show's state and the show can be started. */
function ready({ engine }: Ringside): Promise<void> {
  const isReady = () => engine.phase === 'following' && engine.state.status === 'ready';
  if (isReady()) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = engine.subscribe(() => {
      if (!isReady()) return;
      leave();
      resolve();
    });
  });
}
