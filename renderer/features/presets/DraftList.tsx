import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Listed, moved, restored } from '#renderer/data/presets/presetForm.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import styles from './DraftList.module.css';

export interface DraftListProps<T extends Listed> {
  items: readonly T[];
  /** Returns the item's name; '' if it has none yet. */
  nameOf(item: T): string;
  render(item: T, place: number): ReactNode;
  onChange(items: T[]): void;
  addLabel: string;
  make(id: string): T;
  /** The largest number of items. */
  most: number;
  empty: string;
  /** The style of the rows. */
  className?: string | undefined;
  /** Handles a key in a field of a row. */
  onRowKey?(event: KeyboardEvent<HTMLElement>): void;
  /** Handles a paste into a field of a row. */
  onRowPaste?(event: ClipboardEvent<HTMLElement>): void;
  /** A faster way to add items, above the button. */
  quickAdd?: ReactNode;
}

/** An editable list of the form. Items move with buttons or Alt and the arrow keys; the last removal can be undone. */
export function DraftList<T extends Listed>(props: DraftListProps<T>) {
  const { items, onChange } = props;
  const { t } = useTranslation();
  const [removed, setRemoved] = useState<{ item: T; place: number } | null>(null);

  const list = useRef<HTMLOListElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  useEffect(() => {
    // The host goes on typing in the row that the button has added.
    if (added !== null)
      list.current?.lastElementChild?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
  }, [added]);
  const add = () => {
    const id = crypto.randomUUID();
    onChange([...items, props.make(id)]);
    setAdded(id);
  };

  const nameOf = (item: T, place: number) =>
    props.nameOf(item) || t('presetEditor.unnamed', { place: place + 1 });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, id: string) => {
    props.onRowKey?.(event);
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onChange(moved(items, id, event.key === 'ArrowUp' ? -1 : 1));
  };
  return (
    <div className="stack">
      {items.length === 0 && <p className="muted">{props.empty}</p>}
      <ol ref={list} className={styles.drafts}>
        {items.map((item, place) => (
          <li
            key={item.id}
            className={`${styles.draft} ${props.className ?? ''}`}
            data-draft
            onKeyDown={(event) => onKeyDown(event, item.id)}
            onPaste={props.onRowPaste}
          >
            {props.render(item, place)}
            <RowTools
              name={nameOf(item, place)}
              first={place === 0}
              last={place === items.length - 1}
              onMove={(by) => onChange(moved(items, item.id, by))}
              onRemove={() => {
                setRemoved({ item, place });
                onChange(items.filter((each) => each !== item));
              }}
            />
          </li>
        ))}
      </ol>
      {props.quickAdd}
      <div className="row">
        <Button
          small
          look="outlined"
          icon="plus"
          label={props.addLabel}
          disabled={items.length >= props.most}
          onClick={add}
        />
        {removed !== null && (
          <span className={`${styles.removed} row`} role="status">
            <span className="clip">
              {t('presetEditor.removed', { name: nameOf(removed.item, removed.place) })}
            </span>
            <Button
              small
              look="text"
              icon="undo"
              label={t('presetEditor.restore')}
              onClick={() => {
                onChange(restored(items, removed.item, removed.place));
                setRemoved(null);
              }}
            />
          </span>
        )}
      </div>
    </div>
  );
}

interface RowToolsProps {
  name: string;
  first: boolean;
  last: boolean;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

/** Buttons that move and remove one item. */
function RowTools({ name, first, last, onMove, onRemove }: RowToolsProps) {
  const { t } = useTranslation();
  const tool = (label: string, icon: string, run: () => void, disabled = false) => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={run}
    >
      <i className={`pi pi-${icon}`} aria-hidden="true" />
    </button>
  );
  return (
    <div className={styles.tools}>
      {tool(t('presetEditor.up', { name }), 'chevron-up', () => onMove(-1), first)}
      {tool(t('presetEditor.down', { name }), 'chevron-down', () => onMove(1), last)}
      {tool(t('presetEditor.remove', { name }), 'trash', onRemove)}
    </div>
  );
}
