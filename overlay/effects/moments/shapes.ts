import type { OwnStyle } from '#shared/contract/rules.ts';
import { type Brush, fade, glow, paintSprite, type Sprite } from '../core/canvas.ts';
import type { EffectPage } from '../core/page.ts';
import type { Random } from '../core/random.ts';

/** The colours of a style's moments: main colour, a light one and a contrasting one. */
interface MomentColours {
  main: string;
  light: string;
  other: string;
}

export const momentColours: Readonly<Record<OwnStyle, MomentColours>> = {
  chinese: { main: '#f4c24b', light: '#fff1b4', other: '#d92a1c' },
  princess: { main: '#ff6fae', light: '#ffe3f0', other: '#c8a5ff' },
  ink: { main: '#c42f20', light: '#f4efe2', other: '#15171c' },
  lava: { main: '#ff7a10', light: '#fff0b0', other: '#d62a06' },
};

/** The colours of attacker and defender, the same in all styles. */
export const attackerColour = '#ff8a1f';
export const defenderColour = '#38bdf8';

/** Brightness over a moment: from 0 to 1 during its first `rise`, and back to 0 during its last third. */
export function riseAndFall(time: number, seconds: number, rise = 0.25): number {
  const part = Math.max(0, Math.min(1, time / seconds));
  return part < rise ? part / rise : Math.min(1, (1 - part) / Math.min(0.35, 1 - rise));
}

/** Cubic ease-out of a part, which is clamped to 0 to 1. */
export function easeOut(part: number): number {
  const rest = 1 - Math.max(0, Math.min(1, part));
  return 1 - rest * rest * rest;
}

/** A beam of light from the sprite's centre to the right; it widens. */
export function beamSprite(colour: string): Sprite {
  return paintSprite(
    1200,
    150,
    (brush) => {
      const light = brush.createLinearGradient(0, 0, 600, 0);
      light.addColorStop(0, fade(colour, 0.85));
      light.addColorStop(0.5, fade(colour, 0.4));
      light.addColorStop(1, fade(colour, 0));
      brush.fillStyle = light;
      brush.beginPath();
      brush.moveTo(0, -4);
      brush.lineTo(600, -72);
      brush.lineTo(600, 72);
      brush.lineTo(0, 4);
      brush.fill();
    },
    0.5,
  );
}

/** A comet that flies to the right. */
export function cometSprite(colour: string, light: string): Sprite {
  return paintSprite(360, 90, (brush) => {
    const tail = brush.createLinearGradient(-180, 0, 140, 0);
    tail.addColorStop(0, fade(colour, 0));
    tail.addColorStop(0.7, fade(colour, 0.65));
    tail.addColorStop(1, light);
    brush.fillStyle = tail;
    brush.beginPath();
    brush.moveTo(-180, 0);
    brush.quadraticCurveTo(60, -22, 138, -15);
    brush.arc(138, 0, 15, -Math.PI / 2, Math.PI / 2);
    brush.quadraticCurveTo(60, 22, -180, 0);
    brush.fill();
    glow(brush, 136, 0, 44, light, 0.95);
    star(brush, 136, 0, 26, light);
  });
}

export function star(brush: Brush, x: number, y: number, size: number, colour: string, points = 5): void {
  brush.fillStyle = colour;
  brush.beginPath();
  for (let point = 0; point < points * 2; point++) {
    const angle = (point / (points * 2)) * 2 * Math.PI - Math.PI / 2;
    const distance = point % 2 === 0 ? size : size * 0.45;
    brush.lineTo(x + Math.cos(angle) * distance, y + Math.sin(angle) * distance);
  }
  brush.closePath();
  brush.fill();
}

/** One piece of confetti. */
export function confettiSprite(colour: string): Sprite {
  return paintSprite(30, 20, (brush) => {
    const paper = brush.createLinearGradient(-13, 0, 13, 0);
    paper.addColorStop(0, colour);
    paper.addColorStop(0.5, '#ffffff');
    paper.addColorStop(0.62, colour);
    brush.fillStyle = paper;
    brush.fillRect(-13, -8, 26, 16);
  });
}

/** The input of a moment's drawing. Its actors get a `time` from 0 to the moment's duration. */
export interface MomentScene {
  page: EffectPage;
  random: Random;
  colours: MomentColours;
  amount: number;
}
