import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSums } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Face, useAnchorFacts } from '#renderer/kit/ui/Face.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { ranking } from '#shared/game/selectors.ts';
import { giftName } from '#shared/gifts/learned.ts';
import { EmptyList } from '../EmptyList.tsx';
import pageStyles from '../ShowPage.module.css';
import { NO_RANK } from '../stage/MemberLine.tsx';
import styles from './AnchorList.module.css';

/** With more anchors than this, the rows are lower, so that twelve of them fit on a small screen. */
const MAX_HIGH_ROWS = 7;

/** The panel Anchor List: the anchors ranked by votes. */
export function AnchorList() {
  const { t } = useTranslation();
  const all = useSums(ranking);
  const most = all[0]?.votesTenths ?? 0;
  return (
    <Panel
      title={t('home.anchorList')}
      className={pageStyles.anchors}
      badge={
        all.length > 0 && (
          <>
            <span className="count">{all.length}</span>
            <Leader standing={all[0]} />
          </>
        )
      }
    >
      {all.length === 0 ? (
        <EmptyList icon="trophy" list="anchors" />
      ) : (
        <ol className={`anchors ${styles.list} ${all.length > MAX_HIGH_ROWS ? styles.dense : ''}`}>
          {all.map((row) => {
            const anchor = row.anchor ?? row.former;
            return (
              <AnchorRow
                key={row.anchorId}
                rank={row.rank}
                name={anchor?.nickname ?? t('anchors.gone')}
                gone={row.anchor === null}
                avatar={anchor?.avatar ?? ''}
                username={anchor?.username ?? ''}
                giftId={anchor?.gift?.ids[0] ?? null}
                votesTenths={row.votesTenths}
                gifts={row.count}
                diamonds={row.diamonds}
                share={most === 0 ? 0 : row.votesTenths / most}
              />
            );
          })}
        </ol>
      )}
    </Panel>
  );
}

/** The first anchor in one line, for a screen without room for the list. */
function Leader({ standing }: { standing: ReturnType<typeof ranking>[number] | undefined }) {
  const { votes } = useFormat();
  if (standing === undefined || standing.votesTenths === 0) return null;
  return (
    <span className={`${pageStyles.brief} muted`}>
      <span className="clip">{(standing.anchor ?? standing.former)?.nickname}</span>{' '}
      {votes(standing.votesTenths)}
    </span>
  );
}

/** Plain values only, so that `memo` renders a row only when its own values change. */
interface AnchorRowProps {
  rank: number;
  name: string;
  /** The anchor has votes, but the current preset does not have it. */
  gone: boolean;
  /** '' if the anchor has no picture of its own. */
  avatar: string;
  /** '' if the anchor has no account. */
  username: string;
  /** The exclusive gift of the anchor; null if there is none. */
  giftId: number | null;
  votesTenths: number;
  gifts: number;
  diamonds: number;
  /** Votes divided by the leader's votes, 0 to 1. */
  share: number;
}

/** One anchor: rank, name, exclusive gift, sums, and a bar of its votes relative to the leader. */
const AnchorRow = memo(function AnchorRow(row: AnchorRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const facts = useAnchorFacts(row.username);
  const gift = row.giftId === null ? t('anchors.noGift') : giftName(row.giftId, '', format.language);
  return (
    <li
      className={row.rank === 1 && row.votesTenths > 0 ? `${styles.anchor} ${styles.first}` : styles.anchor}
    >
      <span className={styles.rank}>{row.votesTenths > 0 ? row.rank : NO_RANK}</span>
      <Face avatar={row.avatar} username={row.username} name={row.name} className={styles.face} />
      <span
        className={`anchor__name ${styles.name} clip`}
        title={
          facts === undefined
            ? row.name
            : t('anchors.facts', {
                name: row.name,
                username: facts.username,
                followers: format.number(facts.followers),
                following: format.number(facts.following),
              })
        }
      >
        {row.name}
      </span>
      <span className={`anchor__votes ${styles.votes}`}>{format.votes(row.votesTenths)}</span>
      <span className={`${styles.about} clip`}>{row.gone ? t('anchors.goneText') : gift}</span>
      <span className={styles.sums}>
        {t('anchors.gifts', { gifts: format.number(row.gifts) })}
        <span className={styles.diamonds}>
          {' · '}
          {t('anchors.diamonds', { diamonds: format.number(row.diamonds) })}
        </span>
      </span>
      <span className={styles.bar} style={{ transform: `scaleX(${row.share})` }} aria-hidden="true" />
    </li>
  );
});
