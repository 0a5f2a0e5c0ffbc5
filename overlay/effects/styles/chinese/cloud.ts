import type { Brush } from '../../core/canvas.ts';
import { darkGold, gold, paleGold, vermilion } from './palette.ts';

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
