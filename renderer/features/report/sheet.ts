/** `votes` are tenths; `amount` is hundredths of a currency; `time` is ms since 1970, 0 if it does not apply; `duration` is ms. */
export type CellKind = 'text' | 'number' | 'votes' | 'amount' | 'time' | 'duration';

export type Cell = string | number | null;

export interface Column {
  title: string;
  kind: CellKind;
  /** A column of long texts, which gets the remaining width. */
  wide?: boolean;
  /** A narrow column: a rank, short words, or a time shown without its date. */
  narrow?: boolean;
  /** Hides the column on screen: always, or if all cells are empty or the same. */
  quiet?: 'always' | 'empty' | 'same';
}

/** A table for the screen and for export. */
export interface Sheet {
  name: string;
  columns: Column[];
  rows: Cell[][];
  /** A list of facts: a workbook shows the only row vertically. */
  vertical?: boolean;
  /** Gives long texts a second line on screen. */
  tall?: boolean;
}

/** Returns the table without its quiet columns, for the screen. Exports have all columns. */
export function readable({ columns, rows, ...sheet }: Sheet): Sheet {
  const kept = columns.map(({ quiet }, at) => {
    if (quiet === 'always') return false;
    if (quiet === undefined || rows.length === 0) return true;
    const cells = rows.map((row) => row[at] ?? null);
    if (quiet === 'same') return cells.some((cell) => cell !== cells[0]);
    return cells.some((cell) => cell !== null && cell !== '' && cell !== 0);
  });
  return {
    ...sheet,
    columns: columns.filter((_, at) => kept[at]),
    rows: rows.map((row) => row.filter((_, at) => kept[at])),
  };
}

/** What one unit is in the cells of a kind. */
const units: Partial<Record<CellKind, number>> = { votes: 10, amount: 100 };

/** Returns for each column whether one of its votes or amounts is not whole. All cells of such a column get decimals. */
export function columnDecimals({ columns, rows }: Sheet): boolean[] {
  return columns.map(({ kind }, at) => {
    const unit = units[kind];
    return unit !== undefined && rows.some((row) => typeof row[at] === 'number' && row[at] % unit !== 0);
  });
}
