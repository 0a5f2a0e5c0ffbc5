import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useRingside } from '#renderer/data/hooks.ts';
import { usePicture } from '#renderer/data/queries/pictures.ts';
import { formatDate } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useAnchorFacts } from '#renderer/kit/ui/Face.tsx';
import { saveFile } from '#renderer/kit/ui/files.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { anchorIdOf } from '#shared/game/table.ts';
import { allUsers, fileName } from '../export/exportReport.ts';
import styles from './SharePictures.module.css';
import { drawShare, type Recap, type RecapAnchor, type ShareTexts } from './sharePicture.ts';

/** How many supporters a picture names. */
const MOST_SUPPORTERS = 3;

export interface SharePicturesProps {
  showId: string;
  recap: Recap;
  onClose(): void;
}

/** A dialog with one picture of the evening for each anchor, to save and to post. */
export default function SharePictures({ showId, recap, onClose }: SharePicturesProps) {
  const { t } = useTranslation();
  const supporters = useSupporters(showId);
  return (
    <Modal title={t('recap.pictures')} wide onClose={onClose}>
      {supporters === undefined ? (
        <div className={`skeleton ${styles.waiting}`} role="status" aria-label={t('recap.making')} />
      ) : (
        <ul className={styles.pictures}>
          {recap.anchors.map((anchor) => (
            <SharePicture
              key={anchor.anchorId}
              recap={recap}
              anchor={anchor}
              supporters={supporters.get(anchor.anchorId) ?? []}
            />
          ))}
        </ul>
      )}
    </Modal>
  );
}

interface Supporter {
  name: string;
  votesTenths: number;
}

/** Loads the viewers with the most votes for each anchor, by anchor id; undefined until they are loaded. */
function useSupporters(showId: string): ReadonlyMap<string, Supporter[]> | undefined {
  const { call } = useRingside();
  const { data } = useQuery({
    queryKey: ['supporters', showId],
    queryFn: async () => {
      const byAnchor = new Map<string, Supporter[]>();
      for (const { name, given } of await allUsers(call, showId, {})) {
        for (const { target, votesTenths } of given) {
          const anchorId = anchorIdOf(target);
          if (anchorId === null || votesTenths === 0) continue;
          const list = byAnchor.get(anchorId) ?? [];
          byAnchor.set(anchorId, [...list, { name, votesTenths }].sort(byVotes).slice(0, MOST_SUPPORTERS));
        }
      }
      return byAnchor;
    },
    // Corrections change the votes.
    gcTime: 0,
  });
  return data;
}

const byVotes = (a: Supporter, b: Supporter) => b.votesTenths - a.votesTenths;

/** Loads an image; null while it loads, after an error, and for ''. */
function useImage(url: string): HTMLImageElement | null {
  const [loaded, setLoaded] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    if (url === '') return;
    const image = new Image();
    image.onload = () => setLoaded(image);
    image.src = url;
    return () => {
      image.onload = null;
    };
  }, [url]);
  return loaded;
}

interface SharePictureProps {
  recap: Recap;
  anchor: RecapAnchor;
  supporters: readonly Supporter[];
}

function SharePicture({ recap, anchor, supporters }: SharePictureProps) {
  const { t } = useTranslation();
  const { votes, number, language } = useFormat();
  const room = useConnection((state) => state.room?.username ?? '');
  const facts = useAnchorFacts(anchor.username);
  const portrait = useImage(usePicture(anchor.avatar || (facts?.avatar ?? '')));
  const canvas = useRef<HTMLCanvasElement>(null);
  const name = anchor.nickname === '' ? t('anchors.gone') : anchor.nickname;
  const date = formatDate(recap.startedAt, language);
  const texts: ShareTexts = {
    heading: room === '' ? date : `${date} · @${room}`,
    name,
    result: [
      t('recap.place', { place: anchor.rank }),
      ...(anchor.won > 0 ? [t('recap.won', { count: anchor.won, shown: number(anchor.won) })] : []),
    ].join(' · '),
    votes: votes(anchor.votesTenths),
    votesLabel: t('report.votes'),
    supportersLabel: t('thanks.everyone'),
    supporters: supporters.map((viewer) => ({ name: viewer.name, votes: votes(viewer.votesTenths) })),
    thanks: t('recap.thanks'),
  };
  useEffect(() => {
    if (canvas.current !== null) drawShare(canvas.current, texts, portrait);
  });
  const save = () =>
    canvas.current?.toBlob((picture) => {
      if (picture !== null) saveFile(fileName([date, name], 'png'), picture);
    }, 'image/png');
  return (
    <li className={styles.one}>
      <canvas
        ref={canvas}
        className={styles.picture}
        role="img"
        aria-label={t('recap.pictureOf', { name })}
      />
      <Button
        look="outlined"
        icon="download"
        label={t('recap.save')}
        ariaLabel={t('recap.saveOf', { name })}
        onClick={save}
      />
    </li>
  );
}
