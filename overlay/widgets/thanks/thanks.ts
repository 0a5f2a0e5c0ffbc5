import './thanks.css';
import type { OverlayState, OverlayThanks, OverlayThanksSide } from '#shared/contract/overlay/state.ts';
import { nameWidth, numberWidth } from '#shared/overlay/shownName.ts';
import { anchorById, giftPicture } from '../../anchors.ts';
import { createIcon, element, setHidden, setState, setText } from '../../ui/element.ts';
import { createList, keysByName } from '../../ui/lists.ts';
import { createFigures, type Figures } from '../../ui/numbers.ts';
import { createAvatar, createGiftSign, createName } from '../../ui/person.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';

/** Maximum number of pictures on a side. */
const MAX_FACES = 4;
const ENTER_MS = 420;
/** Room for the name and the number of a row, in full-width letters of the name's size. */
const ROW_ROOM = 9.2;
/** Room for a side's votes, in full-width letters of their size. */
const SUM_ROOM = 7;
/** Room for the name beside the label of the biggest gift, in full-width letters of its size. */
const GIVER_ROOM = 14;
/** Room for the gift, and for its anchor, in full-width letters of their size. */
const GIFT_ROOM = 11;
/** Room for the names of a side's anchors, in full-width letters of their size. */
const NAMES_ROOM = 16;

const columns = ['attacker', 'defender', 'everyone'] as const;
type Column = (typeof columns)[number];

/** The thank-you card of a settled round, for the seconds after the host has sent it. */
export const thanks: WidgetFactory<'thanks'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
  const title = element('h1', 'thanks__title');
  const round = element('span', 'thanks__round');
  const outcome = element('span', 'thanks__outcome');
  const sides = columns.map((column) => createSide(column, figures, env));
  const gift = createGift(figures, env);
  const root = element(
    'section',
    'thanks plate',
    element('header', 'thanks__head', title, round, outcome),
    element('div', 'thanks__sides', ...sides.map((side) => side.element)),
    gift.element,
  );
  root.hidden = true;
  host.append(root);
  let state: Partial<OverlayState> = {};

  const draw = () => {
    const shown = state.thanks ?? {};
    const { card } = shown;
    if (card === undefined) return;
    setText(title, env.t('overlay.thanks'));
    setText(round, env.t('overlay.round', { number: figures.whole(card.round) }));
    setText(outcome, env.t(`overlay.outcome.${card.outcome}`));
    setState(root, 'outcome', card.outcome);
    for (const [index, column] of columns.entries()) sides[index]?.show(state, shown[column]);
    gift.show(state, shown.gift);
  };
  const isOn = (now: number) => (state.thanks?.card?.until ?? 0) > now;
  /** Whether the page has been drawn. A card that is on when the page opens does not fly in. */
  let drawn = false;
  const setOn = (on: boolean) => {
    const enters = on && root.hidden && drawn && !env.reduced;
    drawn = true;
    setHidden(root, !on);
    if (!enters) return;
    root.animate(
      [
        { transform: 'translateY(6%) scale(0.94)', opacity: 0 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: ENTER_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
    );
  };

  return {
    update: (all) => {
      state = all;
      draw();
    },
    options: () => {},
    moment: () => {},
    // The page hides the card by itself, in case the hub is gone by then.
    clock: (now) => {
      const on = isOn(now);
      setOn(on);
      return on ? (state.thanks?.card?.until ?? now) - now : Number.POSITIVE_INFINITY;
    },
    destroy: () => root.remove(),
  };
};

/** One side: its anchors, its votes, and the viewers with the most votes for it. */
function createSide(column: Column, figures: Figures, env: WidgetEnv) {
  const label = element('span', 'thanks__label');
  const votes = element('span', 'thanks__votes number');
  const names = createName('thanks__names');
  const faces = createList<{ id: string; name: string; avatar: string }>(
    'thanks__faces',
    ({ id }) => id,
    () => {
      const avatar = createAvatar();
      return { element: avatar.element, show: (face) => avatar.show(face.name, env.picture(face.avatar)) };
    },
  );
  const top = createList<Thanked>(
    'thanks__top',
    ({ key }) => key,
    () => createThanked(figures, column === 'everyone' ? ROW_ROOM * 2 : ROW_ROOM),
  );
  const none = element('p', 'thanks__none');
  const root = element(
    'div',
    `thanks__side thanks__side--${column}`,
    element('div', 'thanks__team', faces.element, element('div', 'thanks__sum', label, votes)),
    names.element,
    top.element,
    none,
  );
  return {
    element: root,
    show: (state: Partial<OverlayState>, side: OverlayThanksSide | undefined) => {
      setHidden(root, side === undefined);
      if (side === undefined) return;
      const anchors = side.anchors.map((id) => ({
        id,
        name: anchorById(state, id)?.nickname ?? '',
        avatar: anchorById(state, id)?.avatar ?? '',
      }));
      setText(label, column === 'everyone' ? '' : env.t(`overlay.side.${column}`));
      const sum = env.t('overlay.votes', { shown: figures.votes(side.votesTenths) });
      setText(votes, sum);
      setState(votes, 'long', nameWidth(sum) > SUM_ROOM);
      faces.show(anchors.slice(0, MAX_FACES));
      names.show(
        anchors.map(({ name }) => name).join(' · '),
        column === 'everyone' ? NAMES_ROOM * 2 : NAMES_ROOM,
      );
      const keys = keysByName(side.top, ({ name }) => name);
      top.show(side.top.map((viewer, place) => ({ ...viewer, place, key: keys[place] ?? '' })));
      setHidden(none, side.top.length > 0);
      setText(none, env.t('overlay.thanks.nobody'));
    },
  };
}

interface Thanked {
  key: string;
  name: string;
  votesTenths: number;
  /** From 0. */
  place: number;
}

/** A row of the viewers with the most votes. `room` is the width of its name and number in letters of the name. */
function createThanked(figures: Figures, room: number) {
  const place = element('span', 'thanks__place');
  const name = createName('thanks__name');
  const votes = element('span', 'thanks__given number');
  const row = element('div', 'thanks__viewer', place, name.element, votes);
  return {
    element: row,
    show: (viewer: Thanked) => {
      setState(row, 'place', String(viewer.place + 1));
      setText(place, String(viewer.place + 1));
      const given = figures.votes(viewer.votesTenths);
      name.show(viewer.name, room - numberWidth(given));
      setText(votes, given);
    },
  };
}

/** The most expensive gift of the round: who sent what to whom. */
function createGift(figures: Figures, env: WidgetEnv) {
  const label = element('span', 'thanks__gift-label');
  const sign = createGiftSign();
  const viewer = createName('thanks__gift-viewer');
  const what = createName('thanks__gift-what');
  const count = element('span', 'thanks__gift-count number');
  const to = createName('thanks__gift-to');
  const target = element('span', 'thanks__gift-target', createIcon('arrow'), to.element);
  const root = element(
    'footer',
    'thanks__gift',
    sign.element,
    element(
      'div',
      'thanks__gift-words',
      element('div', 'thanks__gift-line', viewer.element, label),
      element('div', 'thanks__gift-line', what.element, count, target),
    ),
  );
  return {
    element: root,
    show: (state: Partial<OverlayState>, gift: OverlayThanks['gift']) => {
      setHidden(root, gift === undefined);
      if (gift === undefined) return;
      setText(label, env.t('overlay.thanks.biggest'));
      sign.show(gift.giftName, env.picture(giftPicture(state, [gift.giftId])));
      viewer.show(gift.viewer, GIVER_ROOM);
      what.show(gift.giftName, GIFT_ROOM);
      setText(count, `×${figures.whole(gift.count)}`);
      const anchor = gift.anchorId === null ? undefined : anchorById(state, gift.anchorId);
      setHidden(target, anchor === undefined);
      to.show(anchor?.nickname ?? '', GIFT_ROOM);
    },
  };
}
