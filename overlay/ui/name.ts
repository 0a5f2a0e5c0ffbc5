import { nameParts } from '#shared/overlay/shownName.ts';
import { element } from './element.ts';

export interface NameView {
  element: HTMLElement;
  show(name: string): void;
}

/** Creates the view of a foreign name. Styles cut it to its room; `<bdi>` isolates its text direction. */
export function createName(className = ''): NameView {
  const root = element('bdi', `name ${className}`.trim());
  let last: string | null = null;
  return {
    element: root,
    show: (name) => {
      if (name === last) return;
      last = name;
      root.replaceChildren(
        ...nameParts(name).map(({ text, emoji }) => {
          const part = document.createTextNode(text);
          // Styles remove text outlines and glows from emoji.
          return emoji ? element('span', 'name__emoji', part) : part;
        }),
      );
    },
  };
}
