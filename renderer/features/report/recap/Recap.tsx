import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useShowPhase, useSums } from '#renderer/data/hooks.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Face } from '#renderer/kit/ui/Face.tsx';
import styles from './Recap.module.css';
import { type RecapAnchor, recapOf } from './sharePicture.ts';

const SharePictures = lazy(() => import('./SharePictures.tsx'));

/** The recap of an ended show on the Homepage, with the ways to the report and to the pictures to share. */
export function Recap() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { votes, number } = useFormat();
  const { showId } = useShowPhase();
  const recap = useSums(recapOf);
  const [sharing, setSharing] = useState(false);
  if (recap === null || showId === null) return null;
  const figures: [label: string, value: string][] = [
    [t('report.duration'), formatDuration(recap.endedAt - recap.startedAt)],
    [t('report.votes'), votes(recap.votesTenths)],
    [t('report.gifts'), number(recap.gifts)],
    [t('report.giftAmount'), number(recap.diamonds)],
    [t('report.givers'), number(recap.givers)],
    [t('recap.rounds'), number(recap.rounds)],
  ];
  return (
    <section className={styles.recap} aria-label={t('recap.title')}>
      <header className={styles.head}>
        <h2>{t('recap.title')}</h2>
        <Button icon="chart-bar" label={t('recap.report')} onClick={() => void navigate('/tool/report')} />
        <Button look="outlined" icon="image" label={t('recap.pictures')} onClick={() => setSharing(true)} />
      </header>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.lists}>
        <ol className={styles.anchors} aria-label={t('home.anchorList')}>
          {recap.anchors.map((anchor) => (
            <AnchorLine key={anchor.anchorId} anchor={anchor} />
          ))}
        </ol>
        {recap.supporters.length > 0 && (
          <section aria-labelledby="recap-supporters">
            <h3 id="recap-supporters">{t('thanks.everyone')}</h3>
            <ol className={styles.supporters}>
              {recap.supporters.map(({ id, name, votesTenths }) => (
                <li key={id}>
                  <bdi className="clip">{name}</bdi>
                  <b className="num">{votes(votesTenths)}</b>
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
      {recap.unallocatedTenths > 0 && (
        <p className={styles.open}>{t('recap.open', { shown: votes(recap.unallocatedTenths) })}</p>
      )}
      <Suspense fallback={null}>
        {sharing && <SharePictures showId={showId} recap={recap} onClose={() => setSharing(false)} />}
      </Suspense>
    </section>
  );
}

/** Instead of the rank of an anchor without votes, as on the Homepage. */
const NO_RANK = '–';

function AnchorLine({ anchor }: { anchor: RecapAnchor }) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const { rank, nickname, avatar, username, former, won, votesTenths } = anchor;
  const name = nickname === '' ? t('anchors.gone') : nickname;
  const shown = former && nickname !== '' ? t('ledger.target.former', { anchor: name }) : name;
  return (
    <li>
      <b className={styles.rank}>{votesTenths > 0 ? rank : NO_RANK}</b>
      <Face avatar={avatar} username={username} name={name} size="small" />
      <span className="clip" title={shown}>
        {shown}
      </span>
      <span className="muted">{won > 0 && t('recap.won', { count: won, shown: number(won) })}</span>
      <b className="num">{votes(votesTenths)}</b>
    </li>
  );
}
