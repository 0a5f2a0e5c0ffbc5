import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { createAvatar } from '../../parts/avatar.ts';
import { element, setHidden, setState, setText } from '../../parts/element.ts';
import type { Figures } from '../../parts/figures.ts';
import { createIcon } from '../../parts/icon.ts';
import { createName } from '../../parts/name.ts';
import { createNumber } from '../../parts/number.ts';
import type { RowView } from '../../parts/rows.ts';
import type { WidgetEnv } from '../../widget.ts';
import type { Card } from './cards.ts';

export interface CardView extends RowView<Card> {
  /** Draws eyes to this card for a moment. */
  flash(): void;
}

export function createCard(
  options: () => OptionsOf<'anchorCards'>,
  figures: Figures,
  env: WidgetEnv,
): CardView {
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
      name.show(item.name);
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
