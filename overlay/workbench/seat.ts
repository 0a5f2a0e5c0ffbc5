import type { OptionsOf, Skin } from '#shared/contract/overlay/widget.ts';
import { createAvatar } from '../parts/avatar.ts';
import { element, setHidden, setState, setStyle, setText } from '../parts/element.ts';
import type { Figures } from '../parts/figures.ts';
import { createIcon } from '../parts/icon.ts';
import { createName } from '../parts/name.ts';
import { createNumber } from '../parts/number.ts';
import { skinArtwork } from '../skins/index.ts';
import { arc, draw } from '../skins/svg.ts';
import type { WidgetEnv } from '../widget.ts';
import type { Card } from '../widgets/anchorCards/cards.ts';

export interface Seat {
  element: HTMLElement;
  show(card: Card, options: OptionsOf<'workbench'>): void;
  /** How much of a comeback is left, 0 to 1; null shows none. */
  revive(part: number | null): void;
  /** Lets the skin move once. */
  play(): void;
}

/** Outside of a skin's ring, in its own units. */
const RING = 108;
const PLAY_MS = 1700;

/** One anchor's place on the workbench. */
export function createSeat(figures: Figures, env: WidgetEnv, hard: boolean): Seat {
  const avatar = createAvatar('wb-seat__avatar');
  const art = element('div', 'wb-seat__skin');
  const left = draw('path', { class: 'wb-seat__left', fill: 'none' });
  const comeback = draw(
    'svg',
    {
      class: 'wb-seat__comeback',
      viewBox: '0 0 240 240',
      'aria-hidden': 'true',
      ...(hard && { 'shape-rendering': 'crispEdges' }),
    },
    draw('circle', { class: 'wb-seat__track', cx: 120, cy: 120, r: RING, fill: 'none' }),
    left,
  );
  const strike = element('span', 'wb-seat__strike');
  const mark = element('span', 'wb-seat__mark');
  const rank = element('span', 'wb-seat__rank');
  const liveText = element('span', '');
  const live = element('span', 'wb-seat__live', element('span', 'wb-seat__dot'), liveText);
  const streakText = element('span', '');
  const streak = element('span', 'wb-seat__streak', createIcon('flame'), streakText);
  const attack = createIcon('bolt');
  const defend = createIcon('shield');
  const sideText = element('span', 'wb-seat__side-word');
  const side = element('span', 'wb-seat__side', attack, defend, sideText);
  const name = createName('wb-seat__name');
  const votes = createNumber('wb-seat__votes', env.reduced || hard);
  const over = element('span', 'wb-seat__over');
  const figure = element('div', 'wb-seat__figure', votes.element, over);
  const picture = element('div', 'wb-seat__picture', avatar.element, art, comeback, strike);
  const words = element('div', 'wb-seat__words', side, name.element, figure);
  const made = element('article', 'wb-seat', picture, words, rank, live, streak, mark);
  let worn: Skin | null = null;
  let played: number | null = null;
  const skinOf = (skin: Skin) => {
    if (skin === worn) return;
    worn = skin;
    art.replaceChildren(skinArtwork(skin)({ hard }));
  };
  setText(liveText, env.t('overlay.live'));
  comeback.style.display = 'none';

  return {
    element: made,
    show: (card, options) => {
      avatar.show(card.name, env.picture(card.avatar));
      name.show(card.name);
      skinOf(options.skinOf[card.id] ?? options.skin);
      votes.show(figures.votes(card.votesTenths));
      setHidden(figure, !options.showScore);
      setHidden(over, card.overTenths === null);
      setText(over, env.t('overlay.over', { shown: figures.votes(card.overTenths ?? 0) }));
      setState(made, 'side', card.side);
      setState(made, 'standing', card.standing);
      setHidden(side, card.side === null);
      if (card.side !== null) setText(sideText, env.t(`overlay.side.${card.side}`));
      setHidden(rank, !options.showRank || card.rank === null);
      setText(rank, card.rank === null ? '' : String(card.rank));
      setState(rank, 'rank', card.rank !== null && card.rank <= 3 ? String(card.rank) : null);
      setHidden(live, !options.showLive || !card.live);
      setHidden(streak, !options.showStreak || card.streak < 2 || card.standing !== 'in');
      setText(streakText, env.t('overlay.streak', { shown: figures.whole(card.streak) }));
      setHidden(strike, card.standing !== 'out');
      setHidden(mark, card.standing === 'in');
      setState(mark, 'kind', card.standing);
      setText(mark, env.t(card.standing === 'reviving' ? 'overlay.reviving' : 'overlay.out'));
    },
    revive: (part) => {
      comeback.style.display = part === null ? 'none' : '';
      if (part === null) return;
      // A whole circle has no beginning to draw from.
      left.setAttribute('d', arc(RING, 0, Math.max(0.5, Math.min(359.9, part * 360))));
    },
    play: () => {
      const skin = art.firstElementChild;
      if (hard || env.reduced || !(skin instanceof SVGElement)) return;
      if (played !== null) window.clearTimeout(played);
      skin.dataset.play = '';
      played = window.setTimeout(() => {
        delete skin.dataset.play;
      }, PLAY_MS);
    },
  };
}

/** Where a seat stands, in px of the workbench. */
export function placeSeat(seat: Seat, box: { x: number; y: number; width: number; height: number }): void {
  for (const [name, value] of Object.entries(box)) setStyle(seat.element, `--${name}`, String(value));
}
