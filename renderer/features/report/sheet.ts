/** `votes` are tenths, `time` is a moment in ms (0: not reached), `duration` is ms. */
export type CellKind = 'text' | 'number' | 'votes' | 'time' | 'duration';

export type Cell = string | number | null;

export interface Column {
  title: string;
  kind: CellKind;
  /** A long text takes what the others leave. */
  wide?: boolean;
  /** A place in a ranking, or a moment of which the time of day is enough to read. */
  narrow?: boolean;
  /** Left out on screen where no row says anything in it (`empty`), or where all say the same (`same`). */
  quiet?: 'empty' | 'same';
}

/** A table as it is shown and as it is exported. */
export interface Sheet {
  name: string;
  columns: Column[];
  rows: Cell[][];
  /** A list of facts: a workbook shows the columns of the only row below each other. */
  vertical?: boolean;
}

/** The sheet without the columns that tell a reader nothing; what is exported has them all. */
export function readable({ name, columns, rows }: Sheet): Sheet {
  const kept = columns.map(({ quiet }, at) => {
    if (quiet === undefined || rows.length === 0) return true;
    const cells = rows.map((row) => row[at] ?? null);
    if (quiet === 'same') return cells.some((cell) => cell !== cells[0]);
    return cells.some((cell) => cell !== null && cell !== '' && cell !== 0);
  });
  return {
    name,
    columns: columns.filter((_, at) => kept[at]),
    rows: rows.map((row) => row.filter((_, at) => kept[at])),
  };
}

/** Whether a column of votes has tenths: all of its votes are then written with one decimal. */
export function columnTenths({ columns, rows }: Sheet): boolean[] {
  return columns.map(
    ({ kind }, at) =>
      kind === 'votes' && rows.some((row) => typeof row[at] === 'number' && row[at] % 10 !== 0),
  );
}
