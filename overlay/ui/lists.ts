import { element, setStyle } from './element.ts';

/** The view of one item. */
export interface RowView<T> {
  element: HTMLElement;
  show(item: T): void;
}

/** Views of several items. An item keeps its view, found by its key, for as long as it is shown. */
export interface ListView<T> {
  element: HTMLElement;
  /** Shows the items in their order. */
  show(items: readonly T[]): void;
}

interface RowsOptions<T> {
  key(item: T): string;
  make(): RowView<T>;
  /** No animations. */
  still: boolean;
}

const ENTER_MS = 220;
const LEAVE_MS = 160;
const EASE = 'cubic-bezier(0.2, 0, 0, 1)';

/**
 * Creates a list of rows with equal heights. A transform places each row, so that a change of order animates and needs
 * no layout. A new row appears once the row before it has left its place, so that texts never lie over each other.
 */
export function createRows<T>({ key, make, still }: RowsOptions<T>): ListView<T> {
  const root = element('div', 'rows');
  const rows = new Map<string, RowView<T> & { place: number }>();
  let first = true;
  return {
    element: root,
    show: (items) => {
      setStyle(root, '--rows', String(items.length));
      const taken = rows.size;
      const gone = new Set(rows.keys());
      items.forEach((item, place) => {
        const id = key(item);
        gone.delete(id);
        const known = rows.get(id);
        const row = known ?? { ...make(), place: -1 };
        row.show(item);
        if (row.place !== place) {
          row.place = place;
          row.element.style.transform = transformOf(place);
        }
        if (known !== undefined) return;
        rows.set(id, row);
        root.append(row.element);
        if (!first && !still) animateEnter(row.element, place, place < taken ? LEAVE_MS : 0);
      });
      for (const id of gone) {
        const row = rows.get(id);
        rows.delete(id);
        if (row !== undefined) removeRow(row.element, still);
      }
      first = false;
    },
  };
}

function transformOf(place: number): string {
  return `translateY(${place * 100}%)`;
}

function animateEnter(row: HTMLElement, place: number, delay: number): void {
  const to = transformOf(place);
  row.animate(
    [
      { transform: `${to} translateX(-4%)`, opacity: 0 },
      { transform: to, opacity: 1 },
    ],
    { delay, duration: ENTER_MS, easing: EASE, fill: 'backwards' },
  );
}

function removeRow(row: HTMLElement, still: boolean): void {
  if (still) {
    row.remove();
    return;
  }
  row.style.zIndex = '-1';
  const fading = row.animate([{ opacity: 1 }, { opacity: 0 }], { duration: LEAVE_MS, fill: 'forwards' });
  fading.onfinish = fading.oncancel = () => row.remove();
}

/** Creates a list whose items the browser lays out. Without animations. */
export function createList<T>(
  className: string,
  key: (item: T) => string,
  make: () => RowView<T>,
): ListView<T> {
  const root = element('div', className);
  const views = new Map<string, RowView<T>>();
  let order = '';
  return {
    element: root,
    show: (items) => {
      const keys = items.map(key);
      for (const [id, view] of views) {
        if (keys.includes(id)) continue;
        view.element.remove();
        views.delete(id);
      }
      items.forEach((item, index) => {
        const id = keys[index] ?? '';
        const view = views.get(id) ?? make();
        views.set(id, view);
        view.show(item);
      });
      const newOrder = keys.join('\n');
      if (newOrder === order) return;
      order = newOrder;
      root.append(...keys.flatMap((id) => views.get(id)?.element ?? []));
    },
  };
}

/** Unique keys for items that have only a name: equal names are numbered. */
export function keysByName<T>(items: readonly T[], nameOf: (item: T) => string): string[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    return `${number}:${name}`;
  });
}
