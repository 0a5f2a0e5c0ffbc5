import type { OptionsOf, Skin } from '#shared/contract/overlay/widget.ts';
import type { Card } from '../anchors.ts';
import { skinArtwork } from '../skins/index.ts';
import { arcPath, draw } from '../skins/svg.ts';
import { createIcon, element, setHidden, setState, setStyle, setText } from '../ui/element.ts';
import { createNumber, type Figures } from '../ui/numbers.ts';
import { createAvatar, createName } from '../ui/person.ts';
import type { WidgetEnv } from '../widget.ts';

export interface Seat {
  element: HTMLElement;
  show(card: Card, options: OptionsOf<'workbench'>): void;
  /** Shows the remaining share of a resurrection's time as a ring, 0 to 1; null hides it. */
  showRing(share: number | null): void;
  /** Plays the skin's animation once. */
  play(): void;
}

/** Radius of the resurrection's ring, outside the skin, in units of the skin. */
const RING_RADIUS = 108;
/** Duration of a skin's animation. */
const PLAY_MS = 1700;

/** Creates one anchor's place on the workbench. `hard` draws hard edges, for a background that is keyed out. */
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
      'shape-rendering': hard ? 'crispEdges' : 'auto',
    },
    draw('circle', { class: 'wb-seat__track', cx: 120, cy: 120, r: RING_RADIUS, fill: 'none' }),
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
  const root = element('article', 'wb-seat', picture, words, rank, live, streak, mark);
  let shownSkin: Skin | null = null;
  let playTimer: number | null = null;
  const setSkin = (skin: Skin) => {
    if (skin === shownSkin) return;
    shownSkin = skin;
    art.replaceChildren(skinArtwork(skin)({ hard }));
  };
  setText(liveText, env.t('overlay.live'));
  comeback.style.display = 'none';

  return {
    element: root,
    show: (card, options) => {
      avatar.show(card.name, env.picture(card.avatar));
      name.show(card.name);
      setSkin(options.skinOf[card.id] ?? options.skin);
      votes.show(figures.votes(card.votesTenths));
      setHidden(figure, !options.showScore);
      setHidden(over, card.overTenths === null);
      setText(over, env.t('overlay.over', { shown: figures.votes(card.overTenths ?? 0) }));
      setState(root, 'side', card.side);
      setState(root, 'standing', card.standing);
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
    showRing: (share) => {
      comeback.style.display = share === null ? 'none' : '';
      if (share === null) return;
      // An SVG arc cannot be a full circle.
      left.setAttribute('d', arcPath(RING_RADIUS, 0, Math.max(0.5, Math.min(359.9, share * 360))));
    },
    play: () => {
      const skin = art.firstElementChild;
      if (hard || env.reduced || !(skin instanceof SVGElement)) return;
      if (playTimer !== null) window.clearTimeout(playTimer);
      skin.dataset.play = '';
      playTimer = window.setTimeout(() => {
        delete skin.dataset.play;
      }, PLAY_MS);
    },
  };
}

/** Sets a seat's box, in px of the workbench. */
export function placeSeat(seat: Seat, box: { x: number; y: number; width: number; height: number }): void {
  for (const [name, value] of Object.entries(box)) setStyle(seat.element, `--${name}`, String(value));
}
