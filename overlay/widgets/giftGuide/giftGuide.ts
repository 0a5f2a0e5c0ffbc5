import './giftGuide.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { createAvatar, createGiftSign } from '../../parts/avatar.ts';
import { element, setHidden, setState, setText } from '../../parts/element.ts';
import { createFigures, type Figures } from '../../parts/figures.ts';
import { createIcon } from '../../parts/icon.ts';
import { createName } from '../../parts/name.ts';
import { pageAt, pagesOf } from '../../parts/pageTurn.ts';
import { createPanel } from '../../parts/panel.ts';
import { createRows, type RowView } from '../../parts/rows.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';
import { type GuideRow, guideRows } from './guideRows.ts';

/** Which gift counts for whom; more than fit on a page turn. */
export const giftGuide: WidgetFactory<'giftGuide'> = (host, first, env) => {
  const figures = createFigures(first.frame.language, env.tenths);
  const panel = createPanel('guide', env.reduced);
  const rows = createRows<GuideRow>({
    key: ({ key }) => key,
    make: () => createGuideRow(figures, env),
    still: true,
  });
  panel.body.append(rows.element);
  host.append(panel.element);
  let options = first;
  let state: Partial<OverlayState> = {};
  let fresh = true;
  let shown = -1;
  panel.head(env.t('overlay.guide'), '');

  const draw = (all: readonly GuideRow[], index: number) => {
    const from = index * options.perPage;
    panel.empty(all.length === 0 ? env.t('overlay.guide.empty') : null);
    rows.show(all.slice(from, from + options.perPage));
    panel.page(index, pagesOf(all.length, options.perPage));
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
    moment: () => {},
    clock: (now) => {
      const all = guideRows(state, options.showGameplay);
      const turn = pageAt(now, options.turnSeconds, pagesOf(all.length, options.perPage));
      if (fresh || turn.index !== shown) draw(all, turn.index);
      fresh = false;
      shown = turn.index;
      return turn.wait;
    },
    destroy: () => panel.element.remove(),
  };
};

function createGuideRow(figures: Figures, env: WidgetEnv): RowView<GuideRow> {
  const sign = createGiftSign();
  const gift = createName('guide__gift');
  const price = element('span', '');
  const prices = element('span', 'guide__price', createIcon('diamond'), price);
  const avatar = createAvatar();
  const whose = createName('guide__whose');
  const row = element(
    'div',
    'guide__row',
    sign.element,
    element('span', 'guide__words', gift.element, prices),
    createIcon('arrow'),
    element('span', 'guide__to', avatar.element, whose.element),
  );
  return {
    element: row,
    show: (item) => {
      sign.show(item.gift);
      gift.show(item.gift);
      setText(price, figures.whole(item.diamonds));
      setState(row, 'kind', item.kind);
      setHidden(avatar.element, item.kind === 'entry');
      avatar.show(item.whose, env.picture(item.avatar));
      whose.show(item.whose);
    },
  };
}
