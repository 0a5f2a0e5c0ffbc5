import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import {
  useConnection,
  useNow,
  useRingside,
  useSession,
  useSettings,
  useShow,
  useSums,
} from '#renderer/data/hooks.ts';
import { secondsSinceEvent } from '#renderer/data/stores/connectionStore.ts';
import { SyncSign } from '#renderer/features/account/SyncPanel.tsx';
import { useWaiting } from '#renderer/features/show/needs/waitingFeed.ts';
import { OtherLine } from '#renderer/features/show/room/ConnectionStatus.tsx';
import { useDeck } from '#renderer/features/show/room/deckStore.ts';
import { useLineState, useSessionKey, useTroubleWords } from '#renderer/features/show/room/lineState.ts';
import { leftText, REFRESH_MS } from '#renderer/features/show/stage/Countdown.tsx';
import { hasLeft, hasStage, stageClock } from '#renderer/features/show/stage/stageView.ts';
import { languageNames } from '#renderer/kit/i18n/i18n.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { Language } from '#shared/contract/language.ts';
import { leftOf } from '#shared/game/round/round.ts';
import { battleBar, shownRound, undecidedTie } from '#shared/game/round/view.ts';
import { totals } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { MessageBell } from '../shell/MessageBell.tsx';
import styles from './StatusBar.module.css';

/** The bar on every tab: the room, its line, the round, the totals and tools. It never scrolls. */
export function StatusBar() {
  const { t } = useTranslation();
  const session = useSessionKey();
  return (
    <header className={styles.bar} data-key-badges="">
      <BarLine />
      <OtherLine />
      <span className="chip">{t(session)}</span>
      <BarRound />
      <EventAge />
      <BarTrouble />
      <BarTotals />
      <BarTools />
    </header>
  );
}

/** Seconds since the room's last event. Only this component renders each second. */
function EventAge() {
  const { t } = useTranslation();
  const { connection } = useRingside();
  const { number } = useFormat();
  const now = useNow(500);
  const seconds = secondsSinceEvent(connection.getState(), now);
  return (
    <span className={`${styles.age} muted small`}>
      {seconds !== null && t('bar.lastEvent', { seconds: number(seconds) })}
    </span>
  );
}

/**
 * The show's totals, from its start: before, nothing counts. The votes are last: beside a round, they alone stay, in
 * their place.
 */
function BarTotals() {
  const { t } = useTranslation();
  const format = useFormat();
  const before = useShow(({ status }) => status === 'initialization' || status === 'ready');
  const sums = useSums((state) => {
    const { counted, givers } = totals(state);
    return { votes: counted.votesTenths, gifts: counted.count, diamonds: counted.diamonds, givers };
  });
  if (before) return <div className={styles.totals} />;
  return (
    <div className={styles.totals}>
      <Total label={t('total.gifts')} value={format.number(sums.gifts)} />
      <Total label={t('total.diamonds')} value={format.number(sums.diamonds)} />
      <Total label={t('total.givers')} value={format.number(sums.givers)} hint={t('totals.giversHint')} />
      <Total label={t('total.votes')} value={format.votes(sums.votes)} />
    </div>
  );
}

function Total({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <span className={styles.total} title={hint}>
      <span className="muted small">{label}</span>
      <b>{value}</b>
    </span>
  );
}

/** Sync, messages, language, and light or dark. */
function BarTools() {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const setLanguage = useSettings((state) => state.setLanguage);
  const dark = useSettings((state) => state.dark);
  const set = useSettings((state) => state.set);
  const signedIn = useSession((state) => state.loginStatus);
  const toggle = () => set({ dark: !dark });
  useKey('frame.dark', toggle);
  return (
    <div className={styles.tools}>
      <SyncSign />
      {signedIn && <MessageBell to="/tool/messages" />}
      <Select<Language>
        label={t('setting.language')}
        value={language}
        options={languageNames}
        onChange={setLanguage}
      />
      <Button
        look="text"
        icon={dark ? 'sun' : 'moon'}
        ariaLabel={dark ? t('frame.light') : t('frame.dark')}
        keyAction="frame.dark"
        onClick={toggle}
      />
    </div>
  );
}

const SECOND = 1000;

/** The round: number, time, both sides and the number of rows that wait for the host. Links to the Homepage. */
export function BarRound() {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const visible = useShow(hasStage);
  const round = useShow(barRound);
  const { rows } = useWaiting();
  const tie = useShow((state) => undecidedTie(state) !== null);
  const waiting = rows + Number(tie);
  if (!visible || (round.kind === null && waiting === 0)) return null;
  return (
    <Link className={styles.round} to="/tool" title={t('bar.round')}>
      {round.kind !== null && (
        <>
          <span>
            {t(round.kind === 'resurrection' ? 'stage.resurrection' : 'stage.round', {
              number: round.number,
            })}
          </span>
          <BarClock />
        </>
      )}
      {round.kind === 'battle' && (
        <span className={styles.sides}>
          <b className={styles.attacker}>{votes(round.attackerTenths)}</b>
          <span>:</span>
          <b className={styles.defender}>{votes(round.defenderTenths)}</b>
        </span>
      )}
      {waiting > 0 && (
        <span className={styles.waiting}>{t('bar.waiting', { count: waiting, shown: number(waiting) })}</span>
      )}
    </Link>
  );
}

function barRound(state: GameState) {
  const round = hasLeft(state) ? null : shownRound(state);
  const bar = round?.kind === 'battle' ? battleBar(round) : null;
  return {
    number: round?.number ?? 0,
    kind: round?.kind ?? null,
    attackerTenths: bar?.attackerTenths ?? 0,
    defenderTenths: bar?.defenderTenths ?? 0,
  };
}

/** The remaining time; the seconds of the delay; then the phase. Only this component renders on each tick. */
function BarClock() {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(REFRESH_MS) + offset;
  const text = useShow((state) => {
    const { phase, countdown, grace } = stageClock(state);
    if (phase === 'grace') return `+${Math.ceil((leftOf(grace, now) ?? 0) / SECOND)}`;
    return phase === 'settled' || phase === 'prepared' ? t(`stage.phase.${phase}`) : leftText(countdown, now);
  });
  return <span className={`${styles.clock} num`}>{text}</span>;
}

/** The connection in one line: room, line and state. Its width hardly changes, so that the round beside it stays. */
function BarLine() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { open, setOpen } = useDeck();
  const title = useShow((state) => state.room?.title ?? '');
  const { room, lineName, phase, health } = useLineState();
  const words = useTroubleWords();
  const toggle = () => {
    setOpen(!open);
    void navigate('/tool');
  };
  return (
    <div
      className={`${styles.line} ${words === '' ? '' : health === 'bad' ? styles.bad : styles.trouble}`}
      data-trouble={words !== '' || undefined}
    >
      <button
        type="button"
        className={`${styles.open} ${styles.room} clip`}
        data-room
        aria-expanded={open}
        title={title === '' ? t('bar.connection') : title}
        onClick={toggle}
      >
        {room}
      </button>
      <span className={`${styles.state} row`} role="status">
        <span className={`dot dot--${health}`} aria-hidden="true" />
        {lineName !== '' && <span className={styles.lineName}>{lineName}</span>}
        <span className={`${styles.phase} clip strong`} title={phase}>
          {phase}
        </span>
      </span>
      <i className={`pi pi-chevron-${open ? 'up' : 'down'}`} aria-hidden="true" />
    </div>
  );
}

/**
 * What is wrong with the line and what to do next. Takes the place of the totals and, beside a round, of the last event's
 * age, so that nothing else moves.
 */
function BarTrouble() {
  const words = useTroubleWords();
  return (
    <span className={styles.words} role="status" title={words === '' ? undefined : words}>
      {words !== '' && <span className={styles.sentence}>{words}</span>}
    </span>
  );
}
