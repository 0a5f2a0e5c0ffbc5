import { element, setHidden, setState, setText } from './element.ts';

export interface Panel {
  element: HTMLElement;
  body: HTMLElement;
  /** What stands in the heading; `tag` may be empty. */
  head(title: string, tag: string): void;
  /** A sentence instead of rows; null shows the body. */
  empty(sentence: string | null): void;
  /** Which of several pages is shown; one alone has no dots. */
  page(index: number, of: number): void;
}

const TURN_MS = 240;

export function createPanel(className: string, still: boolean): Panel {
  const title = element('h1', 'panel__title name');
  const tag = element('span', 'panel__tag');
  const dots = element('span', 'panel__dots');
  const body = element('div', 'panel__body');
  const empty = element('p', 'panel__empty');
  const made = element(
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
    element: made,
    body,
    head: (text, tagText) => {
      setText(title, text);
      setText(tag, tagText);
      setHidden(tag, tagText === '');
    },
    empty: (sentence) => {
      setText(empty, sentence ?? '');
      setHidden(empty, sentence === null);
      setHidden(body, sentence !== null);
    },
    page: (index, of) => {
      setHidden(dots, of < 2);
      while (dots.childElementCount > of) dots.lastElementChild?.remove();
      while (dots.childElementCount < of) dots.append(element('span', 'panel__dot'));
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
