import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SOURCE_FPS } from '#renderer/data/obs/obsWidgets.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import styles from './ObsGuide.module.css';
import { useSourceSize } from './overlayPage.ts';

/** A guide in three pictures: adding the link to OBS. Their texts are those of OBS in the same language. */
export function ObsGuide({ options, onClose }: { options: WidgetOptions; onClose(): void }) {
  const { t } = useTranslation();
  const { width, height } = useSourceSize(options);
  return (
    <Modal
      title={t('obs.title')}
      onClose={onClose}
      wide
      footer={<Button label={t('action.close')} autoFocus onClick={onClose} />}
    >
      <ol className={styles.guide}>
        <li>
          <SourcesPicture />
          <p>{t('obs.step1')}</p>
        </li>
        <li>
          <PropertiesPicture width={width} height={height} />
          <p>{t('obs.step2', { width, height, fps: SOURCE_FPS })}</p>
        </li>
        <li>
          <PlacePicture />
          <p>{t('obs.step3')}</p>
        </li>
      </ol>
      {options.kind === 'workbench' && <p className={styles.more}>{t('obs.window')}</p>}
      <p className={`${styles.more} muted small`}>{t('obs.shows')}</p>
    </Modal>
  );
}

/** A drawing of an OBS window. The accent colour marks what the host has to click or enter. */
function Picture({ label, children }: { label: string; children: ReactNode }) {
  return (
    <svg className={styles.picture} viewBox="0 0 280 200" role="img" aria-label={label}>
      <rect className={styles.window} x="0.5" y="0.5" width="279" height="199" rx="6" />
      {children}
    </svg>
  );
}

/** The list of sources with its plus, and the menu with Browser. */
function SourcesPicture() {
  const { t } = useTranslation();
  const words = ['obs.image', 'obs.browser', 'obs.windowCapture'] as const;
  return (
    <Picture label={t('obs.step1')}>
      <rect className={styles.bar} x="14" y="14" width="124" height="172" rx="4" />
      <text className={`${styles.word} ${styles.strong}`} x="24" y="34">
        {t('obs.sources')}
      </text>
      <path className={styles.line} d="M14 44h124M14 160h124" />
      <rect className={styles.row} x="22" y="54" width="108" height="16" rx="3" />
      <rect className={styles.row} x="22" y="76" width="84" height="16" rx="3" />
      <rect className={styles.mark} x="20" y="164" width="20" height="18" rx="3" />
      <path className={styles.plus} d="M30 168v10M25 173h10" />
      <path className={styles.arrow} d="M44 168C80 160 92 140 122 108" />
      <rect className={styles.menu} x="126" y="62" width="146" height="94" rx="5" />
      {words.map((word, place) => (
        <g key={word}>
          {word === 'obs.browser' && (
            <rect className={styles.mark} x="130" y={66 + place * 29} width="138" height="27" rx="3" />
          )}
          <text
            className={word === 'obs.browser' ? `${styles.word} ${styles.chosen}` : styles.word}
            x="138"
            y={84 + place * 29}
          >
            {t(word)}
          </text>
        </g>
      ))}
    </Picture>
  );
}

/** The properties of the browser source. */
function PropertiesPicture({ width, height }: { width: number; height: number }) {
  const { t } = useTranslation();
  return (
    <Picture label={t('obs.step2', { width, height, fps: SOURCE_FPS })}>
      <Entry y={20} word="URL" value="…/overlay/#…" marked />
      <Entry y={50} word={t('obs.width')} value={String(width)} />
      <Entry y={80} word={t('obs.height')} value={String(height)} />
      <Check y={114} word={t('obs.frameRate')} checked />
      <Entry y={130} word="FPS" value={String(SOURCE_FPS)} />
      <Check y={166} word={t('obs.shutdown')} checked={false} />
    </Picture>
  );
}

interface EntryProps {
  y: number;
  word: string;
  value: string;
  marked?: boolean;
}

function Entry({ y, word, value, marked }: EntryProps) {
  return (
    <g>
      <text className={`${styles.word} ${styles.end}`} x="84" y={y + 15}>
        {word}
      </text>
      <rect
        className={marked === true ? `${styles.field} ${styles.marked}` : styles.field}
        x="94"
        y={y}
        width="170"
        height="22"
        rx="3"
      />
      <text className={styles.word} x="102" y={y + 15}>
        {value}
      </text>
    </g>
  );
}

function Check({ y, word, checked }: { y: number; word: string; checked: boolean }) {
  return (
    <g>
      <rect className={`${styles.field} ${styles.marked}`} x="20" y={y} width="13" height="13" rx="2" />
      {checked && <path className={styles.tick} d={`M23 ${y + 6}l3 4 5-7`} />}
      <text className={styles.word} x="42" y={y + 11}>
        {word}
      </text>
    </g>
  );
}

/** A stream with the widget over it, and the handles that change its size. */
function PlacePicture() {
  const { t } = useTranslation();
  return (
    <Picture label={t('obs.step3')}>
      <rect className={styles.video} x="90" y="12" width="100" height="176" rx="4" />
      <circle className={styles.face} cx="140" cy="92" r="24" />
      <path className={styles.face} d="M98 188c0-76 84-76 84 0z" />
      <rect className={styles.widget} x="100" y="22" width="80" height="9" rx="4.5" />
      <rect className={styles.widget} x="100" y="136" width="52" height="8" rx="3" />
      <rect className={styles.widget} x="100" y="150" width="44" height="8" rx="3" />
      <rect className={styles.widget} x="100" y="164" width="36" height="8" rx="3" />
      <rect className={styles.frame} x="90" y="12" width="100" height="176" />
      {[
        [90, 12],
        [190, 12],
        [90, 188],
        [190, 188],
      ].map(([x = 0, y = 0]) => (
        <rect key={`${x} ${y}`} className={styles.handle} x={x - 4} y={y - 4} width="8" height="8" />
      ))}
    </Picture>
  );
}
