import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useSettings } from '#renderer/data/hooks.ts';
import { scrollRegion } from '#renderer/kit/ui/Panel.tsx';
import { useSavedScroll } from '#renderer/kit/ui/useSavedScroll.ts';
import { shownCell } from './cellText.ts';
import styles from './ReportTable.module.css';
import { type CellKind, type Column, columnDecimals, readable, type Sheet } from './sheet.ts';

const ROW_HEIGHT = 32;
const TALL_ROW_HEIGHT = 46;
/** The gap between columns and at both sides (px), the same as in the style sheet. */
const GAP = 10;

interface ColumnStyle extends CSSProperties {
  '--columns': string;
}

export interface ReportTableProps {
  sheet: Sheet;
  /** The number of all rows, if `sheet` does not have all of them yet. */
  total?: number;
  /** The last column with controls for each row. `title` is its heading for screen readers, `width` in px. */
  actions?: { title: string; width: number; of(index: number): ReactNode };
  /** Called when the last loaded row is on screen and more rows exist. */
  onEnd?(): void;
}

/** A virtual table: only the visible rows are in the document. */
export function ReportTable({ sheet, total, actions, onEnd }: ReportTableProps) {
  const language = useSettings((state) => state.language);
  const scroller = useRef<HTMLDivElement>(null);
  const { columns, ids, rows, decimals } = useMemo(() => {
    const shown = readable(sheet);
    // Two anchors, and so two columns, can have the same name.
    const ids = shown.columns.map((_, at) => `column${at}`);
    return { ...shown, ids, decimals: columnDecimals(shown) };
  }, [sheet]);
  const height = sheet.tall === true ? TALL_ROW_HEIGHT : ROW_HEIGHT;
  useSavedScroll(scroller, `report ${sheet.name}`);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const more = rows.length < (total ?? rows.length) && last >= rows.length - 1;
  useEffect(() => {
    if (more) onEnd?.();
  }, [more, onEnd]);
  const count = total ?? rows.length;
  const widths = [...columns.map(widthOf), ...(actions === undefined ? [] : [fixed(actions.width)])];
  const least = widths.reduce((sum, { min }) => sum + min, GAP * (widths.length + 1));
  const style: ColumnStyle = {
    '--columns': widths.map(({ min, max }) => `minmax(${min}px, ${max})`).join(' '),
    minWidth: least,
  };
  return (
    <section
      ref={scroller}
      className={sheet.tall === true ? `${styles.table} ${styles.tall}` : styles.table}
      {...scrollRegion(sheet.name)}
    >
      <table className={styles.all} aria-label={sheet.name} aria-rowcount={count + 1} style={style}>
        <thead className={styles.head}>
          <tr className={styles.row} aria-rowindex={1}>
            {columns.map(({ title, kind }, at) => (
              <th key={ids[at]} scope="col" className={isNumber(kind) ? 'num' : ''}>
                {title}
              </th>
            ))}
            {actions !== undefined && (
              <th scope="col" className={styles.act}>
                <span className="only-for-readers">{actions.title}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className={styles.body} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <tr
              key={index}
              className={`${styles.row} ${styles.line}`}
              aria-rowindex={index + 2}
              style={{ height, transform: `translateY(${start}px)` }}
            >
              {columns.map((column, at) => {
                const cell = rows[index]?.[at] ?? null;
                const whole = shownCell(column.kind, cell, language, decimals[at]);
                return (
                  <td key={ids[at]} className={cellClass(column.kind)} title={whole}>
                    {shortCell(column, whole)}
                  </td>
                );
              })}
              {actions !== undefined && <td className={styles.act}>{actions.of(index)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const fixed = (width: number) => ({ min: width, max: `${width}px` });

/** The largest width of a Latin letter in a heading (px). A column is at least as wide as its longest word. */
const LETTER = 7;

/** Returns the column's width: `min` in px, `max` in CSS. The remaining width is divided by `fr`. */
function widthOf({ title, kind, wide, narrow }: Column): { min: number; max: string } {
  if (narrow === true) {
    if (kind === 'time') return { min: 64, max: '0.6fr' };
    return kind === 'text' ? { min: 72, max: '0.8fr' } : { min: 52, max: '52px' };
  }
  if (wide === true) return { min: 96, max: '2fr' };
  if (kind === 'time') return { min: 150, max: '1fr' };
  const word = Math.max(...title.split(/[^!-~]+/).map(({ length }) => length));
  return { min: Math.max(kind === 'text' ? 92 : 62, LETTER * word), max: '1fr' };
}

/** Shortens a time in a narrow column to the time of day. The tooltip has the whole time. */
function shortCell({ kind, narrow }: Column, shown: string): string {
  return kind === 'time' && narrow === true && shown.length > 11 ? shown.slice(11) : shown;
}

function cellClass(kind: CellKind): string {
  return isNumber(kind) ? 'clip num' : 'clip';
}

function isNumber(kind: CellKind): boolean {
  return kind !== 'text' && kind !== 'time';
}
