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

/** Time per frame for preparing an effect (ms). */
const PREPARE_MS = 6;
/** Longest time step of an animation (ms). */
const MAX_STEP_MS = 100;
/** Time until a fading effect is removed (ms): longer than the transition in `effects.css`. */
const FADE_OUT_MS = 450;

/**
 * The effect of a battle along the edges of the page, and the moments. Without anything to show, no animation runs. In
 * calm mode, the pictures do not move.
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
  /** The next effect, while it is prepared in steps. */
  let preparing: { set: EffectSet; key: string } | null = null;
  let fadingOut: { element: HTMLElement; until: number }[] = [];
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

  const fadeOut = (set: EffectSet | undefined, now: number) => {
    if (set === undefined) return;
    if (env.reduced) set.element.remove();
    else fadingOut.push({ element: set.element, until: now + FADE_OUT_MS });
    set.element.dataset.leaving = '';
  };

  /** Prepares the wanted effect and, once it is ready, replaces the shown one. */
  const updateEffect = (now: number): void => {
    const key = look === null || page === null ? '' : keyOf(look, page);
    if (key !== (preparing?.key ?? shown?.key ?? '')) {
      preparing = null;
      if (look !== null && page !== null && key !== shown?.key) {
        preparing = { set: new EffectSet(page, look, governor.quality), key };
      }
    }
    if (key === '' && shown !== null) {
      fadeOut(shown.set, now);
      shown = null;
    }
    if (preparing?.set.prepareFor(env.reduced ? Number.POSITIVE_INFINITY : PREPARE_MS) === true) {
      fadeOut(shown?.set, now);
      shown = preparing;
      preparing = null;
      root.prepend(shown.set.element);
      if (env.reduced) shown.set.drawStill();
    }
    for (const { element: faded, until } of fadingOut) if (now >= until) faded.remove();
    fadingOut = fadingOut.filter(({ until }) => now < until);
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
      shown?.set.setQuality(governor.quality);
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
    // Use the page's clock: the hub's clock stands still in a preview, and may jump.
    clock: () => {
      const now = performance.now();
      if (page === null) resize();
      updateEffect(now);
      if (page !== null) {
        const style = (moment: OverlayMoment) => momentStyle(moment, options, battle);
        player.begin(page, governor.quality, style, anchors, env.t);
      }
      const elapsed = last === null ? 0 : now - last;
      last = now;
      if (env.reduced) player.step(elapsed / 1000, false);
      else if (shown !== null || player.busy) animate(Math.min(MAX_STEP_MS, elapsed) / 1000);
      if (preparing !== null || fadingOut.length > 0) return 0;
      if (!env.reduced && (shown !== null || player.busy)) return 0;
      if (player.busy) return player.secondsLeft * 1000;
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

/** The wanted effect, from the widget's options or the preset; null if none is to be shown. */
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

/** The style of effects and moments. Without a battle, moments use the default style. */
function styleOf({ style }: OptionsOf<'effects'>, battle: Battle | undefined): EffectLook['style'] {
  return style === 'preset' ? (battle?.effectStyle ?? 'chinese') : style;
}

/** The style of a moment. A gameplay entry's moment contains the preset's style, because it needs no battle. */
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

/** The layout of the whole page. The host's element is the page without its indents. */
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
