import type { OverlayMoment } from '#shared/contract/overlay/state.ts';
import type { Actor } from '../core/actor.ts';
import { glowSprite, paintSprite, type Sprite } from '../core/canvas.ts';
import type { EffectPage } from '../core/page.ts';
import { between } from '../core/random.ts';
import type { Strips } from '../core/strips.ts';
import { momentSeconds } from './queue.ts';
import {
  attackerColour,
  beamSprite,
  cometSprite,
  confettiSprite,
  defenderColour,
  easeOut,
  type MomentScene,
  riseAndFall,
  star,
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

/** Maximum number of comets. */
const MAX_COMETS = 6;
const INSET = 46;

/** One comet for each win. They follow one another around the page and leave stars behind. */
export class Streak implements Actor {
  private readonly page: EffectPage;
  private readonly comets: number;
  private readonly comet: Sprite;
  private readonly star: Sprite;
  private readonly halo: Sprite;

  constructor({ page, colours }: MomentScene, streak: number) {
    this.page = page;
    this.comets = Math.max(2, Math.min(MAX_COMETS, streak));
    this.comet = cometSprite(colours.main, colours.light);
    this.halo = glowSprite(150, colours.main, 0.7);
    this.star = paintSprite(64, 64, (brush) => {
      star(brush, 0, 0, 31, colours.other);
      star(brush, 0, 0, 25, colours.main);
      star(brush, 0, 1, 14, colours.light);
    });
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const light = riseAndFall(time, momentSeconds.streak, 0.12);
    const head = easeOut(time / 2.3) * 1.25;
    for (let index = 0; index < this.comets; index++) {
      const lag = index * 0.075;
      for (const way of [1, -1]) {
        const part = head - lag;
        if (part < 0 || part > 1) continue;
        const { x, y, turn } = this.along(part, way);
        strips.place(this.comet, { x, y, turn, alpha: light, scale: 1.15 - index * 0.1 });
      }
    }
    for (let index = 0; index < 15; index++) {
      const part = (index + 0.5) / 15;
      const since = head - part;
      if (since < 0 || since > 0.5) continue;
      const fading = light * Math.min(1, since * 20) * (1 - since / 0.5);
      for (const way of [1, -1]) {
        const { x, y } = this.along(part, way);
        strips.place(this.halo, { x, y, scale: 0.6, alpha: fading * 0.7 });
        strips.place(this.star, { x, y, turn: time * 2 + index, scale: 0.6 + since * 1.4, alpha: fading });
      }
    }
  }

  /**
   * Position after a part (0 to 1) of the path from the middle of the bottom, up an edge, to the middle of the top.
   * `way` is 1 for the left edge and -1 for the right one.
   */
  private along(part: number, way: number): { x: number; y: number; turn: number } {
    const { width, height } = this.page;
    const across = width / 2 - INSET;
    const up = height - INSET * 2;
    const at = part * (across * 2 + up);
    const mirror = (x: number) => (way === 1 ? x : width - x);
    if (at < across) return { x: mirror(width / 2 - at), y: height - INSET, turn: way === 1 ? Math.PI : 0 };
    if (at < across + up) return { x: mirror(INSET), y: height - INSET - (at - across), turn: -Math.PI / 2 };
    return { x: mirror(INSET + at - across - up), y: INSET, turn: way === 1 ? 0 : Math.PI };
  }
}
