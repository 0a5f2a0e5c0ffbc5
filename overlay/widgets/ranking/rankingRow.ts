import type { RankingPage } from '#shared/contract/overlay/widget.ts';
import { createAvatar, createGiftSign } from '../../parts/avatar.ts';
import { element, setHidden, setState, setText } from '../../parts/element.ts';
import type { Figures } from '../../parts/figures.ts';
import { createIcon } from '../../parts/icon.ts';
import { createName } from '../../parts/name.ts';
import { createNumber } from '../../parts/number.ts';
import type { RowView } from '../../parts/rows.ts';
import type { WidgetEnv } from '../../widget.ts';
import type { RankedRow } from './rankingRows.ts';

/** A line of a ranking with the items that its page wants, in their fixed order. */
export function createRankingRow(
  page: Pick<RankingPage, 'content' | 'subject'>,
  figures: Figures,
  env: WidgetEnv,
): RowView<RankedRow> {
  const has = (item: RankingPage['content'][number]) => page.content.includes(item);
  const fill = element('span', 'ranking__fill');
  const rank = element('span', 'ranking__rank');
  const avatar = page.subject === 'gifts' ? null : createAvatar();
  const sign = page.subject === 'gifts' ? createGiftSign() : null;
  const name = createName('ranking__name');
  const streak = element('span', 'pill');
  const mark = element('span', 'pill');
  const count = createNumber('ranking__count', env.reduced);
  const diamonds = createNumber('ranking__number', env.reduced);
  const votes = createNumber('ranking__votes', env.reduced);
  const share = element('span', 'ranking__share');
  const gems = element('span', 'ranking__diamonds', createIcon('diamond'), diamonds.element);
  setState(streak, 'kind', 'streak');

  const row = element('div', 'ranking__row', fill);
  if (has('rank')) row.append(rank);
  if (has('avatar')) row.append(avatar?.element ?? sign?.element ?? '');
  // A name takes the room that is left; without one, that room still keeps the columns apart.
  const words = element('span', 'ranking__words');
  if (has('name')) words.append(name.element, mark);
  if (has('streak')) words.append(streak);
  row.append(words);
  if (has('count')) row.append(count.element);
  if (has('diamonds')) row.append(gems);
  if (has('votes')) row.append(votes.element);
  if (page.subject === 'votes') row.append(share);

  return {
    element: row,
    show: (item) => {
      const shownName = item.kind === 'unallocated' ? env.t('overlay.unallocated') : item.name;
      setState(row, 'kind', item.kind);
      setState(row, 'out', item.out && !item.reviving);
      setState(row, 'side', item.side);
      fill.style.transform = `scaleX(${item.share.toFixed(4)})`;
      setText(rank, item.rank === null ? '' : String(item.rank));
      setState(rank, 'rank', item.rank === null ? 'none' : item.rank <= 3 ? String(item.rank) : 'more');
      avatar?.show(shownName, env.picture(item.avatar));
      sign?.show(shownName);
      name.show(shownName);
      setHidden(mark, !item.out && !item.reviving);
      setState(mark, 'kind', item.reviving ? 'reviving' : 'out');
      setText(mark, env.t(item.reviving ? 'overlay.reviving' : 'overlay.out'));
      setHidden(streak, item.streak < 2);
      setText(streak, env.t('overlay.streak', { shown: figures.whole(item.streak) }));
      count.show(item.count === null ? '' : `×${figures.whole(item.count)}`);
      diamonds.show(item.diamonds === null ? '' : figures.whole(item.diamonds));
      setState(gems, 'none', item.diamonds === null);
      votes.show(figures.votes(item.votesTenths));
      setText(share, env.t('overlay.percent', { shown: Math.floor(item.share * 100) }));
    },
  };
}
