import { nameParts } from '#shared/overlay/shownName.ts';
import { element } from './element.ts';

export interface NameView {
  element: HTMLElement;
  show(name: string): void;
}

/** A name of somebody else: cut where its room ends, and kept from turning what stands beside it. */
export function createName(className = ''): NameView {
  const made = element('bdi', `name ${className}`.trim());
  let last: string | null = null;
  return {
    element: made,
    show: (name) => {
      if (name === last) return;
      last = name;
      made.replaceChildren(
        ...nameParts(name).map(({ text, emoji }) => {
          const part = document.createTextNode(text);
          // Outlines and glows are for letters; under a picture they are a smear.
          return emoji ? element('span', 'name__emoji', part) : part;
        }),
      );
    },
  };
}
