import type { Actor, Scene } from './actor.ts';
import type { Sprite } from './canvas.ts';
import type { Random } from './random.ts';
import type { Strips } from './strips.ts';

export interface Particle {
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
  /** Where in its swaying and glittering it began. */
  phase: number;
}

export interface SwarmKind {
  sprites: readonly Sprite[];
  /** At full quality. */
  count: number;
  /** Gives a particle its beginning; everything not set is 0, and scale 1. */
  spawn(particle: Particle, random: Random): void;
  /** Units a second, each second. */
  gravity?: number;
  /** Units to each side, and how often a second. */
  sway?: { width: number; rate: number };
  /** Turns over like a petal or a foil so often a second. */
  flutter?: number;
  /** Beats wings so often a second; they never vanish. */
  flap?: number;
  /** From its part of life (0 to 1) how visible it is; soft at both ends without. */
  alpha?(part: number, particle: Particle): number;
  /** From its part of life how large it is against its scale. */
  size?(part: number): number;
}

/** Many small things of one kind; each begins anew when its life is over. */
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
      // They are under way when one first sees them.
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
    const { sprites, sway, alpha = soft, size } = this.kind;
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

/** Comes and goes within a fifth of its life. */
export function soft(part: number): number {
  return Math.max(0, Math.min(1, part * 5, (1 - part) * 5));
}
