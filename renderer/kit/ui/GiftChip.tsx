import './giftChip.css';

/** The first letter of a gift's name, as a substitute for its picture. */
export function GiftChip({ name }: { name: string }) {
  const [letter = '?'] = name.replace(/^#/, '');
  return (
    <span className="gift-chip" aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}
