import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { usePicture } from '#renderer/data/queries/pictures.ts';
import styles from './GiftChip.module.css';

export interface GiftChipProps {
  name: string;
  /** The ids of the gift; the first one with a picture gives it. */
  ids: readonly number[];
  large?: boolean;
}

/** The picture of a gift, or the first letter of its name until there is one. */
export function GiftChip({ name, ids, large = false }: GiftChipProps) {
  const { giftPictures } = useRingside();
  const picture = useVanillaStore(giftPictures, ({ byGift }) => {
    for (const id of ids) {
      const known = byGift.get(id);
      if (known !== undefined) return known;
    }
    return '';
  });
  const [first = '?'] = name.replace(/^#/, '');
  const letter = first.toUpperCase();
  return (
    <span className={large ? `${styles.giftChip} ${styles.large}` : styles.giftChip} aria-hidden="true">
      {/* Without a picture, a row of the ledger must not pay for a query. */}
      {picture === '' ? <Letter letter={letter} /> : <Picture id={picture} letter={letter} />}
    </span>
  );
}

function Picture({ id, letter }: { id: string; letter: string }) {
  const data = usePicture(id);
  return data === '' ? (
    <Letter letter={letter} />
  ) : (
    <img src={data} alt="" decoding="async" draggable={false} />
  );
}

/** The style sheet draws the letter: as text, it would belong to the visible label of a button around the chip. */
function Letter({ letter }: { letter: string }) {
  return <span className={styles.letter} data-letter={letter} />;
}
