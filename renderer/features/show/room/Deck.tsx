import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useRingside, useShow } from '#renderer/data/hooks.ts';
import { useLine } from '#renderer/data/show/openRoom.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import type { Phase, WayReport } from '#shared/contract/connection.ts';
import type { ErrorCode } from '#shared/contract/error.ts';
import { useNeeds } from '../needs/needsStore.ts';
import { ConnectionStatus } from './ConnectionStatus.tsx';
import styles from './Deck.module.css';
import { useDeck } from './deckStore.ts';
import { useAsk, useLinked } from './lineState.ts';
import { RehearsalButton } from './Rehearsal.tsx';
import { RoomForm } from './RoomForm.tsx';
import { SessionControls, SuspendSwitch } from './SessionControls.tsx';
import { WaitForLive } from './WaitForLive.tsx';

/** The controls of the show: the connection, which folds away while the show runs, and the session. */
export function Deck() {
  const { t } = useTranslation();
  const { open, reset } = useDeck();
  useFoldWhenLive(reset);
  const words = useRoomForToasts(open);
  return (
    <section className={styles.deck} aria-label={t('deck.label')}>
      <div className={styles.row} hidden={!open}>
        <RoomForm />
        <span className={styles.rule} />
        <RehearsalButton />
      </div>
      <div className={styles.row}>
        <ConnectionStatus box={words} />
        <RetryLink />
        <OtherLineButton />
        <WayInUse />
        <ShowRoomPage />
        <WaitForLive />
        <Gaps />
        <SuspendSwitch />
        <SessionControls />
      </div>
    </section>
  );
}

/** Button that connects to Ringside again without waiting for the next try. */
function RetryLink() {
  const { t } = useTranslation();
  const { link } = useRingside();
  const retries = useConnection((state) => state.link.phase === 'lost' && state.link.why !== 'signedOut');
  if (!retries) return null;
  return <Button small look="outlined" label={t('action.retryNow')} onClick={() => link.retryNow()} />;
}

/** Button that takes the other line. Shown while the platform refuses this one and the form with the lines is folded. */
function OtherLineButton() {
  const { t } = useTranslation();
  const { open } = useDeck();
  const linked = useLinked();
  const blocked = useConnection(({ room }) => room?.phase === 'blocked' && !room.rehearsal);
  const ask = useAsk();
  const [lineId, choose] = useLine();
  if (open || !linked || !blocked || ask !== null) return null;
  const other = lineId === 'line1' ? 'line2' : 'line1';
  return (
    <Button
      small
      look="outlined"
      label={t('line.take', { line: t(`line.${other}`) })}
      keyAction="line.switch"
      onClick={() => choose(other)}
    />
  );
}

/** Folds a form that the host has opened once its room is live. */
function useFoldWhenLive(reset: () => void): void {
  const live = useConnection(({ room }) =>
    room?.phase === 'live' ? `${room.rehearsal} ${room.username}` : null,
  );
  const was = useRef(live);
  useEffect(() => {
    if (live !== null && live !== was.current) reset();
    was.current = live;
  }, [live, reset]);
}

/**
 * Gives toasts the place of the connection's words, which are in the bar too: the buttons beside them stay in reach. Below
 * the open form, because the host needs its buttons after a failed connection. Returns the ref of the words.
 */
function useRoomForToasts(open: boolean): RefObject<HTMLParagraphElement | null> {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const page = document.documentElement;
    page.toggleAttribute('data-connection-form', open);
    const box = words.current;
    const place = () => {
      if (box === null) return;
      const { left, width } = box.getBoundingClientRect();
      page.style.setProperty('--toast-centre', `${left + width / 2}px`);
      page.style.setProperty('--toast-width', `${width}px`);
    };
    const observer = box !== null && 'ResizeObserver' in window ? new ResizeObserver(place) : null;
    if (box !== null) observer?.observe(box);
    return () => {
      observer?.disconnect();
      page.removeAttribute('data-connection-form');
      page.style.removeProperty('--toast-centre');
      page.style.removeProperty('--toast-width');
    };
  }, [open]);
  return words;
}

/** Number of newest gaps in the dialog. */
const SHOWN = 50;

/** Button with the number of gaps (periods in which gifts may have been missed). Opens the list of gaps. */
function Gaps() {
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

/** Phases in which a line of the kind `auto` has chosen a way. */
const chosenIn: readonly Phase[] = ['connecting', 'live', 'silent', 'reconnecting', 'blocked'];

/** The way that an automatic line uses, in one word. Opens the list of ways with the reasons. */
function WayInUse() {
  const { t } = useTranslation();
  const report = useConnection(({ room }) => (room && chosenIn.includes(room.phase) ? room.auto : undefined));
  const connected = useConnection(({ room }) => room?.phase === 'live' || room?.phase === 'silent');
  const ask = useAsk();
  const linked = useLinked();
  const [open, setOpen] = useState(false);
  if (report === undefined || !linked) return null;
  // The next way to try is in use only if it is not the one that the platform refused.
  const refused = report.ways.some(({ way, refusal }) => way === report.inUse && refusal !== null);
  const way = t(`line.kind.${refused && !connected && ask === null ? 'auto' : report.inUse}`);
  return (
    <>
      <Button
        small
        look="text"
        label={way}
        ariaLabel={t('line.way.open', { way })}
        onClick={() => setOpen(true)}
      />
      {open && <Ways report={report} onClose={() => setOpen(false)} />}
    </>
  );
}

function Ways({ report, onClose }: { report: WayReport; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Modal title={t('line.way.title')} onClose={onClose}>
      <div className="stack">
        <p>{t('line.way.text')}</p>
        <dl className="stack">
          {report.ways.map((entry) => (
            <div key={entry.way} className="row">
              <dt className="strong">{t(`line.kind.${entry.way}`)}</dt>
              <dd className="muted">
                <WayState entry={entry} inUse={entry.way === report.inUse} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Modal>
  );
}

/** Short reasons for the problems by which a way is refused. */
const reasons = {
  'room.wayRefused': 'platform',
  'room.blocked': 'platform',
  'page.signIn': 'signIn',
  'page.ageGate': 'ageGate',
  'page.captcha': 'captcha',
  'page.region': 'region',
  'page.noSocket': 'noSocket',
  'page.crashed': 'crashed',
  'page.tooMuch': 'tooMuch',
  'room.signRefused': 'key',
  'room.rateLimited': 'service',
  'room.unreachable': 'service',
  'room.noInfo': 'service',
} as const satisfies { [C in ErrorCode]?: string };

function WayState({ entry, inUse }: { entry: WayReport['ways'][number]; inUse: boolean }) {
  const { t } = useTranslation();
  const { lacks, refusal } = entry;
  if (lacks !== null) return t(`line.way.lacks.${lacks}`);
  if (refusal !== null) return t(`line.way.refusal.${reasonOf(refusal)}`);
  return inUse ? t('line.way.inUse') : t('line.way.ready');
}

function reasonOf(code: ErrorCode) {
  const named: { readonly [C in ErrorCode]?: (typeof reasons)[keyof typeof reasons] } = reasons;
  return named[code] ?? 'other';
}

/** Button that shows the room's page while the page waits for a person. */
function ShowRoomPage() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const linked = useLinked();
  const ask = useAsk();
  if (ask === null || !linked) return null;
  return (
    <Button
      small
      icon="window-maximize"
      label={t('room.showPage')}
      onClick={() => void ringside.attempt('room.showPage', {})}
    />
  );
}
