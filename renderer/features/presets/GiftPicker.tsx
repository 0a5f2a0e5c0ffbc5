import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useShowPhase } from '#renderer/data/hooks.ts';
import { withIds } from '#renderer/data/presets/presetForm.ts';
import { useControl } from '#renderer/kit/form/FormGroup.tsx';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { GiftChip } from '#renderer/kit/ui/GiftChip.tsx';
import type { GiftChoice } from '#shared/contract/preset.ts';
import { giftById } from '#shared/gifts/catalogue.ts';
import { siblingIds } from '#shared/gifts/groups.ts';
import { giftName, type Learned, type LearnedGift, learn, noneLearned } from '#shared/gifts/learned.ts';
import styles from './GiftPicker.module.css';

const GiftDialog = lazy(() => import('./GiftDialog.tsx'));

export interface GiftPickerProps {
  value: GiftChoice | null;
  /** Names of the anchors and gameplay entries that already have a gift, by gift id. */
  usedBy?: ReadonlyMap<number, string> | undefined;
  onChange(choice: GiftChoice | null): void;
}

/** The control for a gift, which is a set of ids. The host picks it from a list or learns it from the next gift. */
export function GiftPicker(props: GiftPickerProps) {
  const { value, usedBy, onChange } = props;
  const { id, label = '', invalid, describedBy } = useControl();
  const { t } = useTranslation();
  const { language } = useFormat();
  const { toasts } = useRingside();
  const learned = useLearned();
  const [open, setOpen] = useState(false);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };

  const take = useCallback(
    ({ id, name }: { id: number; name: string }) => {
      latest.current.onChange(withIds(latest.current.value, siblingIds(id)));
      const params = { name: giftName(id, name, language), id: String(id) };
      toasts.getState().add({ severity: 'success', summary: { key: 'giftPicker.learnedNow', params } });
    },
    [toasts, language],
  );
  const next = useNextGift(take);
  const learnLabel = !next.possible
    ? t('giftPicker.needsShow')
    : t(next.waiting ? 'giftPicker.learning' : 'giftPicker.learn');
  const first = value?.ids[0];
  const name = first === undefined ? '' : giftName(first, '', language, learned);
  const ids = value?.ids.length ?? 0;
  const shown =
    first === undefined ? t('giftPicker.choose') : ids > 1 ? t('giftPicker.ids', { name, count: ids }) : name;
  return (
    <div className={invalid === true ? `${styles.field} ${styles.invalid}` : styles.field}>
      <button
        type="button"
        id={id}
        aria-describedby={describedBy}
        className={styles.choose}
        aria-label={`${label}: ${shown}`}
        title={value?.ids.join(', ')}
        onClick={() => setOpen(true)}
      >
        {first === undefined ? (
          <span className="clip muted">{shown}</span>
        ) : (
          <>
            <GiftChip name={name} ids={value?.ids ?? []} />
            <span className="clip">{shown}</span>
          </>
        )}
      </button>
      {first !== undefined && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('giftPicker.clear')}
          title={t('giftPicker.clear')}
          onClick={() => onChange(null)}
        >
          <i className="pi pi-times" aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className={next.waiting ? `icon-button ${styles.waiting}` : 'icon-button'}
        aria-label={learnLabel}
        aria-pressed={next.waiting}
        title={learnLabel}
        disabled={!next.possible}
        onClick={next.toggle}
      >
        <i className={next.waiting ? 'pi pi-spin pi-spinner' : 'pi pi-bolt'} aria-hidden="true" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <GiftDialog
            title={label}
            chosen={value}
            learned={learned}
            usedBy={usedBy}
            onClose={() => setOpen(false)}
            onChoose={(choice) => {
              onChange(choice);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

interface NextGift {
  /** True while a show is open, so that a gift can arrive. */
  possible: boolean;
  waiting: boolean;
  toggle(): void;
}

/**
 * After `toggle`, waits for the next gift of the open show and passes it to `onGift`. Ignores combos that have begun.
 */
function useNextGift(onGift: (gift: { id: number; name: string }) => void): NextGift {
  const { engine } = useRingside();
  const { phase } = useShowPhase();
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    return engine.onRows((events) => {
      const next = events.find((event) => event.kind === 'opened');
      if (next === undefined) return;
      setWaiting(false);
      onGift({ id: next.row.giftId, name: next.row.giftName });
    });
  }, [waiting, engine, onGift]);
  return { possible: phase === 'following', waiting, toggle: () => setWaiting(!waiting) };
}

const none: readonly LearnedGift[] = [];

/** Returns the gifts of earlier shows and of the open show that the catalogue does not contain. */
export function useLearned(): Learned {
  const { engine, call } = useRingside();
  // Ignore an error: the picker then has the catalogue and the open show.
  const { data: earlier = none } = useQuery({
    queryKey: ['gifts', 'learned'],
    queryFn: async () => (await call('gifts.learned', {})).gifts,
  });
  const unknown = useShow((state) =>
    [...state.gifts.keys()].filter((id) => giftById(id) === undefined).join(),
  );
  return useMemo(() => {
    let learned = noneLearned;
    for (const gift of earlier) learned = learn(learned, gift);
    for (const id of unknown === '' ? [] : unknown.split(',').map(Number)) {
      const seen = engine.state.gifts.get(id);
      const streak = learned.get(id)?.streak ?? false;
      if (seen !== undefined)
        learned = learn(learned, { id, name: seen.name, diamonds: seen.unitDiamonds, streak });
    }
    return learned;
  }, [engine, unknown, earlier]);
}
