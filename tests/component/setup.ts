import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

// How long a test waits for a state at most. A busy machine needs long.
configure({ asyncUtilTimeout: 20_000 });

// React reports updates outside `act` as errors of the test.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let narrow = false;
const listeners = new Set<() => void>();

/** Makes the page as narrow as a phone, or wide. jsdom has no layout, so this answers media queries. */
export function setNarrow(on: boolean): void {
  narrow = on;
  for (const listener of listeners) listener();
}

window.matchMedia = (media) => {
  const query = new EventTarget();
  const changed = () => query.dispatchEvent(new Event('change'));
  listeners.add(changed);
  return Object.assign(query, {
    media,
    get matches() {
      return narrow && media.includes('max-width');
    },
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
};
// PrimeReact scrolls the chosen option into view; jsdom has no layout.
Element.prototype.scrollIntoView = () => {};

beforeEach(() => {
  window.localStorage.clear();
  narrow = false;
  listeners.clear();
});
afterEach(cleanup);
