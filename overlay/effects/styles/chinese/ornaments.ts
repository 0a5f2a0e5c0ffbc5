import type { Actor } from '../../core/actor.ts';
import { type Brush, fade, glow, paintSprite, type Sprite } from '../../core/canvas.ts';
import type { Strips } from '../../core/strips.ts';

export const gold = '#f4c24b';
export const paleGold = '#fff1b4';
export const darkGold = '#8f5410';
export const vermilion = '#d92a1c';
const deepRed = '#5e0710';
export const jade = '#2fa37c';

/** Length of one turn of the fret, in units. */
const CELL = 40;
/** Width of the whole board, in units. */
export const BOARD = 62;

/**
 * Paints a lacquered board with a golden fret down the left edge, from `from` to `until`. Its first `fadeIn` units fade
 * in.
 */
export function paintBoard(brush: Brush, from: number, until: number, fadeIn: number): void {
  const length = until - from;
  const start = fadeIn / length;
  const lacquer = brush.createLinearGradient(0, from, 0, until);
  lacquer.addColorStop(0, fade(deepRed, fadeIn > 0 ? 0 : 0.94));
  lacquer.addColorStop(Math.min(0.98, start + 0.01), fade(deepRed, 0.94));
  lacquer.addColorStop(1, fade('#8f1016', 0.96));
  brush.fillStyle = lacquer;
  brush.fillRect(0, from, BOARD, length);
  const metal = brush.createLinearGradient(0, from, 0, until);
  metal.addColorStop(0, fade(gold, fadeIn > 0 ? 0 : 1));
  metal.addColorStop(Math.min(0.97, start + 0.01), gold);
  for (const part of [0.35, 0.6, 0.85]) metal.addColorStop(Math.max(start + 0.02, part), paleGold);
  metal.addColorStop(1, gold);
  brush.fillStyle = metal;
  brush.fillRect(BOARD - 5, from, 5, length);
  brush.fillRect(BOARD - 11, from, 2, length);
  brush.fillRect(3, from, 3, length);
  brush.lineJoin = 'miter';
  const left = 10;
  const reach = BOARD - 26;
  const turns = Math.max(1, Math.round((length - 4) / CELL));
  const cell = (length - 4) / turns;
  for (const [offset, style, width] of [
    [1.5, fade(darkGold, 0.8), 5],
    [0, metal, 3.6],
  ] as const) {
    brush.beginPath();
    for (let turn = 0; turn < turns; turn++) {
      fret(brush, left + offset, from + 4 + turn * cell + offset, reach, cell);
    }
    brush.strokeStyle = style;
    brush.lineWidth = width;
    brush.stroke();
  }
}

/** Traces one turn of the fret. */
function fret(brush: Brush, x: number, y: number, reach: number, cell: number): void {
  const step = reach / 4;
  brush.moveTo(x, y);
  brush.lineTo(x + reach, y);
  brush.lineTo(x + reach, y + cell - 8);
  brush.lineTo(x + step, y + cell - 8);
  brush.lineTo(x + step, y + step + 1);
  brush.lineTo(x + reach - step, y + step + 1);
  brush.lineTo(x + reach - step, y + cell - 8 - step);
  brush.lineTo(x + step * 2, y + cell - 8 - step);
}

interface Lobe {
  x: number;
  y: number;
  radius: number;
  /** Direction of its curl. */
  turn: 1 | -1;
}

const lobes: readonly Lobe[] = [
  { x: 0, y: -26, radius: 40, turn: 1 },
  { x: -48, y: 4, radius: 32, turn: -1 },
  { x: 50, y: 2, radius: 34, turn: 1 },
  { x: -6, y: 22, radius: 34, turn: -1 },
  { x: 88, y: 24, radius: 20, turn: 1 },
  { x: -84, y: 26, radius: 18, turn: -1 },
];

/** Paints a traditional cloud: curled lobes in gold on vermilion, with a tail. */
export function paintCloud(brush: Brush, x: number, y: number, size: number, turn = 0): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate(turn);
  brush.scale(size, size);
  paintTail(brush);
  brush.fillStyle = darkGold;
  for (const lobe of lobes) disc(brush, lobe, 5);
  brush.fillStyle = gold;
  for (const lobe of lobes) disc(brush, lobe, 2.5);
  const body = brush.createLinearGradient(0, -66, 0, 58);
  body.addColorStop(0, '#fff6dc');
  body.addColorStop(0.35, '#ffcf7a');
  body.addColorStop(0.75, vermilion);
  body.addColorStop(1, '#8d1013');
  brush.fillStyle = body;
  for (const lobe of lobes) disc(brush, lobe, -2);
  for (const lobe of lobes) curl(brush, lobe);
  brush.restore();
}

function disc(brush: Brush, { x, y, radius }: Lobe, more: number): void {
  brush.beginPath();
  brush.arc(x, y, radius + more, 0, 2 * Math.PI);
  brush.fill();
}

function curl(brush: Brush, { x, y, radius, turn }: Lobe): void {
  brush.beginPath();
  for (let step = 0; step <= 44; step++) {
    const part = step / 44;
    const angle = turn * (Math.PI * 0.75 + part * Math.PI * 3.1);
    const distance = radius * (0.8 - part * 0.7);
    brush.lineTo(x + Math.cos(angle) * distance, y + Math.sin(angle) * distance);
  }
  brush.lineCap = 'round';
  brush.strokeStyle = darkGold;
  brush.lineWidth = 5;
  brush.stroke();
  brush.strokeStyle = paleGold;
  brush.lineWidth = 2.4;
  brush.stroke();
}

function paintTail(brush: Brush): void {
  for (const [lift, reach] of [
    [34, 190],
    [50, 140],
  ] as const) {
    brush.beginPath();
    brush.moveTo(-90, lift);
    brush.bezierCurveTo(-10, lift + 34, 80, lift - 22, reach, lift + 8);
    brush.bezierCurveTo(90, lift - 4, -10, lift + 56, -90, lift);
    brush.fillStyle = gold;
    brush.fill();
    brush.strokeStyle = darkGold;
    brush.lineWidth = 2.5;
    brush.stroke();
  }
}

const WIDTH = 200;
const HEIGHT = 330;

/** A lit paper lantern with a tassel. It hangs from the sprite's centre, so a rotation makes it swing. */
function lanternSprite(): Sprite {
  return paintSprite(WIDTH, HEIGHT * 2, (brush) => {
    brush.strokeStyle = darkGold;
    brush.lineWidth = 4;
    line(brush, 0, 0, 0, 96);
    glow(brush, 0, 160, 100, '#ff7a2a', 0.7);
    body(brush);
    cap(brush, 97);
    cap(brush, 214);
    tassel(brush);
  });
}

function body(brush: Brush): void {
  const paper = brush.createRadialGradient(-4, 156, 4, 0, 160, 82);
  paper.addColorStop(0, '#ffdf8a');
  paper.addColorStop(0.3, '#ff7a3a');
  paper.addColorStop(0.72, vermilion);
  paper.addColorStop(1, '#8c0d12');
  brush.fillStyle = paper;
  brush.beginPath();
  brush.ellipse(0, 160, 80, 58, 0, 0, 2 * Math.PI);
  brush.fill();
  brush.strokeStyle = fade(deepRed, 0.55);
  brush.lineWidth = 2;
  for (const part of [0.2, 0.48, 0.74, 0.93]) {
    brush.beginPath();
    brush.ellipse(0, 160, 80 * part, 58, 0, 0, 2 * Math.PI);
    brush.stroke();
  }
  brush.strokeStyle = fade(paleGold, 0.8);
  brush.lineWidth = 3;
  brush.beginPath();
  brush.ellipse(0, 160, 80, 58, 0, Math.PI * 1.08, Math.PI * 1.5);
  brush.stroke();
}

function cap(brush: Brush, y: number): void {
  const metal = brush.createLinearGradient(-38, 0, 38, 0);
  metal.addColorStop(0, darkGold);
  metal.addColorStop(0.4, paleGold);
  metal.addColorStop(1, darkGold);
  brush.fillStyle = metal;
  brush.beginPath();
  brush.roundRect(-38, y, 76, 14, 4);
  brush.fill();
}

function tassel(brush: Brush): void {
  brush.fillStyle = gold;
  brush.beginPath();
  brush.arc(0, 238, 9, 0, 2 * Math.PI);
  brush.fill();
  brush.lineCap = 'round';
  for (let thread = -4; thread <= 4; thread++) {
    brush.strokeStyle = thread % 2 === 0 ? vermilion : '#ff5a3c';
    brush.lineWidth = 3.4;
    brush.beginPath();
    brush.moveTo(thread * 1.2, 246);
    brush.quadraticCurveTo(thread * 2.2, 282, thread * 3.4, 318 - Math.abs(thread) * 3);
    brush.stroke();
  }
}

function line(brush: Brush, x1: number, y1: number, x2: number, y2: number): void {
  brush.beginPath();
  brush.moveTo(x1, y1);
  brush.lineTo(x2, y2);
  brush.stroke();
}

interface Hanging {
  x: number;
  y: number;
  scale: number;
}

/** Lanterns that swing slowly. */
export class Lanterns implements Actor {
  private readonly sprite = lanternSprite();
  private readonly hangings: readonly Hanging[];

  constructor(hangings: readonly Hanging[]) {
    this.hangings = hangings;
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    for (const [index, { x, y, scale }] of this.hangings.entries()) {
      const turn = Math.sin(time * (0.9 + index * 0.13) + index * 1.7) * 0.11;
      strips.place(this.sprite, { x, y, scale, turn });
    }
  }
}
