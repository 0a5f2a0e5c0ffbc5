import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { useRingside, useSettings, useShow, useShowPhase, useVanillaStore } from '#renderer/data/hooks.ts';
import { toolTabs } from '#renderer/data/paths.ts';
import { languageNames } from '#renderer/kit/i18n/i18n.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Face } from '#renderer/kit/ui/Face.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { Language } from '#shared/contract/language.ts';
import type { Side } from '#shared/contract/round.ts';
import { undecidedTie } from '#shared/game/round/view.ts';
import { Corrections } from '../ledger/corrections.ts';
import { useTargetName } from '../ledger/moveTargets.ts';
import { UndoBar } from '../ledger/UndoBar.tsx';
import { Notices } from '../Notices.tsx';
import { SuspendedStrip, TieStrip, useEnteredShow } from '../needs/Needs.tsx';
import { useWaiting } from '../needs/waitingFeed.ts';
import { useLineState, useLinked, useStopped, useTroubleWords } from '../room/lineState.ts';
import { PkBar, sideIcons } from '../stage/BattleStage.tsx';
import { useBeforeWords } from '../stage/beforeWords.ts';
import { DanceStage } from '../stage/DanceStage.tsx';
import { rankedAnchors, rankedMembers } from '../stage/members.ts';
import { RoundControls, SessionPaused, useRoundActions } from '../stage/RoundControls.tsx';
import stageStyles from '../stage/Stage.module.css';
import { StageCentre } from '../stage/StageCentre.tsx';
import { hasStage, hostRound, hostView, type StageView } from '../stage/stageView.ts';
import { SendThanks } from '../stage/ThankYou.tsx';
import styles from './Remote.module.css';
import { RemoteQueue } from './RemoteQueue.tsx';

const SidePicker = lazy(() => import('../stage/SidePicker.tsx'));

/**
 * The show on a phone, for one hand: clock, sides, the gifts that wait, and the buttons of the round below them.
 * Everything that comes and goes is above the gifts, whose list gives way, so that no button moves under the thumb.
 * `menu` is the content of the menu.
 */
export function Remote({ menu }: { menu: ReactNode }) {
  const { t } = useTranslation();
  const visible = useShow(hasStage);
  const { showId } = useShowPhase();
  return (
    <div className={styles.remote} data-remote>
      <RemoteHead menu={menu} />
      <Notices />
      <LineTrouble />
      {visible ? (
        <OpenRemote key={showId} showId={showId} />
      ) : (
        <EmptyState icon="desktop" title={t('remote.noShow.title')} text={t('remote.noShow.text')} />
      )}
    </div>
  );
}

function OpenRemote({ showId }: { showId: string | null }) {
  const { t } = useTranslation();
  const ringside = useRingside();
  const [corrections] = useState(() => new Corrections(ringside));
  const view = useShow(hostView);
  const actions = useRoundActions(view);
  const entered = useEnteredShow(showId);
  useVibration();
  useEffect(() => corrections.follow(), [corrections]);
  return (
    <>
      <RemoteStage view={view} />
      {view.mode === 'sticker' && <DanceStage />}
      {entered && (
        <div className={styles.tie}>
          <SuspendedStrip />
          <TieStrip />
        </div>
      )}
      <RemoteQueue corrections={corrections} />
      <footer className={styles.foot}>
        <UndoLine corrections={corrections} view={view} />
        {view.status === 'ended' ? (
          <p className={styles.ended}>{t('recap.title')}</p>
        ) : (
          <RoundControls view={view} actions={actions} />
        )}
      </footer>
      <Suspense fallback={null}>
        {actions.choosing && <SidePicker onClose={() => actions.setChoosing(false)} />}
      </Suspense>
    </>
  );
}

/**
 * Says what the last decision did. At other times it offers to undo the newest step, and after a round to send the
 * thank-you card, or says why the round waits. It keeps its place and its height.
 */
function UndoLine({ corrections, view }: { corrections: Corrections; view: StageView }) {
  const { t } = useTranslation();
  const targetName = useTargetName();
  const outcome = useVanillaStore(corrections.store, (state) => state.outcome);
  const linked = useLinked();
  return (
    <div className={styles.undo}>
      {outcome === null ? (
        <>
          <Button
            look="text"
            icon="undo"
            label={t('remote.undo')}
            disabled={!linked}
            onClick={() => void corrections.undo()}
          />
          <SendThanks />
          <SessionPaused view={view} />
        </>
      ) : (
        <UndoBar corrections={corrections} targetName={targetName} />
      )}
    </div>
  );
}

/** The room and its line, and the menu with everything else. */
function RemoteHead({ menu }: { menu: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { room, lineName, phase, health } = useLineState();
  return (
    <header className={styles.head}>
      <b className="clip">{room}</b>
      <span className={styles.line} role="status">
        <span className={`dot dot--${health}`} aria-hidden="true" />
        {lineName !== '' && <span className={styles.lineName}>{lineName}</span>}
        <span className="clip strong">{phase}</span>
      </span>
      <Button look="text" icon="bars" ariaLabel={t('remote.menu')} onClick={() => setOpen(true)} />
      {open && (
        <Modal title={t('remote.menu')} onClose={() => setOpen(false)}>
          <div className={styles.menu}>
            {menu}
            <PhoneSettings />
          </div>
        </Modal>
      )}
    </header>
  );
}

/** What is wrong with the line, and what to do next. A notice already says what is wrong with Ringside itself. */
function LineTrouble() {
  const words = useTroubleWords();
  const linked = useLinked();
  const stopped = useStopped();
  if (words === '' || !linked || stopped !== null) return null;
  return (
    <p className={styles.trouble} role="status" data-trouble>
      <i className="pi pi-wifi" aria-hidden="true" />
      <span>{words}</span>
    </p>
  );
}

/** The settings that matter on a phone. */
function PhoneSettings() {
  const { t } = useTranslation();
  const dark = useSettings((state) => state.dark);
  const vibrates = useSettings((state) => state.vibrates);
  const language = useSettings((state) => state.language);
  const set = useSettings((state) => state.set);
  const setLanguage = useSettings((state) => state.setLanguage);
  return (
    <>
      {canVibrate() && (
        <Switch label={t('remote.vibrates')} checked={vibrates} onChange={(on) => set({ vibrates: on })} />
      )}
      <Switch label={t('remote.dark')} checked={dark} onChange={(on) => set({ dark: on })} />
      <Select<Language>
        label={t('setting.language')}
        value={language}
        options={languageNames}
        onChange={setLanguage}
      />
    </>
  );
}

/** Length of one vibration (ms). */
const LENGTH_MS = 120;
/** Vibrations are at least this far apart (ms): in a busy room something new waits all the time. */
const BETWEEN_MS = 4_000;

/** Whether this device can vibrate. iPhones cannot. */
function canVibrate(): boolean {
  return 'vibrate' in navigator;
}

/** Vibrates when more viewers or a tie wait for the host, if the host wants that and looks at the page. */
function useVibration(): void {
  const vibrates = useSettings((state) => state.vibrates);
  const { groups, complete } = useWaiting();
  const tie = useShow((state) => undecidedTie(state) !== null);
  const waiting = groups.length + Number(tie);
  // What waited before the page opened is no news.
  const known = useRef(Number.POSITIVE_INFINITY);
  const lastAt = useRef(0);
  useEffect(() => {
    const before = known.current;
    known.current = complete ? waiting : Number.POSITIVE_INFINITY;
    const now = Date.now();
    if (
      document.hidden ||
      !vibrates ||
      !canVibrate() ||
      waiting <= before ||
      now - lastAt.current < BETWEEN_MS
    )
      return;
    lastAt.current = now;
    navigator.vibrate(LENGTH_MS);
  }, [vibrates, waiting, complete]);
}

/** The other tabs of the tool and the whole Homepage, for the menu of the remote. */
export function RemoteLinks({ onWhole }: { onWhole(): void }) {
  const { t } = useTranslation();
  return (
    <nav className={styles.links} aria-label={t('frame.tabs')}>
      <button type="button" className={styles.link} onClick={onWhole}>
        <i className="pi pi-th-large" aria-hidden="true" /> {t('remote.whole')}
      </button>
      {toolTabs.slice(1).map(({ to, label, icon }) => (
        <NavLink key={to} className={styles.link} to={to}>
          <i className={`pi pi-${icon}`} aria-hidden="true" /> {t(label)}
        </NavLink>
      ))}
    </nav>
  );
}

/** Number of anchors that a round without sides shows, or the show before its first round. */
const SHOWN = 3;

/**
 * The clock and the score: both sides and their bar, or the best anchors of a round without sides. The first round finds
 * its place reserved.
 */
function RemoteStage({ view }: { view: StageView }) {
  const { t } = useTranslation();
  const { kind, mode, rounds } = view;
  const before = useBeforeWords(mode);
  if (kind === null && !rounds) {
    return (
      <section className={stageStyles.stage} aria-label={t('stage.label')}>
        <p className={stageStyles.slim}>
          <b>{t(`mode.${mode ?? 'normal'}`)}</b>
          <span className="muted">{before}</span>
        </p>
      </section>
    );
  }
  const sides = kind === 'battle' || (kind === null && mode === 'battle');
  return (
    <section className={`${stageStyles.stage} ${styles.stage}`} aria-label={t('stage.label')}>
      <StageCentre view={view} />
      {sides ? (
        <>
          <div className={styles.sides}>
            <SideTotal side="attacker" votesTenths={view.attackerTenths} won={view.outcome === 'attacker'} />
            <SideTotal side="defender" votesTenths={view.defenderTenths} won={view.outcome === 'defender'} />
          </div>
          <PkBar
            share={view.attackerShare}
            unallocatedTenths={view.unallocatedTenths}
            unallocatedGifts={view.unallocatedGifts}
          />
        </>
      ) : (
        <BestAnchors />
      )}
    </section>
  );
}

function SideTotal({ side, votesTenths, won }: { side: Side; votesTenths: number; won: boolean }) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  return (
    <p className={`${styles.side} lead--${side}`}>
      <span className={styles.sideName}>
        <i className={`pi pi-${sideIcons[side]}`} aria-hidden="true" /> {t(`stage.${side}`)}
        {won && ` · ${t('stage.won')}`}
      </span>
      <b className={styles.sideVotes}>{votes(votesTenths)}</b>
    </p>
  );
}

function BestAnchors() {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const members = useShow((state) => {
    const round = hostRound(state);
    if (round !== null) return rankedMembers(state, round).slice(0, SHOWN);
    return state.preset?.mode === 'freestyle' ? [] : rankedAnchors(state).slice(0, SHOWN);
  });
  const targetTenths = useShow((state) => {
    const round = hostRound(state);
    return round?.kind === 'resurrection' ? round.targetTenths : 0;
  });
  return (
    <ol className={members.length === 1 ? `${styles.best} ${styles.alone}` : styles.best}>
      {members.map(({ id, name, avatar, username, scoreTenths }) => (
        <li key={id}>
          <Face avatar={avatar} username={username} name={name ?? ''} size="small" />
          <span className="clip">{name ?? t('ledger.target.gone')}</span>
          <b>
            {targetTenths === 0
              ? votes(scoreTenths)
              : t('stage.ofTarget', { shown: votes(scoreTenths), target: votes(targetTenths) })}
          </b>
        </li>
      ))}
    </ol>
  );
}
