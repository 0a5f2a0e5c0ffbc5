import { element, setStyle } from './element.ts';

export interface RowView<T> {
  element: HTMLElement;
  show(item: T): void;
}

export interface Rows<T> {
  element: HTMLElement;
  /** What is to be seen, from the top. An item that was there keeps its element and moves to its new place. */
  show(items: readonly T[]): void;
}

export interface RowsOptions<T> {
  key(item: T): string;
  make(): RowView<T>;
  /** No movement. */
  still: boolean;
}

const ENTER_MS = 220;
const LEAVE_MS = 160;
const EASE = 'cubic-bezier(0.2, 0, 0, 1)';

/** Rows of one height, each at its place by a transform alone, so that a change of order lays nothing out anew. */
export function createRows<T>({ key, make, still }: RowsOptions<T>): Rows<T> {
  const made = element('div', 'rows');
  const rows = new Map<string, RowView<T> & { place: number }>();
  let first = true;
  return {
    element: made,
    show: (items) => {
      setStyle(made, '--rows', String(items.length));
      const gone = new Set(rows.keys());
      items.forEach((item, place) => {
        const id = key(item);
        gone.delete(id);
        const known = rows.get(id);
        const row = known ?? { ...make(), place: -1 };
        row.show(item);
        if (row.place !== place) {
          row.place = place;
          row.element.style.transform = placeOf(place);
        }
        if (known !== undefined) return;
        rows.set(id, row);
        made.append(row.element);
        if (!first && !still) enter(row.element, place);
      });
      for (const id of gone) {
        const row = rows.get(id);
        rows.delete(id);
        if (row !== undefined) leave(row.element, still);
      }
      first = false;
    },
  };
}

function placeOf(place: number): string {
  return `translateY(${place * 100}%)`;
}

function enter(row: HTMLElement, place: number): void {
  const to = placeOf(place);
  row.animate(
    [
      { transform: `${to} translateX(-4%)`, opacity: 0 },
      { transform: to, opacity: 1 },
    ],
    { duration: ENTER_MS, easing: EASE },
  );
}

function leave(row: HTMLElement, still: boolean): void {
  if (still) {
    row.remove();
    return;
  }
  row.style.zIndex = '-1';
  const fading = row.animate([{ opacity: 1 }, { opacity: 0 }], { duration: LEAVE_MS, fill: 'forwards' });
  fading.onfinish = fading.oncancel = () => row.remove();
}

/** Keys for items that only have a name: two of one name stay two, and each keeps its row. */
export function keysByName<T>(items: readonly T[], nameOf: (item: T) => string): string[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return `${nth}:${name}`;
  });
}
