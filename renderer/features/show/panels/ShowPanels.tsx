import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShowPhase, useSums } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { useSmallDesktop } from '#renderer/kit/ui/useNarrow.ts';
import { totals } from '#shared/game/selectors.ts';
import type { WaitingGroup } from '#shared/game/waiting.ts';
import { Corrections } from '../ledger/corrections.ts';
import { GiftData } from '../ledger/GiftData.tsx';
import { Needs } from '../needs/Needs.tsx';
import { NeedsQueue } from '../needs/NeedsQueue.tsx';
import pageStyles from '../ShowPage.module.css';
import { UserList } from '../viewers/UserList.tsx';
import { AnchorList } from './AnchorList.tsx';
import styles from './TotalVotes.module.css';

/** The panels below the stage, for a show on air and for a replay. `children` are additional panels. */
export function ShowPanels({ className = '', children }: { className?: string; children?: ReactNode }) {
  const ringside = useRingside();
  const [corrections] = useState(() => new Corrections(ringside));
  const cursor = useRef<WaitingGroup | undefined>(undefined);
  useEffect(() => corrections.follow(), [corrections]);
  const { showId } = useShowPhase();
  const strips = <Needs key={showId} showId={showId} />;
  // The queue of a small screen has room for its rows only.
  const small = useSmallDesktop();
  return (
    <div className={`${pageStyles.panels} ${className}`}>
      <div className={pageStyles.left}>
        <NeedsQueue corrections={corrections} cursor={cursor} strips={small ? null : strips} />
        <AnchorList />
      </div>
      <div className={`${pageStyles.slot} ${pageStyles.gifts}`}>
        <GiftData corrections={corrections} cursor={cursor} strips={small ? strips : null} />
      </div>
      {children}
      <TotalVotes />
      <div className={`${pageStyles.slot} ${pageStyles.users}`}>
        <UserList />
      </div>
    </div>
  );
}

/** The panel Total Votes: the sums of the show and the unallocated votes. */
export function TotalVotes() {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const sums = useSums((state) => {
    const all = totals(state);
    return {
      counted: all.counted.votesTenths,
      gifts: all.counted.count,
      diamonds: all.counted.diamonds,
      unallocated: all.unallocated.votesTenths,
      uncounted: all.uncounted.votesTenths,
      givers: all.givers,
    };
  });
  return (
    <Panel
      title={t('home.totalVotes')}
      className={pageStyles.totals}
      body="padded"
      badge={<b className={pageStyles.brief}>{votes(sums.counted)}</b>}
    >
      <dl className={styles.totals} data-totals>
        <Sum className={styles.lead} label={t('totals.counted')} value={votes(sums.counted)} />
        <Sum
          className={sums.unallocated > 0 ? styles.waiting : ''}
          label={t('totals.unallocated')}
          value={votes(sums.unallocated)}
        />
        <Sum label={t('totals.uncounted')} value={votes(sums.uncounted)} />
        <Sum label={t('totals.gifts')} value={number(sums.gifts)} />
        <Sum
          className={styles.line}
          label={t('totals.givers')}
          value={number(sums.givers)}
          hint={t('totals.giversHint')}
        />
        <Sum className={styles.line} label={t('totals.diamonds')} value={number(sums.diamonds)} />
      </dl>
    </Panel>
  );
}

interface SumProps {
  label: string;
  value: string;
  className?: string;
  hint?: string;
}

function Sum({ label, value, className = '', hint }: SumProps) {
  return (
    <div className={`${styles.sum} ${className}`} title={hint}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
