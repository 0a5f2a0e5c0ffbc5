import { type Brush, fade } from '../../core/canvas.ts';
import { blush, deepRose, pearl, rose } from './palette.ts';

/** Length of one scallop along the edge, in units. */
const SCALLOP = 60;
/** Width of the lace, in units. */
export const LACE = 78;

/** Paints lace down the left edge: scallops with eyelets, a satin band and a row of pearls. */
export function paintLace(brush: Brush, from: number, until: number): void {
  for (let y = from; y < until - 4; y += SCALLOP) scallop(brush, y + SCALLOP / 2);
  const satin = brush.createLinearGradient(0, 0, 40, 0);
  satin.addColorStop(0, '#ff9cc8');
  satin.addColorStop(0.35, '#ffe3f0');
  satin.addColorStop(0.6, '#ffb5d6');
  satin.addColorStop(1, rose);
  brush.fillStyle = satin;
  brush.fillRect(0, from, 34, until - from);
  brush.fillStyle = fade(pearl, 0.9);
  brush.fillRect(34, from, 3, until - from);
  brush.fillStyle = fade(deepRose, 0.5);
  brush.fillRect(31, from, 1.5, until - from);
  for (let y = from + 12; y < until - 6; y += 22) paintPearl(brush, 17, y, 6.5);
}

function scallop(brush: Brush, y: number): void {
  brush.fillStyle = fade('#ffffff', 0.93);
  brush.strokeStyle = fade(deepRose, 0.4);
  brush.lineWidth = 1.6;
  // The frill: small arcs around the large one.
  for (let step = -3; step <= 3; step++) {
    const angle = (step / 3.2) * (Math.PI / 2);
    brush.beginPath();
    brush.arc(36 + Math.cos(angle) * 32, y + Math.sin(angle) * 27, 9, 0, 2 * Math.PI);
    brush.fill();
    brush.stroke();
  }
  brush.beginPath();
  brush.ellipse(34, y, 33, SCALLOP / 2, 0, 0, 2 * Math.PI);
  brush.fill();
  brush.fillStyle = fade(blush, 0.95);
  brush.beginPath();
  brush.ellipse(36, y, 24, 20, 0, 0, 2 * Math.PI);
  brush.fill();
  brush.save();
  brush.globalCompositeOperation = 'destination-out';
  for (let petal = 0; petal < 6; petal++) {
    const angle = (petal / 6) * 2 * Math.PI;
    brush.beginPath();
    brush.ellipse(44 + Math.cos(angle) * 9, y + Math.sin(angle) * 9, 5, 3.2, angle, 0, 2 * Math.PI);
    brush.fill();
  }
  for (let step = -2; step <= 2; step++) {
    const angle = (step / 2.2) * (Math.PI / 2);
    brush.beginPath();
    brush.arc(36 + Math.cos(angle) * 29, y + Math.sin(angle) * 24, 2.6, 0, 2 * Math.PI);
    brush.fill();
  }
  brush.restore();
  brush.fillStyle = rose;
  brush.beginPath();
  brush.arc(44, y, 3.4, 0, 2 * Math.PI);
  brush.fill();
}

export function paintPearl(brush: Brush, x: number, y: number, radius: number): void {
  const shine = brush.createRadialGradient(x - radius * 0.35, y - radius * 0.4, radius * 0.1, x, y, radius);
  shine.addColorStop(0, '#ffffff');
  shine.addColorStop(0.45, '#fff1f5');
  shine.addColorStop(0.85, '#e9c3d4');
  shine.addColorStop(1, '#c795b2');
  brush.fillStyle = shine;
  brush.beginPath();
  brush.arc(x, y, radius, 0, 2 * Math.PI);
  brush.fill();
}

/** Paints a string of pearls that hangs between two points. `sag` is its depth in the middle. */
export function paintSwag(brush: Brush, x1: number, y1: number, x2: number, y2: number, sag: number): void {
  const length = Math.hypot(x2 - x1, y2 - y1) + sag;
  const pearls = Math.round(length / 15);
  for (let index = 0; index <= pearls; index++) {
    const part = index / pearls;
    const x = x1 + (x2 - x1) * part;
    const y = y1 + (y2 - y1) * part + Math.sin(part * Math.PI) * sag;
    paintPearl(brush, x, y, index % 6 === 3 ? 9.5 : 6.5);
  }
}
