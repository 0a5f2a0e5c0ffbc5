import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { NumberField } from '#renderer/kit/form/fields.tsx';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Face } from '#renderer/kit/ui/Face.tsx';
import { attemptOf, shownRound } from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';
import { useTargetName } from '../ledger/moveTargets.ts';
import { memberOf, standingOf } from './members.ts';
import styles from './SoloStage.module.css';
import stageStyles from './Stage.module.css';
import type { StageView } from './stageView.ts';

/** Number of next turns that are listed. */
const NEXT_TURNS = 4;
/** Largest number of pledged votes that can be typed. */
const MAX_PLEDGED = 1_000_000_000;

/**
 * The stage of a freestyle turn: the anchor, its score, the clearance score and the next turns. Before the first turn,
 * it has no anchor.
 */
export function TurnStage({ view, centre }: { view: StageView; centre: ReactNode }) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const member = useShow((state) => {
    const round = shownRound(state);
    const id = round?.anchors[0];
    return round === null || id === undefined ? null : memberOf(state, round, id);
  });
  const targetName = useTargetName();
  const next = useShow((state) => nextTurns(state, member?.id ?? ''));
  if (member === null) {
    return (
      <div className={stageStyles.field}>
        <span />
        {centre}
      </div>
    );
  }
  const target = view.clearance * 10;
  const share = target === 0 ? 0 : Math.min(1, member.scoreTenths / target);
  return (
    <div className={stageStyles.field}>
      <section className={styles.solo} aria-label={t('stage.turnOf')}>
        <span className={styles.label}>{t('stage.turnOf')}</span>
        <span className={styles.who}>
          <Face avatar={member.avatar} username={member.username} name={member.name ?? ''} size="large" />
          <span className={`${styles.name} clip`}>{member.name ?? t('ledger.target.gone')}</span>
        </span>
        <b className={styles.votes}>{votes(member.scoreTenths)}</b>
        {target > 0 && (
          <Goal
            share={share}
            text={t('stage.ofClearance', {
              shown: votes(member.scoreTenths),
              target: number(view.clearance),
            })}
          />
        )}
      </section>
      {centre}
      <section className={styles.next} aria-label={t('stage.next')}>
        <span className={styles.label}>{t('stage.next')}</span>
        <ol className={styles.nextList}>
          {next.map((id) => (
            <li key={id} className="clip">
              {targetName(`anchor:${id}`)}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** Ids of the anchors with the next turns: in list order after the current one, without anchors that are out. */
function nextTurns(state: GameState, now: string): string[] {
  const list = state.preset?.anchors.map(({ id }) => id) ?? [];
  const from = list.indexOf(now) + 1;
  return [...list.slice(from), ...list.slice(0, from)]
    .filter((id) => id !== now && standingOf(state, id) === 'in')
    .slice(0, NEXT_TURNS);
}

/** The stage of a resurrection: the anchor, its score, the target, and the pledged votes, which do not count yet. */
export function ResurrectionStage({ centre }: { centre: ReactNode }) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const { attempt } = useRingside();
  const now = useShow(attemptOf);
  const shown = useShow((state) => {
    const round = shownRound(state);
    const id = round?.anchors[0];
    if (round === null || id === undefined) return null;
    const { name, avatar, username, scoreTenths } = memberOf(state, round, id);
    return {
      name,
      avatar,
      username,
      scoreTenths,
      targetTenths: round.targetTenths,
      pledgedTenths: round.pledgedTenths,
    };
  });
  if (shown === null) return null;
  const { name, scoreTenths, targetTenths, pledgedTenths } = shown;
  const part = (tenths: number) => Math.min(1, tenths / targetTenths);
  return (
    <div className={`${stageStyles.field} ${styles.comeback}`}>
      <section className={styles.solo} aria-label={t('stage.resurrectionOf')}>
        <span className={styles.label}>{now !== null && t('stage.resurrectionOf')}</span>
        <span className={styles.who}>
          <Face avatar={shown.avatar} username={shown.username} name={name ?? ''} size="large" />
          <span className={`${styles.name} clip`}>{name ?? t('ledger.target.gone')}</span>
        </span>
        <b className={styles.votes}>{votes(scoreTenths)}</b>
        <Goal
          share={part(scoreTenths)}
          waiting={part(scoreTenths + pledgedTenths)}
          text={t('stage.ofTarget', { shown: votes(scoreTenths), target: votes(targetTenths) })}
        />
      </section>
      {centre}
      <section className={styles.next} aria-label={t('stage.pledged')}>
        {now !== null && (
          <NumberField
            label={t('stage.pledged')}
            help={t('stage.pledgedHint')}
            value={pledgedTenths / 10}
            min={0}
            max={MAX_PLEDGED}
            clamp
            onChange={(pledged) => void attempt('round.pledge', { votesTenths: (pledged ?? 0) * 10 })}
          />
        )}
      </section>
    </div>
  );
}

/** Progress towards a target as a bar and a text. `share` and `waiting` (pledged votes included) are 0 to 1. */
function Goal({ share, text, waiting = 0 }: { share: number; text: string; waiting?: number }) {
  return (
    <span className={styles.goal}>
      <span className={styles.goalBar} aria-hidden="true">
        {waiting > 0 && (
          <span className={styles.goalWaiting} data-waiting style={{ transform: `scaleX(${waiting})` }} />
        )}
        <span className={styles.goalDone} style={{ transform: `scaleX(${share})` }} />
      </span>
      <span>{text}</span>
    </span>
  );
}
