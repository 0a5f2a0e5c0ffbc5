import './recentGifts.css';
import type { OverlayGift, OverlayState } from '#shared/contract/overlay/state.ts';
import { anchorById } from '../../anchors.ts';
import { createIcon, element, setHidden } from '../../ui/element.ts';
import { createRows, type RowView } from '../../ui/lists.ts';
import { createFigures, createNumber, type Figures } from '../../ui/numbers.ts';
import { createGiftSign, createName } from '../../ui/person.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';

/** The newest gifts, each on its own plate, at the lower edge of the page. */
export const recentGifts: WidgetFactory<'recentGifts'> = (host, first, env) => {
  const figures = createFigures(first.frame.language, env.tenths);
  const rows = createRows<RecentRow>({
    key: ({ key }) => key,
    make: () => createRecent(figures, env),
    still: env.reduced,
  });
  const root = element('section', 'recent', rows.element);
  host.append(root);
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
    destroy: () => root.remove(),
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

interface RecentRow extends Omit<OverlayGift, 'anchorId'> {
  key: string;
  /** Nickname of the gift's anchor, also of a former one; '' if it is unallocated. */
  to: string;
}

/** The newest gifts with at least `minDiamonds` each, newest first. A growing streak keeps its place. */
export function recentRows(state: Partial<OverlayState>, top: number, minDiamonds: number): RecentRow[] {
  return Object.entries(state.recent ?? {})
    .filter(([, gift]) => gift.unitDiamonds >= minDiamonds)
    .sort(([aKey, a], [bKey, b]) => b.at - a.at || Number(bKey) - Number(aKey))
    .slice(0, top)
    .map(([key, { anchorId, ...gift }]) => ({
      ...gift,
      key,
      to: anchorId === null ? '' : (anchorById(state, anchorId)?.nickname ?? ''),
    }));
}
