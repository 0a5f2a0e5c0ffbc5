import './pkBar.css';
import './pkTrack.css';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import type { Side } from '#shared/contract/round.ts';
import { element, setHidden, setState, setStyle, setText } from '../../ui/element.ts';
import { createFigures, createNumber } from '../../ui/numbers.ts';
import type { WidgetFactory } from '../../widget.ts';
import { createSide, percents, resultOf } from './pkSide.ts';

const FLASH_MS = 900;

/** The bar between attacker and defender. It does not contain unallocated votes. */
export const pkBar: WidgetFactory<'pkBar'> = (host, first, env) => {
  const figures = createFigures(first.frame.language, env.tenths);
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
