import type { OverlayFormer, OverlayMoment } from '#shared/contract/overlay/state.ts';
import type { EffectSettings } from '#shared/contract/rules.ts';
import type { Translate } from '../../texts/texts.ts';
import { momentColours } from '../arts.ts';
import type { Actor } from '../core/actor.ts';
import type { EffectPage } from '../core/page.ts';
import type { Quality } from '../core/quality.ts';
import { seeded } from '../core/random.ts';
import { Strips } from '../core/strips.ts';
import { type Banner, createBanner } from './banner.ts';
import { Breakthrough } from './breakthrough.ts';
import { enqueue, momentSeconds } from './queue.ts';
import { Resurrection } from './resurrection.ts';
import { Settlement } from './settlement.ts';
import type { MomentScene } from './shapes.ts';
import { Streak } from './streak.ts';

type Style = EffectSettings['style'];

interface Playing {
  strips: Strips;
  actor: Actor;
  banner: Banner;
  seconds: number;
  time: number;
}

/** Share of a moment's duration at which its still picture is taken. */
const STILL_AT = 0.5;

/** Shows moments one after another, from a bounded queue. */
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

  /** Seconds until the shown moment ends. */
  get secondsLeft(): number {
    return this.playing === null ? 0 : this.playing.seconds - this.playing.time;
  }

  add(moment: OverlayMoment): void {
    this.waiting = enqueue(this.waiting, moment);
  }

  /** Starts the next moment if none is shown. */
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

  /** Removes the shown and the queued moments. */
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

/** Creates the animation of a moment. */
function momentActor(moment: OverlayMoment, scene: MomentScene): Actor {
  switch (moment.kind) {
    case 'settlement':
      return new Settlement(scene, moment.outcome);
    case 'breakthrough':
      return new Breakthrough(scene);
    case 'resurrection':
      return new Resurrection(scene, moment.restored);
    case 'streak':
      return new Streak(scene, moment.streak);
    case 'gameplay':
      // The same animation as for a cleared turn.
      return new Settlement(scene, 'cleared');
  }
}
