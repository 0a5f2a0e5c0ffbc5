import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { resetChoice } from '#renderer/features/show/room/deckStore.ts';

// How long a test waits for a state at most. A busy machine needs long.
configure({ asyncUtilTimeout: 20_000 });

// React reports updates outside `act` as errors of the test.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// A closed window runs no timers. `window` is Node's global object here, so its timers would outlive the file.
const startTimer = globalThis.setTimeout;
const timers = new Set<ReturnType<typeof startTimer>>();
let closed = false;
const setTimer = (task: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
  const timer = startTimer(() => {
    timers.delete(timer);
    if (!closed) task(...args);
  }, ms);
  timers.add(timer);
  return timer;
};
Object.assign(globalThis, { setTimeout: setTimer });
afterAll(() => {
  closed = true;
  Object.assign(globalThis, { setTimeout: startTimer });
  for (const timer of timers) clearTimeout(timer);
});

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
      return narrow && /^\(max-width: \d+px\)$/.test(media);
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
  resetChoice();
});
afterEach(cleanup);
