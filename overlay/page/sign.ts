import { element, setHidden, setText } from '../parts/element.ts';

export interface Sign {
  /** A sentence for the host instead of the widget; null takes it away. */
  card(sentence: string | null): void;
  /** A dim dot in the corner, for the host alone: the hub has not been heard for long. */
  dot(shown: boolean): void;
}

/** What a page can say of itself. A short cut says nothing: the last picture stays. */
export function createSign(body: HTMLElement): Sign {
  const text = element('p', 'card__text');
  const card = element('div', 'card', element('span', 'card__mark'), text);
  const dot = element('span', 'away-dot');
  card.hidden = true;
  dot.hidden = true;
  body.append(card, dot);
  return {
    card: (sentence) => {
      setText(text, sentence ?? '');
      setHidden(card, sentence === null);
    },
    dot: (shown) => setHidden(dot, !shown),
  };
}
