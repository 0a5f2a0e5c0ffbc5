import './pkBar.css';
import './pkTrack.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { Side } from '#shared/contract/round.ts';
import { nameWidth } from '#shared/overlay/shownName.ts';
import { anchorById } from '../../anchors.ts';
import { createIcon, element, setHidden, setState, setStyle, setText } from '../../ui/element.ts';
import { createList } from '../../ui/lists.ts';
import { createFigures, createNumber, type Figures } from '../../ui/numbers.ts';
import { createAvatar, createName } from '../../ui/person.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';

const FLASH_MS = 900;

/** The bar between attacker and defender. It does not contain unallocated votes. */
export const pkBar: WidgetFactory<'pkBar'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
  const left = createSide('attacker', figures, env);
  const right = createSide('defender', figures, env);
  const attackerVotes = createNumber('pk__votes', env.reduced);
  const defenderVotes = createNumber('pk__votes pk__votes--defender', env.reduced);
  const attackerShare = element('span', 'pk__share');
  const defenderShare = element('span', 'pk__share pk__share--defender');
  const attackerFill = element('span', 'pk__fill');
  const edge = element('span', 'pk__edge', element('span', 'pk__slash'));
  const flash = element('span', 'pk__flash');
  const track = element('div', 'pk__track', attackerFill, edge, flash);
  const versus = element('span', 'pk__versus');
  const bar = element('div', 'pk__bar', track, attackerVotes.element, defenderVotes.element);
  const shares = element('div', 'pk__shares', attackerShare, defenderShare);
  const root = element(
    'section',
    'pk',
    element('div', 'pk__head', left.element, versus, right.element),
    bar,
    shares,
  );
  setText(versus, 'VS');
  host.append(root);
  let options = first;
  let state: Partial<OverlayState> = {};
  let changed = true;

  const draw = () => {
    const battle = state.battle?.now;
    setState(root, 'idle', battle === undefined);
    const permille = battle?.attackerPermille ?? 500;
    const { attackerTenths, defenderTenths } = battle ?? { attackerTenths: 0, defenderTenths: 0 };
    attackerVotes.show(figures.votes(attackerTenths));
    defenderVotes.show(figures.votes(defenderTenths));
    setStyle(root, '--share', `${(permille / 10).toFixed(1)}%`);
    const { attacker, defender } = percents(attackerTenths, defenderTenths);
    setText(attackerShare, env.t('overlay.percent', { shown: attacker }));
    setText(defenderShare, env.t('overlay.percent', { shown: defender }));
    setHidden(shares, !options.showShare);
    setState(root, 'leads', leaderOf(attackerTenths, defenderTenths));
    const { showAvatars, showStreaks } = options;
    left.show(state, { showAvatars, showStreaks, result: resultOf(state, 'attacker') });
    right.show(state, { showAvatars, showStreaks, result: resultOf(state, 'defender') });
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
    moment: (moment) => {
      if (moment.kind !== 'settlement' || env.reduced) return;
      const towards = moment.outcome === 'defender' ? -1 : 1;
      flash.animate(
        [
          { transform: `translateX(${-110 * towards}%)`, opacity: 1 },
          { transform: `translateX(${110 * towards}%)`, opacity: 1 },
        ],
        { duration: FLASH_MS, easing: 'ease-in-out' },
      );
    },
    clock: () => {
      if (changed) draw();
      changed = false;
      return Number.POSITIVE_INFINITY;
    },
    destroy: () => root.remove(),
  };
};

function leaderOf(attackerTenths: number, defenderTenths: number): Side | null {
  if (attackerTenths === defenderTenths) return null;
  return attackerTenths > defenderTenths ? 'attacker' : 'defender';
}

/** Maximum number of pictures per side. */
const MAX_FACES = 3;
/** Width of a name beside three pictures, in full-width letters: alone, and with the number of the others. */
const NAME_ROOM = 5.4;
const NAME_ROOM_WITH_MORE = 3.6;
/** Sorts former anchors after those of the current preset. */
const FORMER_ORDER = Number.MAX_SAFE_INTEGER;

interface SideView {
  element: HTMLElement;
  show(state: Partial<OverlayState>, options: SideOptions): void;
}

interface SideOptions {
  showAvatars: boolean;
  showStreaks: boolean;
  /** The side's result in the settled round; null before, and for a draw. */
  result: 'won' | 'lost' | null;
}

/** Creates one side of the bar: pictures, name and streak. Styles mirror the defender's. */
function createSide(side: Side, figures: Figures, env: WidgetEnv): SideView {
  const word = element('span', 'pk__word');
  const label = element('span', 'pk__label', createIcon(side === 'attacker' ? 'bolt' : 'shield'), word);
  const name = createName('pk__name');
  const more = element('span', 'pk__more');
  const streak = element('span', 'pill', createIcon('flame'));
  const streakText = element('span', '');
  const wins = element('span', 'pill pk__wins', createIcon('crown'));
  const winsText = element('span', '');
  streak.append(streakText);
  wins.append(winsText);
  setState(streak, 'kind', 'streak');
  const avatars = createList<Member>(
    'pk__faces',
    ({ id }) => id,
    () => {
      const avatar = createAvatar();
      const place = element('span', 'pk__face', avatar.element);
      return {
        element: place,
        show: (member) => {
          avatar.show(member.name, env.picture(member.avatar));
          setState(place, 'out', member.out);
        },
      };
    },
  );
  const root = element(
    'div',
    `pk__side pk__side--${side}`,
    avatars.element,
    element(
      'div',
      'pk__who',
      element('div', 'pk__labels', label, wins, streak),
      element('div', 'pk__names', name.element, more),
    ),
  );
  setText(word, env.t(`overlay.side.${side}`));
  setText(winsText, env.t('overlay.wins'));
  return {
    element: root,
    show: (state, { showAvatars, showStreaks, result }) => {
      const members = sideMembers(state, side);
      const first = members[0]?.name ?? '';
      setHidden(avatars.element, !showAvatars || members.length === 0);
      avatars.show(members.slice(0, MAX_FACES));
      name.show(first, NAME_ROOM);
      setHidden(name.element, members.length === 0);
      const seen = showAvatars && members.length <= MAX_FACES;
      setHidden(more, members.length < 2 || (seen && nameWidth(first) > NAME_ROOM_WITH_MORE));
      setText(more, env.t('overlay.more', { shown: members.length - 1 }));
      const row = streakOf(members);
      setHidden(streak, !showStreaks || row < 2);
      setText(streakText, env.t('overlay.streak', { shown: figures.whole(row) }));
      setHidden(wins, result !== 'won');
      setState(root, 'result', result);
    },
  };
}

interface Member {
  id: string;
  name: string;
  avatar: string;
  streak: number;
  out: boolean;
}

/** The anchors of one side in the preset's order, then those who left with an earlier preset. */
export function sideMembers(state: Partial<OverlayState>, side: Side): Member[] {
  const battle = state.battle?.now;
  const ids = (side === 'attacker' ? battle?.attackers : battle?.defenders) ?? [];
  return ids
    .map((id) => ({
      id,
      anchor: anchorById(state, id),
      order: state.anchors?.[id]?.order ?? FORMER_ORDER,
      score: state.scores?.[id],
    }))
    .sort((a, b) => a.order - b.order)
    .map(({ id, anchor, score }) => ({
      id,
      name: anchor?.nickname ?? '',
      avatar: anchor?.avatar ?? '',
      streak: score?.streak ?? 0,
      out: score?.out ?? false,
    }));
}

/** The longest streak on a side. */
function streakOf(members: readonly Member[]): number {
  return Math.max(0, ...members.map(({ streak }) => streak));
}

/**
 * Whole percentages of both sides; their sum is 100, and at 0:0 each has 50. Computed from the votes, because rounding
 * the state's permille a second time would turn 44.46 % into 45.
 */
export function percents(attackerTenths: number, defenderTenths: number): Record<Side, number> {
  const both = attackerTenths + defenderTenths;
  const attacker = both === 0 ? 50 : Math.round((attackerTenths / both) * 100);
  return { attacker, defender: 100 - attacker };
}

/** A side's result in the settled round; null before, and for a draw. */
function resultOf(state: Partial<OverlayState>, side: Side): 'won' | 'lost' | null {
  const outcome = state.round?.now?.outcome;
  if (outcome !== 'attacker' && outcome !== 'defender') return null;
  return outcome === side ? 'won' : 'lost';
}
