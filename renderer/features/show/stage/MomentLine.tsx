import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import {
  followLead,
  type HostMoment,
  leadOf,
  momentKey,
  momentOf,
  noLead,
} from '#shared/game/round/moments.ts';
import { useTargetName } from '../ledger/moveTargets.ts';
import styles from './MomentLine.module.css';
import { hasLeft } from './stageView.ts';

/** Refresh interval (ms) for the moments that depend on the time. */
const REFRESH_MS = 200;

const icons: Readonly<Record<HostMoment['kind'], string>> = {
  tie: 'exclamation-circle',
  lead: 'arrow-right-arrow-left',
  lastSeconds: 'hourglass',
  reached: 'flag-fill',
  settled: 'check-circle',
};

/**
 * The moment of the round that the host must not miss, on the stage, the phone and the wall. Its place is reserved, so
 * that nothing moves. A screen reader announces each moment once, even if another one interrupts it.
 */
export function MomentLine() {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(REFRESH_MS) + offset;
  const lead = useLead(now);
  const moment = useShow((state) => {
    const urgent = momentOf(state, lead, now);
    // A round that has left the screens leaves only its undecided tie.
    return urgent !== null && urgent.kind !== 'tie' && hasLeft(state) ? null : urgent;
  });
  const words = useMomentWords();
  const key = moment === null ? '' : momentKey(moment);
  const isNews = useIsNews(key);
  return (
    <div className={styles.place} data-moment-place>
      {moment !== null && !isBareResult(moment) && (
        <p
          key={key}
          data-moment={moment.kind}
          className={`${styles.moment} ${toneOf(moment)} ${moment.kind === 'tie' ? styles.tie : ''}`}
          aria-hidden="true"
        >
          <i className={`pi pi-${icons[moment.kind]}`} /> {words(moment)}
        </p>
      )}
      <span className="only-for-readers" role="status" aria-label={t('stage.moment.label')}>
        {moment !== null && isNews && words(moment)}
      </span>
    </div>
  );
}

/** Follows who leads. React renders again at once if the lead has changed, before anything is painted. */
function useLead(now: number) {
  const lead = useShow(leadOf);
  const [memory, setMemory] = useState(noLead);
  const next = followLead(memory, lead, now);
  if (next !== memory) setMemory(next);
  return next;
}

/** Whether no other moment has come since this one began. A moment that continues after another one is no news. */
function useIsNews(key: string): boolean {
  const [said, setSaid] = useState<readonly string[]>([]);
  const isNew = key !== '' && !said.includes(key);
  if (isNew) setSaid([...said, key]);
  return isNew || said.at(-1) === key;
}

/** Whether the moment is a result without a margin, which the stage shows in large letters. It is only announced. */
const isBareResult = (moment: HostMoment) => moment.kind === 'settled' && moment.aheadTenths === 0;

function toneOf(moment: HostMoment): string {
  switch (moment.kind) {
    case 'lead':
      return `lead--${moment.side}`;
    case 'tie':
    case 'lastSeconds':
      return 'needed';
    case 'reached':
      return 'through';
    case 'settled':
      return '';
  }
}

/** Maximum characters of a name in a moment: the end of the sentence says what happened. */
const MOST_OF_NAME = 14;

function cutName(name: string): string {
  const letters = [...name];
  return letters.length > MOST_OF_NAME ? `${letters.slice(0, MOST_OF_NAME - 1).join('')}…` : name;
}

function useMomentWords(): (moment: HostMoment) => string {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const targetName = useTargetName();
  return (moment) => {
    switch (moment.kind) {
      case 'tie':
        return t('stage.moment.tie', { number: moment.number });
      case 'lead':
        return t(`stage.moment.lead.${moment.side}`);
      case 'lastSeconds':
        return t('stage.moment.lastSeconds');
      case 'reached':
        return t(`stage.moment.reached.${moment.goal}`, {
          name: cutName(targetName(`anchor:${moment.anchorId}`)),
        });
      case 'settled':
        return (moment.outcome === 'attacker' || moment.outcome === 'defender') && moment.aheadTenths > 0
          ? t(`stage.moment.settledBy.${moment.outcome}`, {
              count: moment.aheadTenths / 10,
              shown: votes(moment.aheadTenths),
            })
          : t('stage.moment.settled');
    }
  };
}
