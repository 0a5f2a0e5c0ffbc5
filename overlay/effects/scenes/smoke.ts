import type { Actor, EffectArt, Painting, Scene } from '../core/actor.ts';
import { glow, paintSprite, type Sprite } from '../core/canvas.ts';
import { between, type Random } from '../core/random.ts';
import { Swarm } from '../core/swarm.ts';

/** Smoke along the edge and the bottom, at level 3 along the top too. */
export const smoke: EffectArt = {
  *paint(): Painting {},

  actors(scene): Actor[] {
    const actors: Actor[] = [bank(scene, 'ground')];
    actors.push(bank(scene, 'edge'));
    if (scene.level === 3) actors.push(bank(scene, 'roof'));
    return actors;
  },
};

/** A puff of smoke: blurred balls, lit from above. */
function puff(random: Random, dark: boolean): Sprite {
  return paintSprite(
    360,
    360,
    (brush) => {
      for (let ball = 0; ball < 26; ball++) {
        const angle = random() * 2 * Math.PI;
        const distance = random() ** 0.7 * 96;
        const x = Math.cos(angle) * distance;
        const y = Math.sin(angle) * distance * 0.8;
        const lit = Math.max(0, Math.min(1, 0.55 - y / 190 + between(random, -0.18, 0.18)));
        const shade = Math.round((dark ? 46 : 112) + lit * (dark ? 96 : 128));
        const hex = (value: number) => Math.min(255, value).toString(16).padStart(2, '0');
        glow(brush, x, y, between(random, 46, 84), `#${hex(shade)}${hex(shade + 4)}${hex(shade + 14)}`, 0.5);
      }
    },
    0.4,
  );
}

function bank(scene: Scene, where: 'ground' | 'edge' | 'roof'): Swarm {
  const { page, level, random } = scene;
  const counts = {
    ground: [0, 7, 12, 18][level],
    edge: [0, 4, 8, 12][level],
    roof: 8,
  };
  return new Swarm(
    {
      sprites: [puff(random, false), puff(random, true), puff(random, false)],
      count: counts[where] ?? 6,
      sway: { width: 30, rate: 0.09 },
      size: (part) => 0.75 + part * 0.5,
      alpha: (part) => Math.sin(part * Math.PI) ** 0.8 * (level === 1 ? 0.7 : 0.92),
      spawn(particle, random) {
        particle.turn = between(random, 0, 6);
        particle.spin = between(random, -0.16, 0.16);
        particle.life = between(random, 5, 9);
        if (where === 'ground') {
          particle.x = between(
            random,
            -80,
            level === 3 ? page.width : page.width * (level === 1 ? 0.3 : 0.5),
          );
          particle.y = page.height - between(random, -30, level === 1 ? 40 : 100);
          particle.vx = between(random, -16, 30);
          particle.vy = -between(random, 0, 12);
          particle.scale = between(random, 0.6, level === 3 ? 1.2 : 0.95);
        } else if (where === 'edge') {
          const right = level === 3 && random() < 0.45;
          const inward = between(random, -60, 40);
          particle.x = right ? page.width - inward : inward;
          particle.y = between(random, page.height * (level === 1 ? 0.72 : 0.25), page.height);
          particle.vy = -between(random, 24, 60);
          particle.scale = between(random, 0.5, 0.95);
        } else {
          particle.x = between(random, 0, page.width);
          particle.y = between(random, -40, 30);
          particle.vx = between(random, -20, 20);
          particle.scale = between(random, 0.5, 0.85);
        }
      },
    },
    scene,
  );
}
