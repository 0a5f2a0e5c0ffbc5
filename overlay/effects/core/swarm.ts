import type { Actor, Scene } from './actor.ts';
import type { Sprite } from './canvas.ts';
import { between, type Random } from './random.ts';
import type { Strips } from './strips.ts';

interface Particle {
  x: number;
  y: number;
  /** Units a second. */
  vx: number;
  vy: number;
  scale: number;
  turn: number;
  /** Radians a second. */
  spin: number;
  age: number;
  life: number;
  sprite: number;
  /** Phase of its periodic motions, 0 to 1. */
  phase: number;
}

interface SwarmKind {
  sprites: readonly Sprite[];
  /** Number of particles at full quality. */
  count: number;
  /** Initialises a new particle. Defaults are 0, and 1 for the scale. */
  spawn(particle: Particle, random: Random): void;
  /** Acceleration downwards, units per second squared. */
  gravity?: number;
  /** Horizontal swaying: units to each side, and periods per second. */
  sway?: { width: number; rate: number };
  /** Flips per second, like a falling petal. */
  flutter?: number;
  /** Wing beats per second. */
  flap?: number;
  /** Opacity by the elapsed share of its life (0 to 1). The default fades in and out. */
  alpha?(part: number, particle: Particle): number;
  /** Relative size by the elapsed share of its life. */
  size?(part: number): number;
}

/** Many particles of one kind. Each restarts at the end of its life. */
export class Swarm implements Actor {
  private readonly kind: SwarmKind;
  private readonly random: Random;
  private readonly particles: Particle[] = [];

  constructor(kind: SwarmKind, scene: Scene) {
    this.kind = kind;
    this.random = scene.random;
    const count = Math.max(1, Math.round(kind.count * scene.amount));
    for (let index = 0; index < count; index++) {
      const particle = this.begin();
      // Start each particle at a random age.
      particle.age = this.random() * particle.life;
      this.move(particle, particle.age);
      this.particles.push(particle);
    }
  }

  step(seconds: number): void {
    for (const [index, particle] of this.particles.entries()) {
      particle.age += seconds;
      if (particle.age >= particle.life) this.particles[index] = this.begin();
      else this.move(particle, seconds);
    }
  }

  draw(strips: Strips, time: number): void {
    const { sprites, sway, alpha = fadeInOut, size } = this.kind;
    for (const particle of this.particles) {
      const sprite = sprites[particle.sprite % sprites.length];
      if (sprite === undefined) continue;
      const part = particle.age / particle.life;
      const swayed =
        sway === undefined ? 0 : Math.sin((time * sway.rate + particle.phase) * 2 * Math.PI) * sway.width;
      strips.place(sprite, {
        x: particle.x + swayed,
        y: particle.y,
        scale: particle.scale * (size?.(part) ?? 1),
        stretch: this.stretch(particle, time),
        turn: particle.turn,
        alpha: alpha(part, particle),
      });
    }
  }

  private stretch({ phase }: Particle, time: number): number {
    const { flutter, flap } = this.kind;
    if (flap !== undefined) return 0.35 + 0.65 * Math.abs(Math.cos((time * flap + phase) * Math.PI));
    if (flutter === undefined) return 1;
    const turned = Math.cos((time * flutter + phase) * 2 * Math.PI);
    return Math.abs(turned) < 0.15 ? 0.15 : turned;
  }

  private begin(): Particle {
    const particle: Particle = {
      x: 0,
      y: 0,
      vx: 0,
      vy: 0,
      scale: 1,
      turn: 0,
      spin: 0,
      age: 0,
      life: 4,
      sprite: Math.floor(this.random() * 1000),
      phase: this.random(),
    };
    this.kind.spawn(particle, this.random);
    return particle;
  }

  private move(particle: Particle, seconds: number): void {
    particle.x += particle.vx * seconds;
    particle.y += particle.vy * seconds + ((this.kind.gravity ?? 0) * seconds * seconds) / 2;
    particle.vy += (this.kind.gravity ?? 0) * seconds;
    particle.turn += particle.spin * seconds;
  }
}

/** Opacity that rises during the first fifth of a life and falls during the last. */
function fadeInOut(part: number): number {
  return Math.max(0, Math.min(1, part * 5, (1 - part) * 5));
}

interface BurstKind {
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
