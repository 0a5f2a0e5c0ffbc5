import { type Brush, fade } from '../../core/canvas.ts';

export const rose = '#ff6fae';
export const deepRose = '#d63c86';
export const blush = '#ffd3e6';
export const lilac = '#c8a5ff';
const pearl = '#fff8fb';
export const gold = '#ffcf70';
const mint = '#8fd6b4';

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

const roses: readonly [readonly string[], ...(readonly string[])[]] = [
  ['#b9276c', '#e0508f', '#ff86b8', '#ffb3d3', '#ffd9e9'],
  ['#d9779f', '#f0a0c0', '#ffc4da', '#ffe0ec', '#fff4f8'],
  ['#8b56c9', '#a877e6', '#c8a5ff', '#dfc9ff', '#f1e6ff'],
];

/** Paints a rose from above, darker towards its centre. `kind` chooses the colour. */
function paintRose(brush: Brush, x: number, y: number, radius: number, kind = 0): void {
  const shades = roses[kind % roses.length] ?? roses[0];
  brush.save();
  brush.translate(x, y);
  brush.rotate(kind * 1.3 + x * 0.01);
  for (let ring = 0; ring < 4; ring++) {
    const distance = radius * (0.62 - ring * 0.17);
    const size = radius * (0.5 - ring * 0.085);
    const petals = 6 - ring;
    for (let petal = 0; petal < petals; petal++) {
      const angle = (petal / petals) * 2 * Math.PI + ring * 0.55;
      brush.save();
      brush.rotate(angle);
      brush.translate(distance, 0);
      const shade = brush.createRadialGradient(-size * 0.7, 0, size * 0.1, 0, 0, size * 1.1);
      shade.addColorStop(0, shades[Math.max(0, 2 - ring)] ?? rose);
      shade.addColorStop(0.75, shades[Math.max(1, 4 - ring)] ?? rose);
      shade.addColorStop(1, shades[Math.max(1, 3 - ring)] ?? rose);
      brush.fillStyle = shade;
      brush.beginPath();
      brush.ellipse(0, 0, size, size * 1.18, 0, 0, 2 * Math.PI);
      brush.fill();
      brush.strokeStyle = fade(deepRose, 0.22);
      brush.lineWidth = 1.4;
      brush.stroke();
      brush.restore();
    }
  }
  brush.strokeStyle = shades[0] ?? deepRose;
  brush.lineWidth = Math.max(1.5, radius * 0.05);
  brush.beginPath();
  for (let step = 0; step <= 30; step++) {
    const angle = (step / 30) * Math.PI * 3.4;
    const distance = radius * 0.2 * (1 - step / 34);
    brush.lineTo(Math.cos(angle) * distance, Math.sin(angle) * distance);
  }
  brush.stroke();
  brush.restore();
}

function paintLeaf(brush: Brush, x: number, y: number, length: number, turn: number): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate(turn);
  const green = brush.createLinearGradient(0, -length * 0.25, 0, length * 0.25);
  green.addColorStop(0, '#c9f0dc');
  green.addColorStop(0.5, mint);
  green.addColorStop(1, '#4fa583');
  brush.fillStyle = green;
  brush.beginPath();
  brush.moveTo(0, 0);
  brush.quadraticCurveTo(length * 0.45, -length * 0.36, length, 0);
  brush.quadraticCurveTo(length * 0.45, length * 0.36, 0, 0);
  brush.fill();
  brush.strokeStyle = fade('#2f7a5d', 0.5);
  brush.lineWidth = 1.6;
  brush.beginPath();
  brush.moveTo(4, 0);
  brush.lineTo(length * 0.9, 0);
  brush.stroke();
  brush.restore();
}

/** Paints the roses of the lower left corner. `rich` is their amount, 1 to 3. */
export function paintBouquet(brush: Brush, x: number, y: number, rich: number): void {
  const leaves = [
    [10, -60, 120, -1.1],
    [60, -40, 130, -0.45],
    [-40, -80, 120, -1.75],
    [110, 10, 120, -0.1],
    [-50, -140, 100, -1.4],
    [150, 20, 130, -0.35],
  ] as const;
  for (const [dx, dy, length, turn] of leaves.slice(0, rich * 2)) {
    paintLeaf(brush, x + dx, y + dy, length, turn);
  }
  const blooms = [
    [-56, -150, 40, 1],
    [166, 24, 44, 2],
    [118, -16, 40, 1],
    [-30, -92, 50, 2],
    [66, -56, 52, 1],
    [90, 26, 56, 0],
    [0, 0, 78, 0],
  ] as const;
  const count = [0, 2, 5, 7][rich] ?? 7;
  for (const [dx, dy, radius, kind] of blooms.slice(blooms.length - count)) {
    paintRose(brush, x + dx, y + dy, radius, kind);
  }
}

export function petal(brush: Brush, size: number): void {
  const shade = brush.createLinearGradient(-size, 0, size, 0);
  shade.addColorStop(0, '#ff8dbd');
  shade.addColorStop(0.5, '#ffc3db');
  shade.addColorStop(1, '#fff0f6');
  brush.fillStyle = shade;
  brush.beginPath();
  brush.moveTo(-size, 0);
  brush.bezierCurveTo(-size * 0.5, -size * 0.8, size * 0.6, -size * 0.75, size, -size * 0.18);
  brush.lineTo(size * 0.78, 0);
  brush.lineTo(size, size * 0.2);
  brush.bezierCurveTo(size * 0.5, size * 0.8, -size * 0.5, size * 0.7, -size, 0);
  brush.fill();
  brush.strokeStyle = fade(deepRose, 0.3);
  brush.lineWidth = 1;
  brush.stroke();
}
