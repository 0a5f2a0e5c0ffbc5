import { useVirtualizer } from '@tanstack/react-virtual';
import { InputText } from 'primereact/inputtext';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { withIds } from '#renderer/data/presets/presetForm.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { GiftChip } from '#renderer/kit/ui/GiftChip.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import type { GiftChoice } from '#shared/contract/preset.ts';
import { type GiftGroup, groupGifts } from '#shared/gifts/groups.ts';
import type { Learned } from '#shared/gifts/learned.ts';
import { indexGifts, searchGifts } from '#shared/gifts/search.ts';
import styles from './GiftPicker.module.css';

export interface GiftDialogProps {
  title: string;
  chosen: GiftChoice | null;
  learned: Learned;
  usedBy?: ReadonlyMap<number, string> | undefined;
  onChoose(choice: GiftChoice): void;
  onClose(): void;
}

/** Chooses a gift of the catalogue or a learned one, with a search by id or by name in any language. */
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
    // An input method uses the arrow keys and Enter for its own list.
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
      <div className={styles.dialog}>
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
        {text === '' && <RecentGifts learned={learned} onChoose={choose} />}
        {found.length === 0 ? (
          <div className={styles.list}>
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
            usedBy={usedBy}
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

/** The largest number of recent gifts: two lines of tiles. */
const MOST_RECENT = 8;

/** Tiles of the gifts that arrived last in the open show, then of those in the presets. */
function RecentGifts({ learned, onChoose }: { learned: Learned; onChoose(gift: GiftGroup): void }) {
  const { t } = useTranslation();
  const { language, number } = useFormat();
  const ringside = useRingside();
  const presets = useVanillaStore(ringside.presets, (state) => state.presets);
  // Read once: tiles that move while the host aims at one are hard to hit.
  const [arrived] = useState(() => [...ringside.engine.state.gifts.keys()].toReversed());
  const recent = useMemo(() => {
    const chosen = (presets ?? [])
      .toReversed()
      .flatMap(({ anchors, gameplay }) =>
        [...anchors, ...gameplay].flatMap(({ gift }) => gift?.ids[0] ?? []),
      );
    const groups = groupGifts(learned);
    const found = [...arrived, ...chosen].flatMap((id) => groups.find(({ ids }) => ids.includes(id)) ?? []);
    return [...new Set(found)].slice(0, MOST_RECENT);
  }, [presets, arrived, learned]);
  if (recent.length === 0) return null;
  return (
    <section aria-label={t('giftPicker.recent')}>
      <p className="muted small">{t('giftPicker.recent')}</p>
      <div className={styles.tiles}>
        {recent.map((gift) => (
          <button key={gift.ids[0]} type="button" className={styles.tile} onClick={() => onChoose(gift)}>
            <GiftChip name={gift.names[language]} ids={gift.ids} large />
            <span className="clip">{gift.names[language]}</span>
            <span className="muted small num">
              {t('giftPicker.diamonds', { count: gift.diamonds, shown: number(gift.diamonds) })}
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}

/** Height of a row (px), the same as in `GiftPicker.module.css`. */
const ROW = 36;

interface GiftListProps {
  /** Prefix of the rows' element ids, for `aria-activedescendant` of the search field. */
  id: string;
  gifts: readonly GiftGroup[];
  /** Index of the row that Enter chooses. */
  active: number;
  /** Index of the current gift; -1 if it is not listed. */
  chosen: number;
  usedBy?: ReadonlyMap<number, string> | undefined;
  onChoose(gift: GiftGroup): void;
}

/** The found gifts, as a virtual list. The search field handles the keys. */
function GiftList({ id, gifts, active, chosen, usedBy, onChoose }: GiftListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: gifts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 4,
  });
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' });
  }, [virtual, active]);
  return (
    <div ref={scroller} className={styles.list} id={`${id}list`}>
      <div className={styles.all} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const gift = gifts[index];
          if (gift === undefined) return null;
          const name = gift.names[format.language];
          const user = gift.ids
            .map((each) => usedBy?.get(each))
            .find((each) => each !== undefined && index !== chosen);
          return (
            <button
              key={gift.ids[0]}
              id={`${id}${index}`}
              type="button"
              tabIndex={-1}
              className={index === active ? `${styles.row} ${styles.active}` : styles.row}
              aria-pressed={index === chosen}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onChoose(gift)}
            >
              <GiftChip name={name} ids={gift.ids} />
              <span className="clip">
                {gift.ids.length > 1 ? t('giftPicker.ids', { name, count: gift.ids.length }) : name}
              </span>
              <span className={`${styles.about} clip small`}>
                {user !== undefined
                  ? t('giftPicker.usedBy', { name: user })
                  : gift.learned && t('giftPicker.learned')}
              </span>
              <span className={`${styles.id} muted small`}>{gift.ids[0]}</span>
              <span className="num">
                {t('giftPicker.diamonds', { count: gift.diamonds, shown: format.number(gift.diamonds) })}
              </span>
              <i className={index === chosen ? 'pi pi-check' : 'pi'} aria-hidden="true" />
            </button>
          );
        })}
      </div>
    </div>
  );
}
