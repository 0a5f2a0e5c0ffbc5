import { useTranslation } from 'react-i18next';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Face, useAnchorFacts } from '#renderer/kit/ui/Face.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { type AttemptAhead, attemptAhead, shownRound } from '#shared/game/round/view.ts';
import { EmptyList } from '../EmptyList.tsx';
import { memberOf, type Standing } from './members.ts';
import styles from './SidePicker.module.css';

/** Dialog with all anchors: side, wins in a row, standing, and buttons to knock out, bring back and resurrect. */
export default function TeamList({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { attempt, readOnly } = useRingside();
  const ended = useShow((state) => state.status === 'ended');
  const team = useShow((state) => {
    const round = shownRound(state);
    return (state.preset?.anchors ?? []).map(({ id, nickname, avatar, username }) => {
      const { streak, standing } = memberOf(state, round, id);
      const side = round?.attacker.anchors.includes(id)
        ? 'attacker'
        : round?.defender.anchors.includes(id)
          ? 'defender'
          : null;
      const ahead = standing === 'out' ? attemptAhead(state, id) : null;
      return { id, name: nickname, avatar, username, streak, standing, side, ahead } as const;
    });
  });
  const resurrect = async (anchorId: string) => {
    if ((await attempt('round.resurrect', { anchorId })) !== null) onClose();
  };
  return (
    <Modal title={t('stage.team')} onClose={onClose} wide>
      {team.length === 0 ? (
        <EmptyList icon="users" list="anchors" />
      ) : (
        <ul className={styles.team}>
          {team.map(({ id, name, avatar, username, streak, standing, side, ahead }) => (
            <li key={id} className={styles.teamOne}>
              <Face avatar={avatar} username={username} name={name} />
              <span className={styles.teamWho}>
                <span className={`${styles.teamName} clip`} title={name}>
                  {name}
                </span>
                <AccountFacts username={username} />
              </span>
              <span className={side === null ? 'muted' : `lead--${side}`}>
                {t(side === null ? 'round.noSide' : `stage.${side}`)}
              </span>
              <span className="num">{t('stage.streakText', { count: streak, shown: number(streak) })}</span>
              <span>{t(`stage.${standing}`)}</span>
              <div className="row row--end">
                {!ended && !readOnly && (
                  <StandingButtons
                    standing={standing}
                    name={name}
                    onKnockOut={(out) => void attempt('anchors.knockOut', { anchorId: id, out })}
                    onResurrect={() => void resurrect(id)}
                  />
                )}
              </div>
              <ResurrectionTarget ahead={ahead} />
            </li>
          ))}
        </ul>
      )}
      {!readOnly && <p className="muted small">{t('stage.teamHint')}</p>}
    </Modal>
  );
}

/** The target of an anchor's possible resurrection, and the votes from which the target is computed. */
function ResurrectionTarget({ ahead }: { ahead: AttemptAhead | null }) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  if (ahead === null) return null;
  const shown = votes(ahead.targetTenths);
  return (
    <span className={`${styles.teamAhead} muted small`}>
      {ahead.played
        ? t('stage.resurrectionTarget', { shown, had: votes(ahead.wentOutWithTenths) })
        : t('stage.resurrectionFloor', { shown })}
    </span>
  );
}

/** Username, followers and live state of an anchor's account on the platform. */
function AccountFacts({ username }: { username: string }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const facts = useAnchorFacts(username);
  if (username === '') return null;
  return (
    <span className="muted small">
      @{username}
      {facts !== undefined &&
        ` · ${t('anchors.follows', {
          followers: number(facts.followers),
          following: number(facts.following),
        })}${facts.live ? ` · ${t('anchors.live')}` : ''}`}
    </span>
  );
}

interface StandingButtonsProps {
  standing: Standing;
  name: string;
  onKnockOut(out: boolean): void;
  onResurrect(): void;
}

/** Buttons for the actions that an anchor's standing allows. */
function StandingButtons({ standing, name, onKnockOut, onResurrect }: StandingButtonsProps) {
  const { t } = useTranslation();
  if (standing === 'in') {
    return (
      <Button
        small
        look="outlined"
        danger
        icon="times-circle"
        label={t('stage.knockOut')}
        ariaLabel={`${t('stage.knockOut')}: ${name}`}
        onClick={() => onKnockOut(true)}
      />
    );
  }
  if (standing !== 'out') return null;
  return (
    <>
      <Button
        small
        look="outlined"
        icon="undo"
        label={t('stage.bringBack')}
        ariaLabel={`${t('stage.bringBack')}: ${name}`}
        onClick={() => onKnockOut(false)}
      />
      <Button
        small
        icon="heart"
        label={t('stage.resurrect')}
        ariaLabel={`${t('stage.resurrect')}: ${name}`}
        onClick={onResurrect}
      />
    </>
  );
}
