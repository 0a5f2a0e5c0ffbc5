import './giftGuide.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { giftPicture } from '../../anchors.ts';
import { createIcon, element, setHidden, setState, setText } from '../../ui/element.ts';
import { createRows, type RowView } from '../../ui/lists.ts';
import { createFigures, type Figures } from '../../ui/numbers.ts';
import { createPanel, pageAt, pagesOf } from '../../ui/panel.ts';
import { createAvatar, createGiftSign, createName } from '../../ui/person.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';

/** The gifts and the anchors or gameplay entries that they are for, on pages that turn. */
export const giftGuide: WidgetFactory<'giftGuide'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
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
  let changed = true;
  let shownPage = -1;
  panel.setHeading(env.t('overlay.guide'), '');

  const draw = (all: readonly GuideRow[], index: number) => {
    const from = index * options.perPage;
    panel.setEmpty(all.length === 0 ? env.t('overlay.guide.empty') : null);
    rows.show(all.slice(from, from + options.perPage));
    panel.setPage(index, pagesOf(all.length, options.perPage));
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
    moment: () => {},
    clock: (now) => {
      const all = guideRows(state, options.showGameplay);
      const turn = pageAt(now, options.turnSeconds, pagesOf(all.length, options.perPage));
      if (changed || turn.index !== shownPage) draw(all, turn.index);
      changed = false;
      shownPage = turn.index;
      return turn.wait;
    },
    destroy: () => panel.element.remove(),
  };
};

/** Room for an owner, in full-width letters of its size. */
const OWNER_ROOM = { anchor: 6.4, entry: 8.6 } as const;

function createGuideRow(figures: Figures, env: WidgetEnv): RowView<GuideRow> {
  const sign = createGiftSign();
  const gift = createName('name--lines guide__gift');
  const price = element('span', '');
  const prices = element('span', 'guide__price', createIcon('diamond'), price);
  const avatar = createAvatar();
  const owner = createName('guide__whose');
  const row = element(
    'div',
    'guide__row',
    sign.element,
    element('span', 'guide__words', gift.element, prices),
    createIcon('arrow'),
    element('span', 'guide__to', avatar.element, owner.element),
  );
  return {
    element: row,
    show: (item) => {
      sign.show(item.gift, env.picture(item.picture));
      gift.show(item.gift);
      setText(price, figures.whole(item.diamonds));
      setState(row, 'kind', item.kind);
      setHidden(avatar.element, item.kind === 'entry');
      avatar.show(item.owner, env.picture(item.avatar));
      owner.show(item.owner, OWNER_ROOM[item.kind]);
    },
  };
}

/** One gift and its owner. */
export interface GuideRow {
  key: string;
  gift: string;
  /** Path of the gift's picture on the hub; '' for none. */
  picture: string;
  diamonds: number;
  /** The anchor's nickname, or the name of a gameplay entry. */
  owner: string;
  avatar: string;
  kind: 'anchor' | 'entry';
}

/** The rows of the guide, in the preset's order. */
export function guideRows(state: Partial<OverlayState>, withGameplay: boolean): GuideRow[] {
  return Object.entries(state.guide ?? {})
    .sort(([, a], [, b]) => a.order - b.order)
    .filter(([, { anchorId }]) => withGameplay || anchorId !== null)
    .map(([key, { giftIds, giftName, unitDiamonds, anchorId, entry }]) => {
      const anchor = anchorId === null ? undefined : state.anchors?.[anchorId];
      return {
        key,
        gift: giftName,
        picture: giftPicture(state, giftIds),
        diamonds: unitDiamonds,
        owner: anchorId === null ? entry : (anchor?.nickname ?? ''),
        avatar: anchor?.avatar ?? '',
        kind: anchorId === null ? ('entry' as const) : ('anchor' as const),
      };
    });
}
