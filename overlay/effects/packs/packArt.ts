import type { BurstPiece, PackPiece, ParticlesPiece, StripPiece } from '#shared/contract/overlay/pack.ts';
import { type Actor, type Painting, type Scene, SLOW_FPS } from '../core/actor.ts';
import type { EffectPage } from '../core/page.ts';
import { between, type Random } from '../core/random.ts';
import type { Strips } from '../core/strips.ts';
import { Swarm } from '../core/swarm.ts';
import { Atlas } from './atlas.ts';
import type { LoadedPack } from './library.ts';
import { placeStrip, type Stamp } from './place.ts';

export interface PackArt {
  /** Paints the pictures of one frame, and prepares the others. */
  paint(strips: Strips, scene: Scene): Painting;
  actors(scene: Scene): Actor[];
}

/**
 * The art of a pack on a page. `scale` is canvas pixels per unit. Pictures of one frame are painted once below all moving
 * ones, unless all are in one layer, where the order of the pieces holds.
 */
export function packArt({ pack, images }: LoadedPack, scale: number, isOneLayer = false): PackArt {
  const atlases = new Map<string, Atlas>();
  const newAtlas = (name: string): Atlas => {
    const [picture, image] = [pack.pictures[name], images.get(name)];
    if (picture === undefined || image === undefined) throw new Error(`The pack has no picture ${name}.`);
    return new Atlas(image, picture, scale);
  };
  const atlasOf = (name: string): Atlas => {
    const atlas = atlases.get(name) ?? newAtlas(name);
    atlases.set(name, atlas);
    return atlas;
  };
  const piecesOf = ({ level }: Scene): readonly PackPiece[] => pack.levels[level - 1] ?? [];
  const isStill = (piece: StripPiece): boolean => !isOneLayer && pack.pictures[piece.picture]?.frames === 1;
  return {
    *paint(strips, scene): Painting {
      for (const piece of piecesOf(scene)) {
        if (piece.kind !== 'strip' || !isStill(piece)) continue;
        // Not kept: it is drawn only once.
        new Strip(piece, newAtlas(piece.picture), scene.page, scale).draw(strips, 0);
        yield;
      }
      for (const piece of piecesOf(scene)) {
        if (piece.kind === 'strip' && isStill(piece)) continue;
        for (const name of piece.kind === 'particles' ? piece.pictures : [piece.picture]) {
          atlasOf(name).sheet();
          yield;
        }
      }
    },
    actors: (scene) =>
      piecesOf(scene).flatMap((piece): Actor[] => {
        if (piece.kind === 'particles') return [particles(piece, piece.pictures.map(atlasOf), scene)];
        const atlas = atlasOf(piece.picture);
        if (piece.kind === 'burst') return [new Burst(piece, atlas, scene, scale)];
        return isStill(piece) ? [] : [new Strip(piece, atlas, scene.page, scale)];
      }),
  };
}

/** A strip at its places on the page. */
class Strip implements Actor {
  readonly isSlow: boolean;
  private readonly piece: StripPiece;
  private readonly atlas: Atlas;
  private readonly stamps: readonly Stamp[];

  constructor(piece: StripPiece, atlas: Atlas, page: EffectPage, scale: number) {
    this.piece = piece;
    this.atlas = atlas;
    this.isSlow = atlas.picture.fps <= SLOW_FPS;
    const size = { width: Math.round(page.width * scale), height: Math.round(page.height * scale) };
    this.stamps = placeStrip(piece, size, { width: atlas.width, height: atlas.height }, scale);
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const frame = this.atlas.frameAt(time, this.piece.phase);
    for (const stamp of this.stamps) strips.stamp(this.atlas, frame, stamp, this.piece);
  }
}

/** Plays a strip once at a time, at random places. */
class Burst implements Actor {
  readonly isSlow: boolean;
  private readonly piece: BurstPiece;
  private readonly atlas: Atlas;
  private readonly random: Random;
  private readonly size: { width: number; height: number };
  private since = Number.POSITIVE_INFINITY;
  private stamp: Stamp | null = null;

  constructor(piece: BurstPiece, atlas: Atlas, { page, random }: Scene, scale: number) {
    this.piece = piece;
    this.atlas = atlas;
    this.isSlow = atlas.picture.fps <= SLOW_FPS;
    this.random = random;
    this.size = { width: page.width * scale, height: page.height * scale };
  }

  step(seconds: number): void {
    this.since += seconds;
    if (this.since < this.piece.every) return;
    this.since = 0;
    const { x, y } = this.piece.from;
    const { width, height } = this.atlas;
    this.stamp = {
      x: Math.round(between(this.random, ...x) * this.size.width - width / 2),
      y: Math.round(between(this.random, ...y) * this.size.height - height / 2),
      fromX: 0,
      fromY: 0,
      width,
      height,
      mirrored: false,
      fade: 'none',
    };
  }

  draw(strips: Strips): void {
    const { frames, fps } = this.atlas.picture;
    const frame = Math.floor(this.since * fps);
    if (this.stamp === null || frame >= frames) return;
    strips.stamp(this.atlas, frame, this.stamp, { opacity: 1, blend: this.piece.blend });
  }
}

function particles(piece: ParticlesPiece, atlases: readonly Atlas[], scene: Scene): Swarm {
  const { page } = scene;
  const { from, speed, life, scale, turn, spin } = piece;
  return new Swarm(
    {
      sprites: atlases.map((atlas) => ({
        image: atlas.sheet(),
        width: atlas.picture.width,
        height: atlas.picture.height,
      })),
      count: piece.count,
      gravity: piece.gravity,
      add: piece.blend === 'add',
      opacity: piece.opacity,
      size: (part) => 1 + (piece.grow - 1) * part,
      ...(piece.sway !== undefined && { sway: piece.sway }),
      ...(piece.flutter !== undefined && { flutter: piece.flutter }),
      ...(piece.flap !== undefined && { flap: piece.flap }),
      spawn(particle, random) {
        particle.x = between(random, ...from.x) * page.width;
        particle.y = between(random, ...from.y) * page.height;
        particle.vx = between(random, ...speed.x);
        particle.vy = between(random, ...speed.y);
        particle.life = between(random, ...life);
        particle.scale = between(random, ...scale);
        particle.turn = between(random, ...turn);
        particle.spin = between(random, ...spin);
      },
    },
    scene,
  );
}
