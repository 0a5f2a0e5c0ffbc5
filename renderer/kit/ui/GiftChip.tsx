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
  const [letter = '?'] = name.replace(/^#/, '');
  return (
    <span className={large ? `${styles.giftChip} ${styles.large}` : styles.giftChip} aria-hidden="true">
      {/* Without a picture, a row of the ledger must not pay for a query. */}
      {picture === '' ? letter.toUpperCase() : <Picture id={picture} letter={letter.toUpperCase()} />}
    </span>
  );
}

function Picture({ id, letter }: { id: string; letter: string }) {
  const data = usePicture(id);
  return data === '' ? letter : <img src={data} alt="" decoding="async" draggable={false} />;
}
