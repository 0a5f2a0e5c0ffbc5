import './giftChip.css';

/** A gift's sign where there is no picture of it: the first letter of its name. */
export function GiftChip({ name }: { name: string }) {
  const [letter = '?'] = name.replace(/^#/, '');
  return (
    <span className="gift-chip" aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}
