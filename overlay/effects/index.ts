import './effects.css';
import type { OverlayFormer, OverlayMoment, OverlayState } from '#shared/contract/overlay/state.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { element } from '../ui/element.ts';
import type { WidgetFactory } from '../widget.ts';
import type { Level } from './core/actor.ts';
import { type EffectPage, layOut } from './core/page.ts';
import { QualityGovernor } from './core/quality.ts';
import { type EffectLook, EffectSet } from './effectSet.ts';
import { MomentPlayer } from './moments/player.ts';

/** ms: what preparing may take of a frame, a frame's longest step, and how long an effect takes to go. */
const WORK = 6;
const LONGEST_STEP = 100;
const LEAVING = 450;

/**
 * The battle's effects along the edges of the page, and its moments. While there is nothing to show nothing
 * runs, and in calm mode there are pictures that stand.
 */
export const effects: WidgetFactory<'effects'> = (host, firstOptions, env) => {
  const root = element('div', 'fx');
  host.append(root);
  const governor = new QualityGovernor();
  const player = new MomentPlayer(root, env.reduced);
  let options: OptionsOf<'effects'> = firstOptions;
  let anchors: Readonly<Record<string, OverlayFormer>> = {};
  let battle: Battle | undefined;
  let look: EffectLook | null = null;
  let page: EffectPage | null = null;
  let shown: { set: EffectSet; key: string } | null = null;
  let coming: { set: EffectSet; key: string } | null = null;
  let leaving: { element: HTMLElement; until: number }[] = [];
  let last: number | null = null;
  let lastFrame = 0;
  let frame = 0;

  const resize = () => {
    const next = pageOf(host, options);
    if (page !== null && next.width === page.width && next.height === page.height && next.unit === page.unit)
      return;
    page = next;
    root.style.top = `${-firstPixel(host, options)}px`;
    root.style.height = `${next.height * next.unit}px`;
    env.wake();
  };
  const observer = new ResizeObserver(resize);
  observer.observe(host);

  const leave = (set: EffectSet | undefined, now: number) => {
    if (set === undefined) return;
    if (env.reduced) set.element.remove();
    else leaving.push({ element: set.element, until: now + LEAVING });
    set.element.dataset.leaving = '';
  };

  /** Takes what the show wants now for what is seen, as soon as it is ready. */
  const settle = (now: number): void => {
    const key = look === null || page === null ? '' : keyOf(look, page);
    if (key !== (coming?.key ?? shown?.key ?? '')) {
      coming = null;
      if (look !== null && page !== null && key !== shown?.key) {
        coming = { set: new EffectSet(page, look, governor.quality), key };
      }
    }
    if (key === '' && shown !== null) {
      leave(shown.set, now);
      shown = null;
    }
    if (coming?.set.work(env.reduced ? Number.POSITIVE_INFINITY : WORK) === true) {
      leave(shown?.set, now);
      shown = coming;
      coming = null;
      root.prepend(shown.set.element);
      if (env.reduced) shown.set.still();
    }
    for (const gone of leaving) if (now >= gone.until) gone.element.remove();
    leaving = leaving.filter((gone) => now < gone.until);
  };

  const animate = (seconds: number): void => {
    frame++;
    const drawn = frame % governor.quality.every === 0;
    const began = performance.now();
    shown?.set.step(seconds);
    if (drawn) shown?.set.draw();
    player.step(seconds, drawn);
    const ended = performance.now();
    if (
      drawn &&
      lastFrame > 0 &&
      governor.frame((ended - lastFrame) / governor.quality.every, ended - began)
    ) {
      shown?.set.takeQuality(governor.quality);
    }
    if (drawn) lastFrame = ended;
  };

  return {
    update: (state) => {
      anchors = { ...state.former, ...state.anchors };
      battle = state.battle?.now;
      look = lookOf(options, battle);
    },
    options: (next) => {
      options = next;
      look = lookOf(next, battle);
      if (!next.moments) player.clear();
      page = null;
      resize();
    },
    moment: (moment) => {
      if (options.moments) player.add(moment);
    },
    // Decoration goes by the page's own clock: the hub's stands still in a preview, and may jump.
    clock: () => {
      const now = performance.now();
      if (page === null) resize();
      settle(now);
      if (page !== null) {
        const style = (moment: OverlayMoment) => momentStyle(moment, options, battle);
        player.begin(page, governor.quality, style, anchors, env.t);
      }
      const elapsed = last === null ? 0 : now - last;
      last = now;
      if (env.reduced) player.step(elapsed / 1000, false);
      else if (shown !== null || player.busy) animate(Math.min(LONGEST_STEP, elapsed) / 1000);
      if (coming !== null || leaving.length > 0) return 0;
      if (!env.reduced && (shown !== null || player.busy)) return 0;
      if (player.busy) return player.left * 1000;
      last = null;
      lastFrame = 0;
      return Number.POSITIVE_INFINITY;
    },
    destroy: () => {
      observer.disconnect();
      player.clear();
      root.remove();
    },
  };
};

type Battle = NonNullable<OverlayState['battle']['now']>;

/** What the widget says of itself, and the show's preset where it leaves it open; null while nothing is to show. */
function lookOf(options: OptionsOf<'effects'>, battle: Battle | undefined): EffectLook | null {
  if (battle === undefined || battle.effectSide === null || !isLevel(battle.effectLevel)) return null;
  const { scene, lines } = options;
  return {
    style: styleOf(options, battle),
    scene: scene === 'preset' ? battle.effectScene : scene,
    lines: lines === 'preset' ? battle.effectLines : lines,
    level: battle.effectLevel,
    side: battle.effectSide,
  };
}

/** Moments have a style outside of battles too. */
function styleOf({ style }: OptionsOf<'effects'>, battle: Battle | undefined): EffectLook['style'] {
  return style === 'preset' ? (battle?.effectStyle ?? 'chinese') : style;
}

/** A gameplay entry starts without a battle too, so its moment brings the preset's style along. */
function momentStyle(
  moment: OverlayMoment,
  options: OptionsOf<'effects'>,
  battle: Battle | undefined,
): EffectLook['style'] {
  if (moment.kind === 'gameplay' && options.style === 'preset') return moment.style;
  return styleOf(options, battle);
}

function isLevel(level: number): level is Level {
  return level === 1 || level === 2 || level === 3;
}

function keyOf(look: EffectLook, page: EffectPage): string {
  const { style, scene, lines, level, side } = look;
  return [style, scene, lines, level, side, page.width, page.height, page.unit, page.top, page.bottom].join(
    ' ',
  );
}

/** The host is as large as the page without its indents; bands are told on the whole page. */
function pageOf(host: HTMLElement, { frame }: OptionsOf<'effects'>): EffectPage {
  return layOut(host.clientWidth, wholeHeight(host, frame), {
    top: frame.indentTop,
    bottom: frame.indentBottom,
  });
}

function firstPixel(host: HTMLElement, { frame }: OptionsOf<'effects'>): number {
  return Math.floor((wholeHeight(host, frame) * frame.indentTop) / 100);
}

function wholeHeight(host: HTMLElement, frame: OptionsOf<'effects'>['frame']): number {
  return Math.round((host.clientHeight * 100) / Math.max(2, 100 - frame.indentTop - frame.indentBottom));
}
