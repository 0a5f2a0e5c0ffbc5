import { type Brush, paintSprite, type Sprite } from '../../core/canvas.ts';
import { darkGold, gold, jade, paleGold, vermilion } from './ornaments.ts';

const line = '#6d3a08';

/** The dragon's head. It faces right with an open mouth. */
export function dragonHead(): Sprite {
  return paintSprite(300, 280, (brush) => {
    brush.lineJoin = 'round';
    brush.lineCap = 'round';
    mane(brush);
    horns(brush);
    mouth(brush);
    jaw(brush);
    skull(brush);
    teeth(brush);
    eye(brush);
    whiskers(brush);
  });
}

function mane(brush: Brush): void {
  const tufts = [
    [-2.7, 112, vermilion],
    [-2.35, 100, '#ff7a2e'],
    [2.75, 116, vermilion],
    [-3.05, 124, '#ff8f3a'],
    [2.35, 98, '#e8431f'],
    [1.95, 84, vermilion],
    [-2.05, 84, '#e8431f'],
    [2.95, 96, gold],
    [-2.6, 80, gold],
    [1.6, 70, '#ff7a2e'],
  ] as const;
  for (const [angle, length, style] of tufts) {
    brush.save();
    brush.translate(-26, 0);
    brush.rotate(angle);
    brush.beginPath();
    brush.moveTo(10, -20);
    brush.bezierCurveTo(length * 0.45, -30, length * 0.6, 4, length, -10);
    brush.bezierCurveTo(length * 0.7, 20, length * 0.4, 14, 10, 20);
    brush.closePath();
    brush.fillStyle = style;
    brush.fill();
    brush.strokeStyle = '#7c0c0e';
    brush.lineWidth = 2;
    brush.stroke();
    brush.restore();
  }
}

function horns(brush: Brush): void {
  for (const [dx, dy] of [
    [12, -6],
    [0, 0],
  ] as const) {
    for (const [style, width] of [
      [line, 15],
      ['#fff3d2', 10],
    ] as const) {
      brush.strokeStyle = style;
      brush.lineWidth = width;
      brush.beginPath();
      brush.moveTo(-14 + dx, -36 + dy);
      brush.bezierCurveTo(-30 + dx, -70 + dy, -62 + dx, -78 + dy, -84 + dx, -112 + dy);
      brush.stroke();
      brush.lineWidth = width * 0.7;
      brush.beginPath();
      brush.moveTo(-52 + dx, -80 + dy);
      brush.quadraticCurveTo(-52 + dx, -104 + dy, -42 + dx, -122 + dy);
      brush.stroke();
    }
  }
}

function mouth(brush: Brush): void {
  brush.fillStyle = '#7d0f14';
  brush.beginPath();
  brush.moveTo(4, 4);
  brush.lineTo(108, 0);
  brush.quadraticCurveTo(100, 34, 84, 44);
  brush.lineTo(0, 30);
  brush.closePath();
  brush.fill();
  brush.fillStyle = '#f0606a';
  brush.beginPath();
  brush.moveTo(20, 24);
  brush.bezierCurveTo(50, 8, 84, 22, 112, 12);
  brush.bezierCurveTo(96, 34, 60, 34, 26, 36);
  brush.closePath();
  brush.fill();
}

function jaw(brush: Brush): void {
  const metal = brush.createLinearGradient(0, 20, 0, 66);
  metal.addColorStop(0, gold);
  metal.addColorStop(1, '#b06a16');
  brush.beginPath();
  brush.moveTo(-40, 14);
  brush.quadraticCurveTo(-4, 26, 30, 32);
  brush.quadraticCurveTo(64, 40, 92, 34);
  brush.quadraticCurveTo(98, 52, 74, 56);
  brush.quadraticCurveTo(20, 64, -44, 42);
  brush.closePath();
  finish(brush, metal);
  for (const [x, length] of [
    [66, 34],
    [44, 44],
    [22, 36],
  ] as const) {
    brush.beginPath();
    brush.moveTo(x + 10, 54);
    brush.quadraticCurveTo(x - 2, 66, x - 16, 56 + length);
    brush.quadraticCurveTo(x - 14, 62, x - 10, 54);
    brush.closePath();
    finish(brush, '#ff8f3a');
  }
}

function skull(brush: Brush): void {
  const metal = brush.createLinearGradient(0, -60, 0, 16);
  metal.addColorStop(0, '#c57d1c');
  metal.addColorStop(0.4, paleGold);
  metal.addColorStop(1, gold);
  brush.beginPath();
  brush.moveTo(-56, 26);
  brush.bezierCurveTo(-66, -22, -40, -52, -4, -50);
  brush.bezierCurveTo(12, -58, 26, -44, 44, -36);
  brush.bezierCurveTo(66, -30, 78, -36, 92, -42);
  brush.bezierCurveTo(114, -44, 126, -22, 116, -4);
  brush.bezierCurveTo(92, 8, 60, 2, 34, 6);
  brush.bezierCurveTo(4, 12, -20, 24, -56, 26);
  brush.closePath();
  finish(brush, metal);
  brush.beginPath();
  brush.arc(104, -24, 9, 0.4, Math.PI * 1.7);
  brush.strokeStyle = line;
  brush.lineWidth = 4;
  brush.stroke();
  brush.strokeStyle = darkGold;
  brush.lineWidth = 2.2;
  for (const x of [46, 60, 74]) {
    brush.beginPath();
    brush.arc(x, -14, 12, -Math.PI * 0.8, -Math.PI * 0.2);
    brush.stroke();
  }
  brush.beginPath();
  brush.moveTo(-34, -8);
  brush.quadraticCurveTo(-20, 12, -44, 22);
  brush.stroke();
}

function teeth(brush: Brush): void {
  brush.fillStyle = '#fffdf2';
  brush.strokeStyle = line;
  brush.lineWidth = 1.4;
  for (const [x, y, length] of [
    [104, 0, 24],
    [88, 4, 13],
    [72, 4, 13],
    [56, 4, 12],
    [84, 35, -16],
    [66, 37, -11],
    [50, 35, -10],
  ] as const) {
    brush.beginPath();
    brush.moveTo(x - 6, y);
    brush.lineTo(x + 1, y + length);
    brush.lineTo(x + 6, y);
    brush.closePath();
    brush.fill();
    brush.stroke();
  }
}

function eye(brush: Brush): void {
  brush.beginPath();
  brush.ellipse(20, -22, 17, 12, -0.25, 0, 2 * Math.PI);
  finish(brush, '#fffdf0');
  brush.fillStyle = jade;
  brush.beginPath();
  brush.arc(24, -22, 8.5, 0, 2 * Math.PI);
  brush.fill();
  brush.fillStyle = '#0b130f';
  brush.beginPath();
  brush.ellipse(25, -22, 3, 7, 0, 0, 2 * Math.PI);
  brush.fill();
  brush.fillStyle = '#ffffff';
  brush.beginPath();
  brush.arc(28, -26, 2.6, 0, 2 * Math.PI);
  brush.fill();
  brush.beginPath();
  brush.moveTo(-6, -30);
  brush.bezierCurveTo(8, -48, 30, -44, 46, -30);
  brush.bezierCurveTo(28, -34, 14, -36, -6, -30);
  brush.closePath();
  finish(brush, vermilion);
}

function whiskers(brush: Brush): void {
  for (const [style, width] of [
    [line, 6],
    ['#ffd98a', 3.4],
  ] as const) {
    brush.strokeStyle = style;
    brush.lineWidth = width;
    brush.beginPath();
    brush.moveTo(108, -12);
    brush.bezierCurveTo(150, -20, 120, -80, 142, -104);
    brush.moveTo(104, 2);
    brush.bezierCurveTo(140, 20, 112, 70, 136, 96);
    brush.stroke();
  }
}

function finish(brush: Brush, style: string | CanvasGradient): void {
  brush.fillStyle = style;
  brush.fill();
  brush.strokeStyle = line;
  brush.lineWidth = 2.6;
  brush.stroke();
}
