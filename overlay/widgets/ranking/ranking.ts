import './ranking.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf, RankingPage } from '#shared/contract/overlay/widget.ts';
import { columnsOf } from '#shared/overlay/sourceSize.ts';
import { createIcon, element, setHidden, setState, setText } from '../../ui/element.ts';
import { createRows, type ListView, type RowView } from '../../ui/lists.ts';
import { createFigures, createNumber, type Figures } from '../../ui/numbers.ts';
import { createPanel, pageAt } from '../../ui/panel.ts';
import { createAvatar, createGiftSign, createName } from '../../ui/person.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';
import { isDense, nameRoom } from './nameRoom.ts';
import { type RankedRow, rankingRows, shownSpan } from './rankingRows.ts';

/** A ranking of anchors, viewers, votes or gifts, with one page or two that turn. */
export const ranking: WidgetFactory<'ranking'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
  const panel = createPanel('ranking', env.reduced);
  host.append(panel.element);
  let options = first;
  let state: Partial<OverlayState> = {};
  let rows: ListView<RankedRow> | null = null;
  /** Identifies the page that `rows` was created for. */
  let rowsKey = '';
  let shownPage = -1;
  let changed = true;

  const pages = (): RankingPage[] => (options.b === null ? [options.a] : [options.a, options.b]);

  /** Returns the list for a page. Other columns need other rows. */
  const rowsFor = (page: RankingPage, index: number): ListView<RankedRow> => {
    const key = JSON.stringify([index, page.subject, page.span, page.content, isDense(page)]);
    if (rows !== null && rowsKey === key) return rows;
    rowsKey = key;
    rows?.element.remove();
    rows = createRows<RankedRow>({
      key: (item) => item.key,
      make: () => createRankingRow(page, figures, env),
      still: env.reduced,
    });
    panel.body.append(rows.element);
    return rows;
  };

  const spanText = (page: RankingPage): string => {
    const span = shownSpan(state, page);
    return span === 'season' ? (page.season?.name ?? '') : env.t(`overlay.span.${span}`);
  };

  const draw = (index: number) => {
    const page = pages()[index] ?? options.a;
    panel.setHeading(page.name === '' ? env.t(`overlay.ranking.${page.subject}`) : page.name, spanText(page));
    const items = rankingRows(state, page, options.zone);
    panel.setEmpty(items.length === 0 ? env.t('overlay.ranking.empty') : null);
    setState(panel.element, 'dense', isDense(page));
    setState(panel.element, 'columns', String(columnsOf(page)));
    rowsFor(page, index).show(items);
    panel.setPage(index, pages().length);
  };

  return {
    update: (all) => {
      state = all;
      changed = true;
    },
    options: (next: OptionsOf<'ranking'>) => {
      options = next;
      changed = true;
    },
    moment: () => {},
    clock: (now) => {
      const turn = pageAt(now, options.turnSeconds, pages().length);
      if (changed || turn.index !== shownPage) draw(turn.index);
      changed = false;
      shownPage = turn.index;
      return turn.wait;
    },
    destroy: () => panel.element.remove(),
  };
};

/** Creates a row with the columns that the page's options select, in a fixed order. */
function createRankingRow(page: RankingPage, figures: Figures, env: WidgetEnv): RowView<RankedRow> {
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
  // Name and streak take the remaining width. The element stays without a name, because it aligns the columns.
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
      const isMarked = item.out || item.reviving;
      const texts = {
        votes: figures.votes(item.votesTenths),
        diamonds: item.diamonds === null ? '' : figures.whole(item.diamonds),
        count: item.count === null ? '' : `×${figures.whole(item.count)}`,
        streak: item.streak < 2 ? '' : env.t('overlay.streak', { shown: figures.whole(item.streak) }),
        mark: isMarked ? env.t(item.reviving ? 'overlay.reviving' : 'overlay.out') : '',
      };
      setState(row, 'kind', item.kind);
      setState(row, 'out', item.out && !item.reviving);
      setState(row, 'side', item.side);
      fill.style.transform = `scaleX(${item.share.toFixed(4)})`;
      setText(rank, item.rank === null ? '' : String(item.rank));
      setState(rank, 'rank', item.rank === null ? 'none' : item.rank <= 3 ? String(item.rank) : 'more');
      avatar?.show(shownName, env.picture(item.avatar));
      sign?.show(shownName, env.picture(item.avatar));
      setHidden(mark, texts.mark === '');
      setState(mark, 'kind', item.reviving ? 'reviving' : 'out');
      setText(mark, texts.mark);
      setHidden(streak, texts.streak === '');
      setText(streak, texts.streak);
      count.show(texts.count);
      diamonds.show(texts.diamonds);
      setState(gems, 'none', item.diamonds === null);
      votes.show(texts.votes);
      name.show(shownName, nameRoom(page, texts));
      setText(share, env.t('overlay.percent', { shown: Math.floor(item.share * 100) }));
    },
  };
}
