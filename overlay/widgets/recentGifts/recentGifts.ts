import './recentGifts.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { createGiftSign } from '../../parts/avatar.ts';
import { element, setHidden } from '../../parts/element.ts';
import { createFigures, type Figures } from '../../parts/figures.ts';
import { createIcon } from '../../parts/icon.ts';
import { createName } from '../../parts/name.ts';
import { createNumber } from '../../parts/number.ts';
import { createRows, type RowView } from '../../parts/rows.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';
import { type RecentRow, recentRows } from './recentRows.ts';

/** The newest gifts, each on a plate of its own, over the lower edge of the page. */
export const recentGifts: WidgetFactory<'recentGifts'> = (host, first, env) => {
  const figures = createFigures(first.frame.language, env.tenths);
  const rows = createRows<RecentRow>({
    key: ({ key }) => key,
    make: () => createRecent(figures, env),
    still: env.reduced,
  });
  const made = element('section', 'recent', rows.element);
  host.append(made);
  let options = first;
  let state: Partial<OverlayState> = {};
  const draw = () => rows.show(recentRows(state, options.top, options.minDiamonds));

  return {
    update: (all) => {
      state = all;
      draw();
    },
    options: (next) => {
      options = next;
      draw();
    },
    moment: () => {},
    clock: () => Number.POSITIVE_INFINITY,
    destroy: () => made.remove(),
  };
};

function createRecent(figures: Figures, env: WidgetEnv): RowView<RecentRow> {
  const sign = createGiftSign();
  const viewer = createName('recent__viewer');
  const gift = createName('recent__gift');
  const to = createName('recent__to');
  const arrow = createIcon('arrow');
  const times = createNumber('recent__times', env.reduced);
  const target = element('span', 'recent__target');
  target.append(arrow, to.element);
  const row = element(
    'div',
    'recent__row',
    element(
      'div',
      'recent__plate plate',
      sign.element,
      element('span', 'recent__words', viewer.element, element('span', 'recent__line', gift.element, target)),
      times.element,
    ),
  );
  return {
    element: row,
    show: (item) => {
      sign.show(item.giftName);
      viewer.show(item.viewer);
      gift.show(item.giftName);
      setHidden(target, item.to === '');
      to.show(item.to);
      times.show(`×${figures.whole(item.count)}`);
    },
  };
}
