import { useState } from 'react';
import { Button } from '#renderer/kit/ui/Button.tsx';
import styles from './removableList.module.css';

interface Item {
  id: string;
  name: string;
}

export interface RemovableListProps<T extends Item> {
  label: string;
  items: readonly T[];
  /** The name of the icon in PrimeIcons. */
  icon(item: T): string;
  /** The facts below the name. */
  details(item: T): string[];
  words: { remove: string; removeOne(name: string): string; removed(name: string): string; restore: string };
  /** Resolves to null if the item could not be removed. */
  remove(item: T): Promise<unknown>;
  restore(item: T): Promise<unknown>;
}

/**
 * Phones or programs that may steer the show. One is removed with an undo instead of a question. The undo takes its
 * place, so that nothing moves.
 */
export function RemovableList<T extends Item>(props: RemovableListProps<T>) {
  const { label, items, icon, details, words } = props;
  const [removed, setRemoved] = useState<{ item: T; at: number } | null>(null);
  const remove = async (item: T, at: number) => {
    setRemoved({ item, at });
    if ((await props.remove(item)) === null) setRemoved(null);
  };
  const restore = async (item: T) => {
    if ((await props.restore(item)) !== null) setRemoved(null);
  };
  const lines = items.map((item, at) => (
    <li key={item.id} className={styles.line}>
      <i className={`pi pi-${icon(item)}`} aria-hidden="true" />
      <span className={styles.words}>
        <b className="clip">{item.name}</b>
        <span className="muted small">{details(item).join(' · ')}</span>
      </span>
      <Button
        small
        danger
        look="outlined"
        label={words.remove}
        ariaLabel={words.removeOne(item.name)}
        onClick={() => void remove(item, at)}
      />
    </li>
  ));
  if (removed !== null && items.every(({ id }) => id !== removed.item.id)) {
    const undo = (
      <li key={removed.item.id} className={styles.line}>
        <span className="spread" role="status">
          {words.removed(removed.item.name)}
        </span>
        <Button
          small
          look="outlined"
          icon="undo"
          label={words.restore}
          onClick={() => void restore(removed.item)}
        />
      </li>
    );
    lines.splice(removed.at, 0, undo);
  }
  return (
    <ul className={styles.list} aria-label={label}>
      {lines}
    </ul>
  );
}
