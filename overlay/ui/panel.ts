import { element, setHidden, setState, setText } from './element.ts';

interface Panel {
  element: HTMLElement;
  body: HTMLElement;
  /** Sets the heading. An empty `tag` is hidden. */
  setHeading(title: string, tag: string): void;
  /** Shows a message instead of the body; null shows the body. */
  setEmpty(message: string | null): void;
  /** Marks the shown page by dots, if there are several. Animates a change. */
  setPage(index: number, pages: number): void;
}

const TURN_MS = 240;

/** Creates a plate with a heading, page dots and a body. */
export function createPanel(className: string, still: boolean): Panel {
  const title = element('h1', 'panel__title name');
  const tag = element('span', 'panel__tag');
  const dots = element('span', 'panel__dots');
  const body = element('div', 'panel__body');
  const empty = element('p', 'panel__empty');
  const root = element(
    'section',
    `panel plate ${className}`,
    element('header', 'panel__head', title, dots, tag),
    body,
    empty,
  );
  empty.hidden = true;
  dots.hidden = true;
  let shown = 0;
  return {
    element: root,
    body,
    setHeading: (text, tagText) => {
      setText(title, text);
      setText(tag, tagText);
      setHidden(tag, tagText === '');
    },
    setEmpty: (message) => {
      setText(empty, message ?? '');
      setHidden(empty, message === null);
      setHidden(body, message !== null);
    },
    setPage: (index, pages) => {
      setHidden(dots, pages < 2);
      while (dots.childElementCount > pages) dots.lastElementChild?.remove();
      while (dots.childElementCount < pages) dots.append(element('span', 'panel__dot'));
      Array.from(dots.children).forEach((dot, at) => {
        if (dot instanceof HTMLElement) setState(dot, 'on', at === index);
      });
      if (index === shown) return;
      shown = index;
      if (still) return;
      body.animate(
        [
          { transform: 'translateX(3%)', opacity: 0 },
          { transform: 'none', opacity: 1 },
        ],
        { duration: TURN_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
      );
    },
  };
}

/** The shown page of several, and the time until the next one (ms). */
interface Turn {
  index: number;
  wait: number;
}

/**
 * The page to show at `now` (the hub's clock, ms), if each is shown for `seconds`. All overlays of a show turn at the
 * same time, because the result depends on nothing else. 0 seconds never turn.
 */
export function pageAt(now: number, seconds: number, pages: number): Turn {
  if (pages < 2 || seconds <= 0) return { index: 0, wait: Number.POSITIVE_INFINITY };
  const length = seconds * 1000;
  const turns = Math.floor(now / length);
  return { index: ((turns % pages) + pages) % pages, wait: (turns + 1) * length - now };
}

/** Number of pages for `items`, at least 1. */
export function pagesOf(items: number, perPage: number): number {
  return Math.max(1, Math.ceil(items / perPage));
}
