import './effects.css';
import type { OverlayFormer, OverlayMoment, OverlayRound } from '#shared/contract/overlay/state.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { levelCue } from '#shared/sound/packSounds.ts';
import { element } from '../ui/element.ts';
import type { WidgetFactory } from '../widget.ts';
import { type EffectPage, layOut } from './core/page.ts';
import { QualityGovernor } from './core/quality.ts';
import { EffectSet } from './effectSet.ts';
import {
  type Battle,
  baseOf,
  type EffectLook,
  hostPacks,
  lookOf,
  momentStyle,
  packNames,
  withoutMissing,
} from './look.ts';
import { MomentPlayer } from './moments/player.ts';
import { PackLibrary } from './packs/library.ts';

/** Time per frame for preparing an effect (ms). */
const PREPARE_MS = 6;
/** How long a moment waits for packs that are loading (ms). */
const PACK_WAIT_MS = 1500;
/** Longest time step of an animation (ms). */
const MAX_STEP_MS = 100;
/** Shortest time between two frames of an effect (ms): two frames of a display with 60 or 75 Hz, one with 30 Hz. */
const SHORTEST_FRAME_MS = 26;
/** How much earlier than that the page wakes (ms), so that it does not miss the display's next frame. */
const EARLY_MS = 8;
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
  const library = new PackLibrary(() => env.wake());
  const player = new MomentPlayer(root, env.reduced);
  let options: OptionsOf<'effects'> = firstOptions;
  let anchors: Readonly<Record<string, OverlayFormer>> = {};
  let battle: Battle | undefined;
  let topViewer: OverlayRound['topViewer'];
  let look: EffectLook | null = null;
  let page: EffectPage | null = null;
  let shown: { set: EffectSet; key: string } | null = null;
  /** The next effect, while it is prepared in steps. */
  let preparing: { set: EffectSet; key: string } | null = null;
  let fadingOut: { element: HTMLElement; until: number }[] = [];
  /** The packs whose sounds the page has. */
  let heard = '';
  /** The level of the last state; null before the first. */
  let level: number | null = null;
  /** Until when moments wait for packs. */
  let waitsUntil = 0;
  let last: number | null = null;
  let lastFrame = 0;
  /** Time that the pictures have not moved yet (s). */
  let pending = 0;

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

  /** Loads the packs of the host before an effect or a moment needs them, and hands their sounds to the page. */
  const followPacks = (): void => {
    const ids = hostPacks(options, battle);
    const packs = ids.flatMap((id) => library.peek(id) ?? []);
    const key = packs.length < ids.length ? '' : ids.join(' ');
    if (key === heard) return;
    heard = key;
    // The sounds of a style come before those of a scene and a line.
    env.sounds.setPacks(Object.assign({}, ...packs.map(({ sounds }) => sounds).reverse()));
  };

  /** Prepares the wanted effect and, once it is ready, replaces the shown one. */
  const updateEffect = (now: number): void => {
    if (look !== null) library.forgetMissing([look.style, look.scene, look.lines]);
    const wanted = look === null ? null : withoutMissing(look, library);
    const key = wanted === null || page === null ? '' : keyOf(wanted, page);
    if (key !== (preparing?.key ?? shown?.key ?? '')) {
      preparing = null;
      if (wanted !== null && page !== null && key !== shown?.key) {
        const packs = library.get(packNames(wanted));
        if (packs !== null) preparing = { set: new EffectSet(page, wanted, packs, governor.quality), key };
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

  /** Moves and draws everything, at most 30 times a second. */
  const animate = (seconds: number): void => {
    pending += seconds;
    const { every } = governor.quality;
    if (pending * 1000 < SHORTEST_FRAME_MS * every) return;
    const began = performance.now();
    shown?.set.step(pending);
    shown?.set.draw();
    player.step(pending, true);
    pending = 0;
    const ended = performance.now();
    if (lastFrame > 0 && governor.frame((ended - lastFrame) / every, ended - began)) {
      shown?.set.setQuality(governor.quality);
    }
    lastFrame = ended;
  };

  return {
    update: (state) => {
      anchors = { ...state.former, ...state.anchors };
      battle = state.battle?.now;
      topViewer = state.round?.now?.topViewer;
      look = lookOf(options, battle);
      const cue = levelCue(level, look?.level ?? 0);
      level = look?.level ?? 0;
      if (cue !== null) env.sounds.play(cue);
    },
    options: (next) => {
      options = next;
      look = lookOf(next, battle);
      if (!next.moments) player.clear();
      page = null;
      resize();
    },
    moment: (moment) => {
      if (!options.moments) return;
      if (!player.busy) waitsUntil = performance.now() + PACK_WAIT_MS;
      player.add(moment);
      if (moment.kind === 'streak' || moment.kind === 'breakthrough') env.sounds.play(moment.kind);
    },
    // Use the page's clock: the hub's clock stands still in a preview, and may jump.
    clock: () => {
      const now = performance.now();
      if (page === null) resize();
      followPacks();
      updateEffect(now);
      const ids = hostPacks(options, battle);
      const packs = ids.flatMap((id) => library.peek(id) ?? []);
      const isLoading = packs.length < ids.filter((id) => !library.lacks(id)).length;
      if (page !== null && (!isLoading || now >= waitsUntil)) {
        const style = (moment: OverlayMoment) => baseOf(momentStyle(moment, options, battle), library);
        const facts = { anchors, battle, topViewer, frame: options.frame };
        player.begin(page, governor.quality, style, packs, facts, env);
      }
      const elapsed = last === null ? 0 : now - last;
      last = now;
      if (env.reduced) player.step(elapsed / 1000, false);
      else if (shown !== null || player.busy) animate(Math.min(MAX_STEP_MS, elapsed) / 1000);
      if (preparing !== null || fadingOut.length > 0) return 0;
      if (!env.reduced && (shown !== null || player.busy)) {
        return Math.max(0, SHORTEST_FRAME_MS * governor.quality.every - pending * 1000 - EARLY_MS);
      }
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

function keyOf(look: EffectLook, page: EffectPage): string {
  const { style, scene, lines, level, side } = look;
  return [
    style,
    scene,
    lines,
    level,
    side,
    page.width,
    page.height,
    page.unit,
    page.side,
    page.top,
    page.bottom,
  ].join(' ');
}

/** The layout of the whole page. The host's element is the page without its indents. */
function pageOf(host: HTMLElement, { frame, sideDepth }: OptionsOf<'effects'>): EffectPage {
  return layOut(host.clientWidth, wholeHeight(host, frame), {
    top: frame.indentTop,
    bottom: frame.indentBottom,
    side: sideDepth,
  });
}

function firstPixel(host: HTMLElement, { frame }: OptionsOf<'effects'>): number {
  return Math.floor((wholeHeight(host, frame) * frame.indentTop) / 100);
}

function wholeHeight(host: HTMLElement, frame: OptionsOf<'effects'>['frame']): number {
  return Math.round((host.clientHeight * 100) / Math.max(2, 100 - frame.indentTop - frame.indentBottom));
}
