import type { Actor, Scene } from './actor.ts';
import type { Sprite } from './canvas.ts';
import type { Random } from './random.ts';
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
  /** Relative size by the elapsed share of its life. */
  size?(part: number): number;
  /** Maximum opacity. */
  opacity?: number;
  /** Adds its light to what is below it. */
  add?: boolean;
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
    const { sprites, sway, size, opacity = 1, add = false } = this.kind;
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
        alpha: fadeInOut(part) * opacity,
        add,
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
