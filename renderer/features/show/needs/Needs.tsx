import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useShowPhase, useSums } from '#renderer/data/hooks.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button, KeyCap } from '#renderer/kit/ui/Button.tsx';
import { useLoadAhead } from '#renderer/kit/ui/useLoadAhead.ts';
import { isTieOutdated, tiedOf, undecidedTie } from '#shared/game/round/view.ts';
import { boundViewers, nicknameOf } from '#shared/game/selectors.ts';
import styles from './Needs.module.css';
import { useNeeds } from './needsStore.ts';

const loadAddGift = () => import('./AddGift.tsx');
const AddGift = lazy(loadAddGift);

/**
 * Strips for what the host must not forget: suspended bindings, ties and gaps. Also opens the dialog that adds a gift. A
 * replay has none.
 */
export const Needs = memo(function Needs({ showId }: { showId: string | null }) {
  const { readOnly } = useRingside();
  const { phase } = useShowPhase();
  const { adding, setAdding } = useNeeds((state) => state);
  const entered = useEnteredShow(showId);
  const started = useShow(({ status }) => status !== 'initialization' && status !== 'ready');
  useLoadAhead(loadAddGift);
  useKey('gift.add', () => setAdding(true), started && !readOnly && phase === 'following');
  if (!entered || readOnly) return null;
  return (
    <>
      {started && <SuspendedStrip canResume />}
      {started && <TieStrip />}
      {started && <GapStrip />}
      {adding && (
        <Suspense fallback={null}>
          <AddGift onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
});

/** Clears what the host has dismissed in an earlier show. Returns whether the store belongs to this show. */
export function useEnteredShow(showId: string | null): boolean {
  const { phase } = useShowPhase();
  const enterShow = useNeeds((state) => state.enterShow);
  const seenShow = useNeeds((state) => state.seen.showId);
  useEffect(() => {
    if (showId !== null && phase === 'following') enterShow(showId);
  }, [showId, phase, enterShow]);
  return showId !== null && seenShow === showId;
}

/**
 * Says that bindings are suspended, and how many viewers that concerns: their gifts wait in the queue. A phone may not
 * resume them.
 */
export function SuspendedStrip({ canResume = false }: { canResume?: boolean }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { attempt } = useRingside();
  const suspended = useShow((state) => state.suspended && state.status !== 'ended');
  const bound = useSums((state) => (state.suspended ? boundViewers(state) : 0));
  if (!suspended) return null;
  return (
    <section className={styles.strip} aria-label={t('suspended.label')}>
      <span className={styles.label}>
        <i className="pi pi-ban" aria-hidden="true" /> {t('suspended.label')}
      </span>
      <span className={styles.what}>
        {bound > 0 && t('suspended.concerns', { count: bound, shown: number(bound) })}
      </span>
      {canResume && (
        <Button
          small
          look="outlined"
          label={t('suspended.resume')}
          keyAction="bindings.suspend"
          onClick={() => void attempt('bindings.suspend', { on: false })}
        />
      )}
    </section>
  );
}

/** Asks who is knocked out of several anchors with the same lowest score. The show goes on meanwhile. */
export function TieStrip() {
  const { t } = useTranslation();
  const { engine, attempt } = useRingside();
  const [busy, setBusy] = useState(false);
  const round = useShow((state) => undecidedTie(state)?.id ?? 0);
  const number = useShow((state) => state.rounds[round - 1]?.number ?? 0);
  const outdated = useShow((state) => {
    const tiedRound = state.rounds[round - 1];
    return tiedRound !== undefined && isTieOutdated(state, tiedRound);
  });
  const tied = useShow((state) => {
    const tiedRound = state.rounds[round - 1];
    return tiedRound === undefined ? [] : tiedOf(state, tiedRound);
  });
  const strip = useRef<HTMLElement>(null);
  const decide = async (anchorId: string | null) => {
    setBusy(true);
    await attempt('round.decideTie', { round, anchorId });
    setBusy(false);
  };
  // The key only focuses the buttons: knocking out an anchor needs a second, deliberate key press.
  useKey('tie.focus', () => strip.current?.querySelector('button')?.focus(), tied.length > 0 && !outdated);
  useKey('tie.nobody', () => void decide(null), tied.length > 0 && !busy && !outdated);
  if (tied.length === 0) return null;
  return (
    <section className={styles.strip} aria-label={t('tie.label')} ref={strip}>
      <span className={styles.label}>
        <i className="pi pi-question-circle" aria-hidden="true" /> {t('tie.round', { number })}
      </span>
      <span className={styles.what}>
        {t(outdated ? 'tie.outdated' : 'tie.text')} {!outdated && <KeyCap action="tie.focus" />}
      </span>
      <div className={styles.answers}>
        {tied.map((id) => (
          <Button
            key={id}
            small
            danger
            look="outlined"
            label={nicknameOf(engine.state, id) ?? t('ledger.target.gone')}
            busy={busy}
            disabled={outdated}
            onClick={() => void decide(id)}
          />
        ))}
        <Button
          small
          look="outlined"
          label={t('tie.nobody')}
          keyAction="tie.nobody"
          busy={busy}
          disabled={outdated}
          onClick={() => void decide(null)}
        />
      </div>
    </section>
  );
}

/** The newest gap that was not dismissed: add missed gifts by hand, or dismiss it. */
function GapStrip() {
  const { t } = useTranslation();
  const { time, number } = useFormat();
  const count = useShow((state) => state.gapCount);
  const newest = useShow((state) => state.gaps.at(-1));
  const seen = useNeeds((state) => state.seen.gaps);
  const { seeGaps, setAdding } = useNeeds((state) => state);
  if (newest === undefined || count <= seen) return null;
  const more = count - seen - 1;
  return (
    <section className={`${styles.strip} ${styles.gap}`} aria-label={t('gapStrip.label')}>
      <span className={styles.label}>
        <i className="pi pi-exclamation-triangle" aria-hidden="true" /> {t('gapStrip.label')}
      </span>
      <span className={styles.what}>
        <b className="num">{time(newest.from)}</b>
        <span className="clip">{t(`gaps.cause.${newest.cause}`)}</span>
        <span className="num muted">{formatDuration(newest.until - newest.from)}</span>
        {more > 0 && <span className="count">{t('gapStrip.more', { shown: number(more) })}</span>}
      </span>
      <div className={styles.answers}>
        <Button
          small
          icon="plus"
          label={t('gapStrip.add')}
          keyAction="gift.add"
          onClick={() => setAdding(true)}
        />
        <Button small look="outlined" label={t('gapStrip.done')} onClick={() => seeGaps(count)} />
      </div>
    </section>
  );
}
