import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { Side } from '#shared/contract/round.ts';
import { createAvatar } from '../../parts/avatar.ts';
import { element, setHidden, setState, setText } from '../../parts/element.ts';
import type { Figures } from '../../parts/figures.ts';
import { createIcon } from '../../parts/icon.ts';
import { createList } from '../../parts/list.ts';
import { createName } from '../../parts/name.ts';
import type { WidgetEnv } from '../../widget.ts';
import { type Member, sideMembers, streakOf } from './members.ts';

/** Pictures of one side that are shown; the others are a number. */
const SHOWN = 3;

export interface SideView {
  element: HTMLElement;
  show(state: Partial<OverlayState>, options: SideOptions): void;
}

export interface SideOptions {
  showAvatars: boolean;
  showStreaks: boolean;
  /** This side has won the round, lost it, or neither. */
  result: 'won' | 'lost' | null;
}

/** Who fights on one side: pictures, name, streak; the defender's are mirrored. */
export function createSide(side: Side, figures: Figures, env: WidgetEnv): SideView {
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
  const made = element(
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
    element: made,
    show: (state, { showAvatars, showStreaks, result }) => {
      const members = sideMembers(state, side);
      setHidden(avatars.element, !showAvatars || members.length === 0);
      avatars.show(members.slice(0, SHOWN));
      name.show(members[0]?.name ?? '');
      setHidden(name.element, members.length === 0);
      setHidden(more, members.length < 2);
      setText(more, env.t('overlay.more', { shown: members.length - 1 }));
      const row = streakOf(members);
      setHidden(streak, !showStreaks || row < 2);
      setText(streakText, env.t('overlay.streak', { shown: figures.whole(row) }));
      setHidden(wins, result !== 'won');
      setState(made, 'result', result);
    },
  };
}
