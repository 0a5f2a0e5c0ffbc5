import './effects.css';
import type { PackFills } from '#shared/contract/overlay/pack.ts';
import type {
  OverlayFormer,
  OverlayMoment,
  OverlayRound,
  OverlayState,
} from '#shared/contract/overlay/state.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import type { Side } from '#shared/contract/round.ts';
import { type EffectSettings, isPackId, type OwnStyle, type PackId } from '#shared/contract/rules.ts';
import { ownEffects } from '#shared/overlay/packRules.ts';
import { levelCue } from '#shared/sound/packSounds.ts';
import { element } from '../ui/element.ts';
import type { WidgetFactory } from '../widget.ts';
import { type Actor, type Level, type Scene, SLOW_FPS } from './core/actor.ts';
import { type EffectPage, layOut } from './core/page.ts';
import { type Quality, QualityGovernor } from './core/quality.ts';
import { seeded } from './core/random.ts';
import { Strips } from './core/strips.ts';
import { MomentPlayer } from './moments/player.ts';
import { type LoadedPack, PackLibrary } from './packs/library.ts';
import { type PackArt, packArt } from './packs/packArt.ts';

export interface EffectLook extends Pick<EffectSettings, 'style' | 'scene'> {
  lines: EffectSettings['lineColor'];
  level: Level;
  side: Side;
}

/** Random seed, so that the same effect always looks the same. */
const SEED = 20_261;
/** Animation time of a still picture (s). */
const STILL_AT = 4;

/**
 * One effect: a still picture, painted once, below the moving actors. It is prepared in steps, so that no frame has to
 * wait for all of it.
 */
export class EffectSet {
  readonly element: HTMLElement;
  private readonly page: EffectPage;
  private readonly mirrored: boolean;
  private readonly look: EffectLook;
  private readonly packs: readonly LoadedPack[];
  private readonly preparing: Generator<undefined, void>;
  private arts: PackArt[] = [];
  private moving: Strips;
  /** The slow actors, which lie below the others. */
  private slow: Strips;
  /** The number of the slow frame that `slow` has. */
  private slowFrame = -1;
  private actors: Actor[] = [];
  private time = 0;
  private ready = false;
  private resolution: number;
  private amount: number;

  constructor(page: EffectPage, look: EffectLook, packs: readonly LoadedPack[], quality: Quality) {
    this.page = page;
    this.look = look;
    this.packs = packs;
    // Packs are drawn for the attacker, whose edge is the left one.
    this.mirrored = look.side === 'defender';
    this.resolution = quality.resolution;
    this.amount = quality.amount;
    this.element = document.createElement('div');
    this.element.className = 'fx-set';
    this.element.dataset.look = [look.style, look.scene, look.lines, look.level, look.side].join(' ');
    this.moving = new Strips(page, quality.resolution, this.mirrored);
    this.slow = new Strips(page, quality.resolution, this.mirrored);
    this.preparing = this.prepare();
  }

  /** Continues the preparation for about `ms`. Returns whether the effect is ready. */
  prepareFor(ms: number): boolean {
    const until = performance.now() + ms;
    while (!this.ready && performance.now() < until) {
      if (this.preparing.next().done === true) this.ready = true;
    }
    return this.ready;
  }

  step(seconds: number): void {
    this.time += seconds;
    for (const actor of this.actors) actor.step(seconds, this.time);
  }

  draw(): void {
    const frame = Math.floor(this.time * SLOW_FPS);
    if (frame !== this.slowFrame) {
      this.slowFrame = frame;
      this.slow.clear();
      for (const actor of this.actors) if (actor.isSlow) actor.draw(this.slow, this.time);
    }
    this.moving.copy(this.slow);
    for (const actor of this.actors) if (!actor.isSlow) actor.draw(this.moving, this.time);
    this.moving.feather();
  }

  /** Draws one still picture. */
  drawStill(): void {
    while (this.time < STILL_AT) this.step(0.05);
    this.draw();
  }

  /** Changes the quality of the running effect. */
  setQuality(quality: Quality): void {
    if (quality.resolution !== this.resolution) {
      this.resolution = quality.resolution;
      const next = new Strips(this.page, quality.resolution, this.mirrored);
      this.moving.element.replaceWith(next.element);
      this.moving = next;
      this.slow = new Strips(this.page, quality.resolution, this.mirrored);
      this.slowFrame = -1;
      this.arts = this.makeArts();
    }
    if (!this.ready) return;
    this.amount = quality.amount;
    this.actors = this.makeActors();
  }

  private *prepare(): Generator<undefined, void> {
    this.arts = this.makeArts();
    const still = new Strips(this.page, this.resolution, this.mirrored);
    for (const art of this.arts) yield* art.paint(still, this.scene());
    still.feather();
    yield;
    this.actors = this.makeActors();
    this.element.append(still.element, this.moving.element);
  }

  private makeArts(): PackArt[] {
    return this.packs.map((pack) => packArt(pack, this.page.unit * this.resolution));
  }

  private makeActors(): Actor[] {
    const scene = this.scene();
    return this.arts.flatMap((art) => art.actors(scene));
  }

  private scene(): Scene {
    return { page: this.page, level: this.look.level, random: seeded(SEED), amount: this.amount };
  }
}

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

/** The packs of the host that are chosen: style, scene and lines. */
function hostPacks(options: OptionsOf<'effects'>, battle: Battle | undefined): PackId[] {
  const { scene, lines } = options;
  return [
    styleOf(options, battle),
    scene === 'preset' ? battle?.effectScene : scene,
    lines === 'preset' ? battle?.effectLines : lines,
  ].filter((choice) => choice !== undefined && isPackId(choice));
}

/** The style whose letters and colours a moment has. */
function baseOf(style: EffectLook['style'], library: PackLibrary): OwnStyle {
  if (!isPackId(style)) return style;
  return library.peek(style)?.pack.base ?? ownEffects.style;
}

/** The same look with Ringside's own effects in place of packs that the hub does not have. */
function withoutMissing(look: EffectLook, library: PackLibrary): EffectLook {
  const { style, scene, lines } = look;
  return {
    ...look,
    style: library.lacks(style) ? ownEffects.style : style,
    scene: library.lacks(scene) ? ownEffects.scene : scene,
    lines: library.lacks(lines) ? ownEffects.line : lines,
  };
}

/** The packs of a look. Lines lie below the style, scenes above it. */
function packNames({ style, scene, lines }: EffectLook): string[] {
  const named = (fills: PackFills, choice: string) => (isPackId(choice) ? choice : `${fills}-${choice}`);
  const shown = [named('line', lines), named('style', style)];
  return scene === 'none' ? shown : [...shown, named('scene', scene)];
}

function isLevel(level: number): level is Level {
  return level === 1 || level === 2 || level === 3;
}

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
