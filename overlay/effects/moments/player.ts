import type { OverlayFormer, OverlayMoment } from '#shared/contract/overlay/state.ts';
import type { EffectSettings } from '#shared/contract/rules.ts';
import type { Translate } from '../../texts/texts.ts';
import { momentColours } from '../arts.ts';
import type { Actor } from '../core/actor.ts';
import type { EffectPage } from '../core/page.ts';
import type { Quality } from '../core/quality.ts';
import { seeded } from '../core/random.ts';
import { Strips } from '../core/strips.ts';
import { momentActor } from './actors.ts';
import { type Banner, createBanner } from './banner.ts';
import { enqueue, momentSeconds } from './queue.ts';

type Style = EffectSettings['style'];

interface Playing {
  strips: Strips;
  actor: Actor;
  banner: Banner;
  seconds: number;
  time: number;
}

/** A still picture of a moment is taken at this part of it. */
const STILL_AT = 0.5;

/** Shows one moment after another; of a storm of them only a few are kept. */
export class MomentPlayer {
  private readonly host: HTMLElement;
  private readonly still: boolean;
  private waiting: OverlayMoment[] = [];
  private playing: Playing | null = null;
  private count = 0;

  constructor(host: HTMLElement, still: boolean) {
    this.host = host;
    this.still = still;
  }

  get busy(): boolean {
    return this.playing !== null || this.waiting.length > 0;
  }

  /** Seconds until what is shown now ends. */
  get left(): number {
    return this.playing === null ? 0 : this.playing.seconds - this.playing.time;
  }

  add(moment: OverlayMoment): void {
    this.waiting = enqueue(this.waiting, moment);
  }

  /** Begins the next one when nothing is shown. `styleOf` tells the style of a moment. */
  begin(
    page: EffectPage,
    quality: Quality,
    styleOf: (moment: OverlayMoment) => Style,
    anchors: Readonly<Record<string, OverlayFormer>>,
    t: Translate,
  ): void {
    const [next, ...rest] = this.waiting;
    if (this.playing !== null || next === undefined) return;
    this.waiting = rest;
    const style = styleOf(next);
    const strips = new Strips(page, quality.resolution, false);
    const banner = createBanner(next, style, anchors, t);
    const random = seeded(++this.count);
    const actor = momentActor(next, { page, random, colours: momentColours[style], amount: quality.amount });
    this.host.append(strips.element);
    if (banner.place(page)) this.host.append(banner.element);
    this.playing = { strips, actor, banner, seconds: momentSeconds[next.kind], time: 0 };
    if (this.still) this.draw(this.playing, this.playing.seconds * STILL_AT);
  }

  step(seconds: number, draw: boolean): void {
    const { playing } = this;
    if (playing === null) return;
    playing.time += seconds;
    if (playing.time >= playing.seconds) {
      this.end();
      return;
    }
    playing.actor.step(seconds, playing.time);
    if (draw && !this.still) this.draw(playing, playing.time);
  }

  /** Stops what is shown and forgets what waits. */
  clear(): void {
    this.waiting = [];
    this.end();
  }

  private draw({ strips, actor }: Playing, time: number): void {
    strips.clear();
    actor.draw(strips, time);
    strips.feather();
  }

  private end(): void {
    this.playing?.strips.element.remove();
    this.playing?.banner.element.remove();
    this.playing = null;
  }
}
