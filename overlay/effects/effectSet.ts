import type { Side } from '#shared/contract/round.ts';
import type { EffectSettings } from '#shared/contract/rules.ts';
import { lineArts, sceneArts, styleArts } from './arts.ts';
import type { Actor, EffectArt, Level, Scene } from './core/actor.ts';
import { brushOf, newCanvas } from './core/canvas.ts';
import type { EffectPage } from './core/page.ts';
import type { Quality } from './core/quality.ts';
import { seeded } from './core/random.ts';
import { Strips } from './core/strips.ts';

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
  private readonly preparing: Generator<undefined, void>;
  private moving: Strips;
  private actors: Actor[] = [];
  private time = 0;
  private ready = false;
  private resolution: number;
  private amount: number;

  constructor(page: EffectPage, look: EffectLook, quality: Quality) {
    this.page = page;
    this.look = look;
    // Art is drawn for the attacker, whose edge is the left one.
    this.mirrored = look.side === 'defender';
    this.resolution = quality.resolution;
    this.amount = quality.amount;
    this.element = document.createElement('div');
    this.element.className = 'fx-set';
    this.element.dataset.look = [look.style, look.scene, look.lines, look.level, look.side].join(' ');
    this.moving = new Strips(page, quality.resolution, this.mirrored);
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
    this.moving.clear();
    for (const actor of this.actors) actor.draw(this.moving, this.time);
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
    }
    if (quality.amount !== this.amount && this.ready) {
      this.amount = quality.amount;
      this.actors = this.makeActors();
    }
  }

  private *prepare(): Generator<undefined, void> {
    const { page } = this;
    const scale = Math.min(1, window.devicePixelRatio) * page.unit;
    const picture = newCanvas(page.width * scale, page.height * scale);
    const brush = brushOf(picture);
    brush.scale(picture.width / page.width, picture.height / page.height);
    const scene = this.scene();
    for (const art of this.arts()) {
      brush.save();
      yield* art.paint(brush, scene);
      brush.restore();
      yield;
    }
    const still = new Strips(page, Math.min(1, window.devicePixelRatio), this.mirrored);
    still.drawPicture(picture);
    still.feather();
    // Releases the canvas memory now, not at the next garbage collection.
    picture.width = 0;
    yield;
    this.actors = this.makeActors();
    this.element.append(still.element, this.moving.element);
  }

  private arts(): EffectArt[] {
    const scenery = sceneArts[this.look.scene];
    return scenery === null ? [styleArts[this.look.style]] : [styleArts[this.look.style], scenery];
  }

  private makeActors(): Actor[] {
    const scene = this.scene();
    // The line is drawn first, below the other actors.
    return [lineArts[this.look.lines](scene), ...this.arts().flatMap((art) => art.actors(scene))];
  }

  private scene(): Scene {
    return { page: this.page, level: this.look.level, random: seeded(SEED), amount: this.amount };
  }
}
