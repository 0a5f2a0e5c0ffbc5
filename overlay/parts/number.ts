import { element, setState, setText } from './element.ts';

/** Shown numbers that change faster than this are written without a movement of their own. */
const TICK_MS = 160;

export interface NumberView {
  element: HTMLElement;
  show(text: string): void;
}

/**
 * A number that ticks: the digits that changed slide in, the ones before them stand. It is right at once, and the
 * movement never restarts while it runs, so a storm of gifts costs no more than a few gifts do.
 */
export function createNumber(className: string, still: boolean): NumberView {
  const kept = element('span', 'number__kept');
  const moved = element('span', 'number__moved');
  const made = element('span', `number ${className}`.trim(), kept, moved);
  let shown: string | null = null;
  let running: Animation | null = null;
  return {
    element: made,
    show: (text) => {
      if (text === shown) return;
      const before = shown;
      shown = text;
      setState(made, 'length', String(text.length));
      const same = before === null ? text.length : sameStart(before, text);
      setText(kept, text.slice(0, same));
      setText(moved, text.slice(same));
      if (before === null || still || running !== null) return;
      running = moved.animate(
        [
          { transform: 'translateY(0.34em)', opacity: 0.2 },
          { transform: 'none', opacity: 1 },
        ],
        { duration: TICK_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
      );
      running.onfinish = running.oncancel = () => {
        running = null;
      };
    },
  };
}

/** How many leading characters two numbers share, when as many digits follow in both; else none. */
export function sameStart(before: string, after: string): number {
  if (before.length !== after.length) return 0;
  let at = 0;
  while (at < after.length && before[at] === after[at]) at += 1;
  return at;
}
