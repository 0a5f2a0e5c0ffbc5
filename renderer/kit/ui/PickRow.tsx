import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './PickRow.module.css';

export interface PickRowProps {
  chosen: boolean;
  onChoose(): void;
  /** The row's `RowTool`s. */
  tools: ReactNode;
  children: ReactNode;
}

/**
 * A row of a list beside an editor: a click opens it there. The row's button is native, because PrimeReact's Listbox
 * allows no buttons in its options and its Button has a single line.
 */
export function PickRow({ chosen, onChoose, tools, children }: PickRowProps) {
  return (
    <li className={chosen ? `${styles.row} ${styles.chosen}` : styles.row}>
      <button type="button" className={styles.name} aria-current={chosen} onClick={onChoose}>
        {children}
      </button>
      {tools}
    </li>
  );
}

export interface RowToolProps {
  /** A PrimeIcons name without `pi-`. */
  icon: string;
  label: string;
  disabled?: boolean;
  onClick(): void;
}

/** An icon button for one row of a list. */
export function RowTool({ icon, label, disabled = false, onClick }: RowToolProps) {
  return (
    <span className={styles.tool}>
      <Button small look="text" icon={icon} ariaLabel={label} disabled={disabled} onClick={onClick} />
    </span>
  );
}

export interface DeletedLineProps {
  /** Names what was deleted. */
  text: string;
  restoreLabel: string;
  onRestore(): void;
}

/** The line below a list that restores its last deleted row. */
export function DeletedLine({ text, restoreLabel, onRestore }: DeletedLineProps) {
  return (
    <p className={styles.deleted} role="status">
      <span className="clip spread">{text}</span>
      <Button small look="outlined" icon="undo" label={restoreLabel} onClick={onRestore} />
    </p>
  );
}
