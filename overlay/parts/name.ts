import { element, setText } from './element.ts';
import { shownName } from './shownName.ts';

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
      setText(made, shownName(name));
    },
  };
}
