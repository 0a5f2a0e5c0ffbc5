import './anchorCards.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { anchorsOf } from '#shared/overlay/moments.ts';
import { element, setHidden, setStyle } from '../../parts/element.ts';
import { createFigures } from '../../parts/figures.ts';
import { createList } from '../../parts/list.ts';
import { pageAt, pagesOf } from '../../parts/pageTurn.ts';
import type { WidgetFactory } from '../../widget.ts';
import { type Card, cardsOf, columnsFor } from './cards.ts';
import { type CardView, createCard } from './cardView.ts';

/** A card for each anchor; more than fit on a page turn. */
export const anchorCards: WidgetFactory<'anchorCards'> = (host, first, env) => {
  const figures = createFigures(first.frame.language, env.tenths);
  let options = first;
  let state: Partial<OverlayState> = {};
  let fresh = true;
  let shown = 0;
  const views = new Map<string, CardView>();
  const list = createList<Card>(
    'cards',
    ({ id }) => id,
    () => {
      const view = createCard(() => options, figures, env);
      return {
        element: view.element,
        show: (card) => {
          views.set(card.id, view);
          view.show(card);
        },
      };
    },
  );
  host.append(element('section', 'cards__page', list.element));

  const draw = (cards: readonly Card[], index: number) => {
    const from = index * options.perPage;
    const page = cards.slice(from, from + options.perPage);
    views.clear();
    setHidden(list.element, page.length === 0);
    setStyle(list.element, '--columns', String(columnsFor(Math.min(options.perPage, cards.length))));
    list.show(page);
    if (index === shown) return;
    shown = index;
    if (env.reduced) return;
    list.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 240, easing: 'ease-out' });
  };

  return {
    update: (all) => {
      state = all;
      fresh = true;
    },
    options: (next) => {
      options = next;
      fresh = true;
    },
    moment: (moment) => {
      for (const id of anchorsOf(moment)) views.get(id)?.flash();
    },
    clock: (now) => {
      const cards = cardsOf(state);
      const turn = pageAt(now, options.turnSeconds, pagesOf(cards.length, options.perPage));
      if (fresh || turn.index !== shown) draw(cards, turn.index);
      fresh = false;
      return turn.wait;
    },
    destroy: () => host.replaceChildren(),
  };
};
