import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { useNeeds } from '../needs/needsStore.ts';
import styles from './Gaps.module.css';

/** Number of newest gaps in the dialog. */
const SHOWN = 50;

/** Button with the number of gaps (periods in which gifts may have been missed). Opens the list of gaps. */
export function Gaps() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const count = useShow((state) => state.gapCount);
  const [open, setOpen] = useState(false);
  useKey('gaps.open', () => setOpen(true), count > 0);
  if (count === 0) return null;
  return (
    <>
      <Button
        small
        look="outlined"
        danger
        icon="exclamation-triangle"
        label={t('gaps.count', { count, shown: number(count) })}
        keyAction="gaps.open"
        onClick={() => setOpen(true)}
      />
      {open && <GapList onClose={() => setOpen(false)} />}
    </>
  );
}

function GapList({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const setAdding = useNeeds((state) => state.setAdding);
  const started = useShow(({ status }) => status !== 'initialization' && status !== 'ready');
  const gaps = useShow((state) => state.gaps.slice(-SHOWN).reverse());
  return (
    <Modal
      title={t('gaps.title')}
      onClose={onClose}
      footer={
        started && (
          <Button
            icon="plus"
            label={t('gapStrip.add')}
            onClick={() => {
              onClose();
              setAdding(true);
            }}
          />
        )
      }
    >
      <div className="stack">
        <p>{t('gaps.text')}</p>
        <ul className={styles.gaps}>
          {gaps.map((gap) => (
            <li key={`${gap.at} ${gap.from} ${gap.detail}`} className="row">
              <span className="num">{time(gap.from)}</span>
              <span className="spread">{t(`gaps.cause.${gap.cause}`)}</span>
              <span className="num muted">{formatDuration(gap.until - gap.from)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}
