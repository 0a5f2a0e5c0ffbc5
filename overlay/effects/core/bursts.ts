import type { Actor, Scene } from './actor.ts';
import type { Sprite } from './canvas.ts';
import { between, type Random } from './random.ts';
import type { Strips } from './strips.ts';

export interface BurstKind {
  sprites: readonly Sprite[];
  /** Number of sparks per burst at full quality. */
  sparks: number;
  /** Seconds between two bursts, and lifetime of a spark. */
  every: number;
  life: number;
  /** Initial speed (units per second), and acceleration downwards. */
  speed: number;
  gravity: number;
  at(random: Random): { x: number; y: number };
}

interface Spark {
  x: number;
  y: number;
  vx: number;
  vy: number;
  scale: number;
  sprite: number;
}

/** Fireworks: one burst at a time. */
export class Bursts implements Actor {
  private readonly kind: BurstKind;
  private readonly random: Random;
  private readonly count: number;
  private sparks: Spark[] = [];
  private age: number;

  constructor(kind: BurstKind, { random, amount }: Scene) {
    this.kind = kind;
    this.random = random;
    this.count = Math.max(6, Math.round(kind.sparks * amount));
    this.age = kind.every;
  }

  step(seconds: number): void {
    this.age += seconds;
    if (this.age >= this.kind.every) this.burst();
    const drag = Math.exp(-1.6 * seconds);
    for (const spark of this.sparks) {
      spark.vx *= drag;
      spark.vy = spark.vy * drag + this.kind.gravity * seconds;
      spark.x += spark.vx * seconds;
      spark.y += spark.vy * seconds;
    }
  }

  draw(strips: Strips): void {
    const left = 1 - this.age / this.kind.life;
    if (left <= 0) return;
    for (const spark of this.sparks) {
      const sprite = this.kind.sprites[spark.sprite % this.kind.sprites.length];
      if (sprite === undefined) continue;
      const turn = Math.atan2(spark.vy, spark.vx);
      strips.place(sprite, {
        x: spark.x,
        y: spark.y,
        scale: spark.scale * (0.4 + left),
        turn,
        alpha: left ** 0.7,
      });
    }
  }

  private burst(): void {
    this.age = 0;
    const { x, y } = this.kind.at(this.random);
    const colour = Math.floor(this.random() * this.kind.sprites.length);
    this.sparks = Array.from({ length: this.count }, (_, index) => {
      const angle = (index / this.count) * 2 * Math.PI + between(this.random, -0.1, 0.1);
      const speed = this.kind.speed * between(this.random, 0.45, 1);
      const sprite = colour + (index % 3 === 0 ? 1 : 0);
      return {
        x,
        y,
        vx: Math.cos(angle) * speed,
        vy: Math.sin(angle) * speed,
        scale: between(this.random, 0.7, 1.2),
        sprite,
      };
    });
  }
}
