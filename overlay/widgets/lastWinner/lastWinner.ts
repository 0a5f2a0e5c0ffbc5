import './lastWinner.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { nameWidth } from '#shared/overlay/shownName.ts';
import { anchorById } from '../../anchors.ts';
import { createIcon, element, setHidden, setState, setText } from '../../ui/element.ts';
import { createList } from '../../ui/lists.ts';
import { createFigures, createNumber } from '../../ui/numbers.ts';
import { createAvatar, createName } from '../../ui/person.ts';
import type { WidgetEnv, WidgetFactory } from '../../widget.ts';

/** Maximum number of pictures. */
const MAX_FACES = 3;

/** The winners of the last round, with their votes and wins in a row. */
export const lastWinner: WidgetFactory<'lastWinner'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
  const label = element('span', 'winner__label');
  const outcome = element('span', 'winner__outcome');
  const faces = createFaces(env);
  const name = createName('winner__name');
  const more = element('span', 'winner__more');
  const votes = createNumber('winner__votes', env.reduced);
  const streak = element('span', 'pill', createIcon('flame'));
  const streakText = element('span', '');
  streak.append(streakText);
  setState(streak, 'kind', 'streak');
  const crown = element('span', 'winner__crown', createIcon('crown'));
  const figuresLine = element('div', 'winner__line', votes.element, streak);
  const portrait = element('div', 'winner__portrait', crown, faces.element);
  const nameLine = element('div', 'winner__names', name.element, more);
  const root = element(
    'section',
    'winner plate',
    portrait,
    element('div', 'winner__words', element('div', 'winner__head', label, outcome), nameLine, figuresLine),
  );
  host.append(root);
  let state: Partial<OverlayState> = {};

  const draw = () => {
    const winner = state.winner?.last;
    const names = lastWinners(state);
    setText(label, env.t('overlay.winner'));
    setState(root, 'empty', names.length === 0);
    setState(root, 'outcome', winner?.outcome ?? null);
    setText(outcome, winner === undefined ? '' : env.t(`overlay.outcome.${winner.outcome}`));
    setHidden(outcome, winner === undefined);
    setHidden(portrait, names.length === 0);
    faces.show(names.slice(0, MAX_FACES));
    const nobody = winner === undefined ? env.t('overlay.winner.none') : '';
    const others = names.length < 2 ? '' : env.t('overlay.more', { shown: names.length - 1 });
    name.show(names[0]?.name ?? nobody, nameRoom(names.length, others));
    setHidden(nameLine, names.length === 0 && nobody === '');
    setHidden(more, others === '');
    setText(more, others);
    setHidden(figuresLine, winner === undefined);
    // If all votes go to the defender by the round's rules, an attacker can win with 0 votes.
    setHidden(votes.element, (winner?.votesTenths ?? 0) === 0);
    votes.show(env.t('overlay.votes', { shown: figures.votes(winner?.votesTenths ?? 0) }));
    setHidden(streak, (winner?.streak ?? 0) < 2);
    setText(streakText, env.t('overlay.streak', { shown: figures.whole(winner?.streak ?? 0) }));
  };

  return {
    update: (all) => {
      state = all;
      draw();
    },
    options: () => {},
    moment: (moment) => {
      if (moment.kind !== 'settlement' || env.reduced) return;
      crown.animate(
        [
          { transform: 'translateX(-50%) translateY(-0.6em) rotate(-14deg) scale(1.3)', opacity: 0 },
          { transform: 'translateX(-50%)', opacity: 1 },
        ],
        { duration: 520, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
      );
    },
    clock: () => Number.POSITIVE_INFINITY,
    destroy: () => root.remove(),
  };
};

/** Widths in the styles (rem): the text beside no picture, pictures by their number, the gap, and a letter of each size. */
const WIDTH = { text: 7.97, faces: [0, 1.7, 2.46, 2.74], gap: 0.16, name: 0.62, others: 0.4 };

/** Room for the name in full-width letters, beside the pictures of the winners and the number of the others. */
export function nameRoom(winners: number, others: string): number {
  const beside = others === '' ? 0 : WIDTH.gap + nameWidth(others) * WIDTH.others;
  return (WIDTH.text - (WIDTH.faces[Math.min(winners, MAX_FACES)] ?? 0) - beside) / WIDTH.name;
}

function createFaces(env: WidgetEnv) {
  return createList<Face>(
    'winner__faces',
    ({ id }) => id,
    () => {
      const avatar = createAvatar();
      return { element: avatar.element, show: (face) => avatar.show(face.name, env.picture(face.avatar)) };
    },
  );
}

export interface Face {
  id: string;
  name: string;
  /** Path of the picture on the hub; '' if there is none. */
  avatar: string;
}

/** The last winners, including anchors who have left since. */
export function lastWinners(state: Partial<OverlayState>): Face[] {
  return (state.winner?.last?.anchors ?? []).map((id) => {
    const anchor = anchorById(state, id);
    return { id, name: anchor?.nickname ?? '', avatar: anchor?.avatar ?? '' };
  });
}
