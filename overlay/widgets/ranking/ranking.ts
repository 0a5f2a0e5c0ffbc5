import './ranking.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf, RankingPage } from '#shared/contract/overlay/widget.ts';
import { setState } from '../../parts/element.ts';
import { createFigures } from '../../parts/figures.ts';
import { pageAt } from '../../parts/pageTurn.ts';
import { createPanel } from '../../parts/panel.ts';
import { createRows, type Rows } from '../../parts/rows.ts';
import type { WidgetFactory } from '../../widget.ts';
import { createRankingRow } from './rankingRow.ts';
import { type RankedRow, rankingRows, shownSpan } from './rankingRows.ts';

/** More lines than this are written smaller, so that the plate stays a plate. */
const ROOMY = 8;

/** A ranking of anchors, viewers, votes or gifts, of one page or of two that turn. */
export const ranking: WidgetFactory<'ranking'> = (host, first, env) => {
  const figures = createFigures(first.frame.language, env.tenths);
  const panel = createPanel('ranking', env.reduced);
  host.append(panel.element);
  let options = first;
  let state: Partial<OverlayState> = {};
  let rows: Rows<RankedRow> | null = null;
  let built = '';
  let shown = -1;
  let fresh = true;

  const pages = (): RankingPage[] => (options.b === null ? [options.a] : [options.a, options.b]);

  /** Lines of other items are other lines. */
  const rowsFor = (page: RankingPage, index: number): Rows<RankedRow> => {
    const wanted = JSON.stringify([index, page.subject, page.span, page.content]);
    if (rows !== null && built === wanted) return rows;
    built = wanted;
    rows?.element.remove();
    rows = createRows<RankedRow>({
      key: (item) => item.key,
      make: () => createRankingRow(page, figures, env),
      still: env.reduced,
    });
    panel.body.append(rows.element);
    return rows;
  };

  const draw = (index: number) => {
    const page = pages()[index] ?? options.a;
    panel.head(
      page.name === '' ? env.t(`overlay.ranking.${page.subject}`) : page.name,
      env.t(`overlay.span.${shownSpan(state, page)}`),
    );
    const items = rankingRows(state, page);
    panel.empty(items.length === 0 ? env.t('overlay.ranking.empty') : null);
    setState(panel.element, 'dense', page.top > ROOMY);
    setState(panel.element, 'columns', String(columnsOf(page)));
    rowsFor(page, index).show(items);
    panel.page(index, pages().length);
  };

  return {
    update: (all) => {
      state = all;
      fresh = true;
    },
    options: (next: OptionsOf<'ranking'>) => {
      options = next;
      fresh = true;
    },
    moment: () => {},
    clock: (now) => {
      const turn = pageAt(now, options.turnSeconds, pages().length);
      if (fresh || turn.index !== shown) draw(turn.index);
      fresh = false;
      shown = turn.index;
      return turn.wait;
    },
    destroy: () => panel.element.remove(),
  };
};

/** How many columns of figures a page has, for the width of the plate. */
function columnsOf({ content, subject }: RankingPage): number {
  const figures = content.filter((item) => item === 'votes' || item === 'diamonds' || item === 'count');
  return figures.length + (subject === 'votes' ? 1 : 0);
}
