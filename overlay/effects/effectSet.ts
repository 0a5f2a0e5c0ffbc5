import { type Actor, type Scene, SLOW_FPS } from './core/actor.ts';
import type { EffectPage } from './core/page.ts';
import type { Quality } from './core/quality.ts';
import { seeded } from './core/random.ts';
import { Strips } from './core/strips.ts';
import type { EffectLook } from './look.ts';
import type { LoadedPack } from './packs/library.ts';
import { type PackArt, packArt } from './packs/packArt.ts';

/** Random seed, so that the same effect always looks the same. */
const SEED = 20_261;
/** Animation time of a still picture (s). */
const STILL_AT = 4;

/**
 * One effect: a still picture, painted once, below the moving actors, on the same canvases. It is prepared in steps, so
 * that no frame has to wait for all of it.
 */
export class EffectSet {
  readonly element: HTMLElement;
  private readonly page: EffectPage;
  private readonly mirrored: boolean;
  private readonly look: EffectLook;
  private readonly packs: readonly LoadedPack[];
  private readonly preparing: Generator<undefined, void>;
  private arts: PackArt[] = [];
  /** The still picture as it was painted, and at the resolution of the others. */
  private readonly painted: Strips;
  private still: Strips;
  /** The still picture and the slow actors, which lie below the others. */
  private slow: Strips;
  private moving: Strips;
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
    this.painted = new Strips(page, quality.resolution, this.mirrored);
    this.still = this.painted;
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
      this.slow.copy(this.still);
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
      this.still = new Strips(this.page, quality.resolution, this.mirrored);
      this.still.copy(this.painted);
      this.slowFrame = -1;
      this.arts = this.makeArts();
    }
    if (!this.ready) return;
    this.amount = quality.amount;
    this.actors = this.makeActors();
  }

  private *prepare(): Generator<undefined, void> {
    this.arts = this.makeArts();
    for (const art of this.arts) yield* art.paint(this.painted, this.scene());
    this.actors = this.makeActors();
    this.element.append(this.moving.element);
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
