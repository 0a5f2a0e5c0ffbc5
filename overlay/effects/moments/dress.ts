import type { PackMoment } from '#shared/contract/overlay/pack.ts';
import type { OverlayMoment } from '#shared/contract/overlay/state.ts';
import type { Actor, Painting, Scene } from '../core/actor.ts';
import type { Strips } from '../core/strips.ts';
import type { LoadedPack } from '../packs/library.ts';
import { packArt } from '../packs/packArt.ts';
import { momentSeconds } from './queue.ts';
import { riseAndFall } from './shapes.ts';

/** Time per frame for preparing the pictures (ms). */
const PREPARE_MS = 6;

/** The moment of a pack that a moment of the show is: only a success is dressed. */
export function packMomentOf(moment: OverlayMoment): PackMoment | null {
  switch (moment.kind) {
    case 'settlement':
      return ['draw', 'notCleared', 'failed'].includes(moment.outcome) ? null : 'settlement';
    case 'resurrection':
      return moment.restored ? 'resurrection' : null;
    case 'gameplay':
      return null;
    default:
      return moment.kind;
  }
}

/** Plays the pieces of a pack for a moment. Still pictures are drawn with the moving ones, so that all are one layer. */
export class Dress implements Actor {
  private readonly kind: PackMoment;
  private readonly makeActors: () => Actor[];
  private readonly preparing: Painting;
  private actors: Actor[] | null = null;

  /** `scale` is canvas pixels per unit. `atOnce` prepares all pictures now, for a page that draws once. */
  constructor(
    { pack, ...loaded }: LoadedPack,
    kind: PackMoment,
    {
      scene,
      strips,
      scale,
      atOnce,
    }: { scene: Omit<Scene, 'level'>; strips: Strips; scale: number; atOnce: boolean },
  ) {
    this.kind = kind;
    const pieces = pack.moments[kind] ?? [];
    const dressed: LoadedPack = { ...loaded, pack: { ...pack, levels: [pieces, pieces, pieces] } };
    const art = packArt(dressed, scale, true);
    const whole: Scene = { ...scene, level: 1 };
    this.makeActors = () => art.actors(whole);
    this.preparing = art.paint(strips, whole);
    this.prepareFor(atOnce ? Number.POSITIVE_INFINITY : PREPARE_MS);
  }

  step(seconds: number, time: number): void {
    if (this.actors === null) this.prepareFor(PREPARE_MS);
    for (const actor of this.actors ?? []) actor.step(seconds, time);
  }

  draw(strips: Strips, time: number): void {
    strips.element.style.opacity = String(riseAndFall(time, momentSeconds[this.kind], 0.12));
    for (const actor of this.actors ?? []) actor.draw(strips, time);
  }

  private prepareFor(ms: number): void {
    const until = performance.now() + ms;
    while (this.actors === null && performance.now() < until) {
      if (this.preparing.next().done === true) this.actors = this.makeActors();
    }
  }
}
