import { element } from './element.ts';
import type { RowView } from './rows.ts';

export interface List<T> {
  element: HTMLElement;
  show(items: readonly T[]): void;
}

/** Items in the flow of the page, each with its own element for as long as it is among them. */
export function createList<T>(className: string, key: (item: T) => string, make: () => RowView<T>): List<T> {
  const made = element('div', className);
  const views = new Map<string, RowView<T>>();
  let order = '';
  return {
    element: made,
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
      const wanted = keys.join('\n');
      if (wanted === order) return;
      order = wanted;
      made.append(...keys.flatMap((id) => views.get(id)?.element ?? []));
    },
  };
}
