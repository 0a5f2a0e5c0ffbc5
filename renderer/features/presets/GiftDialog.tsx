import { InputText } from 'primereact/inputtext';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withIds } from '#renderer/data/presets/presetForm.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import type { GiftChoice } from '#shared/contract/preset.ts';
import type { GiftGroup } from '#shared/gifts/groups.ts';
import type { Learned } from '#shared/gifts/learned.ts';
import { indexGifts, searchGifts } from '#shared/gifts/search.ts';
import { GiftList } from './GiftList.tsx';

export interface GiftDialogProps {
  title: string;
  chosen: GiftChoice | null;
  learned: Learned;
  usedBy?: ReadonlyMap<number, string>;
  onChoose(choice: GiftChoice): void;
  onClose(): void;
}

/** Every gift that is known, found by any of its names or its id; what the show has taught comes along. */
export default function GiftDialog({ title, chosen, learned, usedBy, onChoose, onClose }: GiftDialogProps) {
  const { t } = useTranslation();
  const { language, number } = useFormat();
  const id = useId();
  const [text, setText] = useState('');
  const [place, setPlace] = useState<number | null>(null);
  const index = useMemo(() => indexGifts(learned), [learned]);
  const found = useMemo(() => searchGifts(index, { text, locale: language }), [index, text, language]);
  const own = chosen?.ids[0];
  const current = useMemo(
    () => (own === undefined ? -1 : found.findIndex((gift) => gift.ids.includes(own))),
    [found, own],
  );
  const active = Math.min(place ?? Math.max(0, current), found.length - 1);

  const choose = (gift: GiftGroup | undefined) => {
    if (gift !== undefined) onChoose(withIds(null, gift.ids));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Of an input method: its own list of words is gone through and taken.
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (step !== undefined) setPlace(Math.max(0, Math.min(found.length - 1, active + step)));
    else if (event.key === 'Enter') choose(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal title={title} onClose={onClose}>
      <div className="gift-dialog">
        <InputText
          type="search"
          data-pc-autofocus
          value={text}
          maxLength={100}
          placeholder={t('giftPicker.search')}
          role="combobox"
          aria-label={t('giftPicker.search')}
          aria-description={t('giftPicker.hint')}
          aria-expanded
          aria-controls={`${id}list`}
          aria-activedescendant={active >= 0 ? `${id}${active}` : undefined}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            setPlace(event.target.value === '' ? null : 0);
          }}
        />
        {found.length === 0 ? (
          <div className="gift-dialog__list">
            <EmptyState
              icon="search"
              title={t('giftPicker.nothing.title')}
              text={t('giftPicker.nothing.text')}
            />
          </div>
        ) : (
          <GiftList
            id={id}
            gifts={found}
            active={active}
            chosen={current}
            {...(usedBy === undefined ? {} : { usedBy })}
            onChoose={choose}
          />
        )}
        <p className="muted small">
          {t('giftPicker.count', { count: found.length, shown: number(found.length) })}
        </p>
      </div>
    </Modal>
  );
}
