import styles from './GiftChip.module.css';

/** The first letter of a gift's name, as a substitute for its picture. */
export function GiftChip({ name }: { name: string }) {
  const [letter = '?'] = name.replace(/^#/, '');
  return (
    <span className={styles.giftChip} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}
