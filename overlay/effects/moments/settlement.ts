import type { OverlayMoment } from '#shared/contract/overlay/state.ts';
import type { Actor } from '../core/actor.ts';
import { glowSprite, type Sprite } from '../core/canvas.ts';
import type { EffectPage } from '../core/page.ts';
import { between } from '../core/random.ts';
import type { Strips } from '../core/strips.ts';
import { momentSeconds } from './queue.ts';
import {
  attackerColour,
  beamSprite,
  confettiSprite,
  defenderColour,
  easeOut,
  type MomentScene,
  riseAndFall,
} from './shapes.ts';

type Outcome = Extract<OverlayMoment, { kind: 'settlement' }>['outcome'];

interface Confetti {
  x: number;
  y: number;
  fall: number;
  sway: number;
  phase: number;
  sprite: number;
  spin: number;
}

const CONFETTI_COUNT = 120;
const BEAMS = 5;

/** Light from the winner's corner and confetti along the winner's edge; for a draw, on both sides. */
export class Settlement implements Actor {
  private readonly page: EffectPage;
  private readonly confetti: Confetti[];
  private readonly sprites: Sprite[];
  private readonly beams: Sprite;
  private readonly halo: Sprite;
  /** Positions of the lights, as shares of the page's width. */
  private readonly corners: readonly number[];

  constructor({ page, random, colours, amount }: MomentScene, outcome: Outcome) {
    this.page = page;
    const { corners, tone } = look(outcome, colours.main);
    this.corners = corners;
    this.beams = beamSprite(tone);
    this.halo = glowSprite(300, tone, 0.9);
    this.sprites = [tone, colours.main, colours.light, colours.other].map(confettiSprite);
    this.confetti = Array.from({ length: Math.round(CONFETTI_COUNT * amount) }, (_, index) => {
      const corner = corners[index % corners.length] ?? 0;
      const inward = random() < 0.7 ? random() * page.side : random() * page.width * 0.6;
      return {
        x: corner === 0 ? inward : page.width - inward,
        y: -between(random, -0.1, 0.6) * page.height,
        fall: page.height * between(random, 0.18, 0.42),
        sway: between(random, 10, 34),
        phase: random() * 6,
        sprite: Math.floor(random() * 4),
        spin: between(random, -4, 4),
      };
    });
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const light = riseAndFall(time, momentSeconds.settlement, 0.12);
    for (const corner of this.corners) {
      const x = corner * this.page.width;
      const toMiddle = corner === 0 ? 1 : -1;
      strips.place(this.halo, { x, y: 0, alpha: light });
      for (let beam = 0; beam < BEAMS; beam++) {
        const angle = 0.14 + (beam / (BEAMS - 1)) * 1.3 + Math.sin(time * 1.4 + beam * 2) * 0.1;
        const turn = toMiddle > 0 ? angle : Math.PI - angle;
        strips.place(this.beams, { x, y: 0, turn, alpha: light * (0.5 + 0.3 * Math.sin(time * 3 + beam)) });
      }
    }
    for (const piece of this.confetti) {
      const sprite = this.sprites[piece.sprite];
      if (sprite === undefined) continue;
      strips.place(sprite, {
        x: piece.x + Math.sin(time * 3 + piece.phase) * piece.sway,
        y: piece.y + easeOut(time / 4) * 0.4 * this.page.height + piece.fall * time,
        turn: piece.phase + piece.spin * time,
        stretch: Math.cos(time * 7 + piece.phase),
        alpha: light * 1.6,
      });
    }
  }
}

function look(outcome: Outcome, own: string): { corners: readonly number[]; tone: string } {
  if (outcome === 'attacker') return { corners: [0], tone: attackerColour };
  if (outcome === 'defender') return { corners: [1], tone: defenderColour };
  if (outcome === 'notCleared' || outcome === 'failed') return { corners: [0, 1], tone: '#93a4bd' };
  return { corners: [0, 1], tone: outcome === 'draw' ? '#f5f7ff' : own };
}
