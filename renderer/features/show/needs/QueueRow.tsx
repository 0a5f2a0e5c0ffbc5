import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { roundText } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { roundName } from '#shared/game/round/view.ts';
import type { WaitingGroup } from '#shared/game/waiting.ts';
import { giftName } from '#shared/gifts/learned.ts';
import { useTargetName } from '../ledger/moveTargets.ts';
import styles from './NeedsQueue.module.css';
import { type Suggestion, turnedRound } from './suggestion.ts';
import type { Queue } from './useQueue.ts';

interface QueueRowProps {
  group: WaitingGroup;
  at: number;
  /** Whether keys act on this row. */
  current: boolean;
  suggestion: Suggestion | null;
  /** The number of the battle that this row alone can turn; null for none. */
  turns: number | null;
  onChoose(at: number): void;
}

interface QueueRowsProps {
  queue: Queue;
  /** The class of the line with the number of the other groups. */
  rest: string | undefined;
}

/** The rendered groups of the queue, and the number of the others. */
export function QueueRows({ queue: { cursor, shown, suggestionOf }, rest }: QueueRowsProps) {
  const { t } = useTranslation();
  const { engine } = useRingside();
  const { number } = useFormat();
  const others = cursor.groups.length - shown.length;
  return (
    <>
      {shown.map((each, at) => (
        <QueueRow
          key={each.key}
          group={each}
          at={at}
          current={at === cursor.index}
          suggestion={suggestionOf(each)}
          turns={turnedRound(engine.state, each)}
          onChoose={cursor.choose}
        />
      ))}
      {others > 0 && <li className={rest}>{t('queue.rest', { count: others, shown: number(others) })}</li>}
    </>
  );
}

/** The waiting gifts of one viewer: votes, viewer, gifts, round, and the suggested anchor. */
const QueueRow = memo(
  function QueueRow({ group, at, current, suggestion, turns, onChoose }: QueueRowProps) {
    const { t } = useTranslation();
    const format = useFormat();
    const { engine } = useRingside();
    const targetName = useTargetName();
    const shownRoundId = useShow((state) => state.rounds.at(-1)?.id ?? 0);
    const [biggest] = group.rows;
    if (biggest === undefined) return null;
    const gift = giftName(biggest.giftId, biggest.giftName, format.language);
    const more = group.rows.length - 1;
    const round = roundName(engine.state, group.round);
    const credited = group.late && biggest.target !== 'unallocated' && biggest.target !== 'uncounted';
    return (
      <li>
        <button
          type="button"
          className={current ? `${styles.row} ${styles.current}` : styles.row}
          aria-current={current}
          tabIndex={current ? 0 : -1}
          onClick={() => onChoose(at)}
        >
          <b className={styles.votes}>{format.votes(group.votesTenths)}</b>
          <span className={styles.line}>
            <b className={`${styles.viewer} clip`}>{group.viewerName}</b>
            {turns !== null && (
              <span className={styles.turns}>
                {group.round === shownRoundId ? t('queue.turns') : t('queue.turnsRound', { number: turns })}
              </span>
            )}
            <span className={`${styles.suggestion} clip`}>
              {suggestion !== null && `→ ${suggestion.anchor}`}
              {credited && `→ ${targetName(biggest.target)}`}
            </span>
          </span>
          <span className={styles.line}>
            <span className={`${styles.gifts} clip`}>
              {gift} <b>×{format.number(biggest.count)}</b>
              {more > 0 && ` ${t('queue.more', { count: more, shown: format.number(more) })}`}
            </span>
            <span className={`${styles.why} clip`}>
              {group.late ? (
                <span className={styles.late}>
                  <i className="pi pi-clock" aria-hidden="true" />{' '}
                  {t(round.kind === 'resurrection' ? 'late.resurrection' : 'late.round', {
                    number: round.number,
                  })}
                </span>
              ) : (
                // The words of a row that can turn an earlier round name that round.
                (turns === null || group.round === shownRoundId) && <span>{roundText(t, round)}</span>
              )}{' '}
              {suggestion !== null && (
                <span>{t(`queue.why.${suggestion.why}`, whyParams(suggestion, format.number))}</span>
              )}
            </span>
          </span>
        </button>
      </li>
    );
  },
  (before, after) =>
    before.group === after.group &&
    before.at === after.at &&
    before.current === after.current &&
    before.turns === after.turns &&
    before.suggestion?.anchorId === after.suggestion?.anchorId &&
    before.suggestion?.why === after.suggestion?.why &&
    before.suggestion?.times === after.suggestion?.times,
);

function whyParams({ times, anchor }: Suggestion, number: (value: number) => string) {
  return { count: times, shown: number(times), anchor };
}
