import './anchorCards.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { anchorsOf } from '#shared/overlay/moments.ts';
import { cardColumns } from '#shared/overlay/sourceSize.ts';
import { type Card, cardsOf } from '../../anchors.ts';
import { createIcon, element, setHidden, setState, setStyle, setText } from '../../ui/element.ts';
import { createList, type RowView } from '../../ui/lists.ts';
import { createFigures, createNumber, type Figures } from '../../ui/numbers.ts';
import { pageAt, pagesOf } from '../../ui/panel.ts';
import { createAvatar, createName } from '../../ui/person.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';

/** Room for a name, in full-width letters of its size. */
const NAME_ROOM = 8;

/** A card for each anchor, on pages that turn. */
export const anchorCards: WidgetFactory<'anchorCards'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
  let options = first;
  let state: Partial<OverlayState> = {};
  let changed = true;
  let shownPage = 0;
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
    setStyle(list.element, '--columns', String(cardColumns(Math.min(options.perPage, cards.length))));
    list.show(page);
    if (index === shownPage) return;
    shownPage = index;
    if (env.reduced) return;
    list.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 240, easing: 'ease-out' });
  };

  return {
    update: (all) => {
      state = all;
      changed = true;
    },
    options: (next) => {
      options = next;
      changed = true;
    },
    moment: (moment) => {
      for (const id of anchorsOf(moment)) views.get(id)?.flash();
    },
    clock: (now) => {
      const cards = cardsOf(state);
      const turn = pageAt(now, options.turnSeconds, pagesOf(cards.length, options.perPage));
      if (changed || turn.index !== shownPage) draw(cards, turn.index);
      changed = false;
      return turn.wait;
    },
    destroy: () => host.replaceChildren(),
  };
};

interface CardView extends RowView<Card> {
  /** Highlights the card for a moment. */
  flash(): void;
}

function createCard(options: () => OptionsOf<'anchorCards'>, figures: Figures, env: WidgetEnv): CardView {
  const avatar = createAvatar();
  const rank = element('span', 'cards__rank');
  const live = element('span', 'cards__live');
  const streak = element('span', 'pill cards__streak', createIcon('flame'));
  const streakText = element('span', '');
  streak.append(streakText);
  setState(streak, 'kind', 'streak');
  const mark = element('span', 'pill cards__mark');
  const name = createName('cards__name');
  const votes = createNumber('cards__votes', env.reduced);
  const over = element('span', 'cards__over');
  const light = element('span', 'cards__light');
  const card = element(
    'article',
    'cards__card plate',
    element('div', 'cards__top', avatar.element, mark, live),
    rank,
    streak,
    name.element,
    element('div', 'cards__figures', votes.element, over),
    light,
  );
  setText(live, env.t('overlay.live'));
  return {
    element: card,
    show: (item) => {
      const { showRank, showStreak } = options();
      avatar.show(item.name, env.picture(item.avatar));
      name.show(item.name, NAME_ROOM);
      votes.show(figures.votes(item.votesTenths));
      setState(card, 'side', item.side);
      setState(card, 'standing', item.standing);
      setHidden(rank, !showRank || item.rank === null);
      setText(rank, item.rank === null ? '' : String(item.rank));
      setState(rank, 'rank', item.rank !== null && item.rank <= 3 ? String(item.rank) : 'more');
      setHidden(streak, !showStreak || item.streak < 2 || item.standing !== 'in');
      setText(streakText, env.t('overlay.streak', { shown: figures.whole(item.streak) }));
      setHidden(live, !item.live || item.standing !== 'in');
      setHidden(mark, item.standing === 'in');
      setState(mark, 'kind', item.standing);
      setText(mark, env.t(item.standing === 'reviving' ? 'overlay.reviving' : 'overlay.out'));
      setHidden(over, item.overTenths === null);
      setText(over, env.t('overlay.over', { shown: figures.votes(item.overTenths ?? 0) }));
    },
    flash: () => {
      if (env.reduced) return;
      light.animate([{ opacity: 0.9 }, { opacity: 0 }], { duration: 900, easing: 'ease-out' });
    },
  };
}
