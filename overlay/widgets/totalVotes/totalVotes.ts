import './totalVotes.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { createIcon, element, type IconName, setText } from '../../ui/element.ts';
import { createFigures, createNumber } from '../../ui/numbers.ts';
import type { WidgetFactory } from '../../widget.ts';

/** All votes of the round or show, with the number of givers and gifts. */
export const totalVotes: WidgetFactory<'totalVotes'> = (host, first, env) => {
  const figures = createFigures(first.frame, env.tenths);
  const label = element('div', 'total__label');
  const votes = createNumber('total__votes', env.reduced);
  const figure = (icon: IconName, text: string) => {
    const number = createNumber('', env.reduced);
    const word = element('span', 'total__word');
    setText(word, text);
    return { element: element('span', 'total__figure', createIcon(icon), number.element, word), number };
  };
  const givers = figure('people', env.t('overlay.givers'));
  const gifts = figure('gift', env.t('overlay.gifts'));
  const root = element(
    'section',
    'total plate',
    label,
    votes.element,
    element('div', 'total__figures', givers.element, gifts.element),
  );
  host.append(root);
  let options = first;
  let state: Partial<OverlayState> = {};

  const draw = () => {
    const sums = state.totals?.[options.span];
    setText(label, env.t(options.span === 'round' ? 'overlay.roundVotes' : 'overlay.totalVotes'));
    votes.show(figures.votes(sums?.votesTenths ?? 0));
    givers.number.show(figures.whole(sums?.givers ?? 0));
    gifts.number.show(figures.whole(sums?.count ?? 0));
  };

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
