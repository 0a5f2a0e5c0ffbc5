import { type ArtPack, type ArtPiece, type Draw, shader } from '../art.ts';
import { emboss, linear, newBrush, radial, roseGold, withShadow } from '../canvas.ts';
import { drapery } from '../silk.ts';

type Brush = CanvasRenderingContext2D;

/** A satin band with lace and a string of pearls; it runs down the left edge. */
const band = `
vec4 pearl(vec2 c, float r) {
  float d = length(c) / r;
  float z = sqrt(max(0.0, 1.0 - d * d));
  vec3 n = vec3(c / r, z);
  float light = clamp(dot(n, normalize(vec3(-0.45, -0.6, 0.66))), 0.0, 1.0);
  float shine = pow(clamp(dot(n, normalize(vec3(-0.3, -0.45, 0.84))), 0.0, 1.0), 38.0);
  vec3 body = mix(vec3(0.76, 0.58, 0.7), vec3(1.0, 0.955, 0.965), light);
  body += vec3(0.10, 0.04, 0.10) * pow(1.0 - z, 2.0) + vec3(0.05, 0.08, 0.1) * smoothstep(0.5, 0.9, n.y);
  return vec4(body + shine, within(d - 1.0, 0.8 / r));
}
vec4 bandAt(float off, float along) {
  float k = along / 24.0;
  float u = fract(k) - 0.5;
  float scallop = 48.0 - u * u * 46.0;
  float lace = within(off - scallop, 0.9);
  float eye = within(length(vec2(u * 24.0, off - 38.0)) - 3.6, 0.7);
  float row = within(length(vec2((fract(k + 0.5) - 0.5) * 24.0, off - 31.0)) - 2.2, 0.6) + within(length(vec2((fract(k * 2.0) - 0.5) * 12.0, off - 26.5)) - 1.3, 0.5);
  float edge = within(abs(off - scallop + 1.6) - 1.1, 0.6);
  float net = within(abs(fract((off + along) / 4.0) - 0.5) - 0.38, 0.16) * within(abs(fract((off - along) / 4.0) - 0.5) - 0.38, 0.16);
  vec4 c = vec4(vec3(1.0, 0.97, 0.985) * (0.94 + 0.06 * edge), lace * clamp(0.94 - eye * 0.92 - row * 0.9 - net * 0.22 * step(23.0, off) + edge, 0.0, 1.0));
  c = over(c, vec4(0.45, 0.08, 0.26, exp(-max(off - scallop, 0.0) / 8.0) * 0.32));
  float satin = 0.5 + 0.5 * sin(off / 24.0 * PI * 1.5 + 0.4 + 0.35 * sin(along / 60.0 * PI));
  vec3 pink = mix(vec3(0.9, 0.36, 0.6), vec3(1.0, 0.83, 0.91), satin);
  c = over(vec4(pink, within(off - 24.0, 0.8)), c);
  c = over(vec4(vec3(1.0, 0.9, 0.95), within(abs(off - 22.6) - 0.8, 0.5)), c);
  vec2 at = vec2(off - 12.0, (fract(along / 20.0) - 0.5) * 20.0);
  c = over(vec4(0.42, 0.08, 0.26, within(length(at - vec2(1.5, 2.5)) - 9.0, 3.0) * 0.45), c);
  return over(pearl(at, 8.6), c);
}
`;
const side = shader(`${band}\nvec4 paint(vec2 p) { return bandAt(p.x, p.y); }`, 3);
const low = shader(`${band}\nvec4 paint(vec2 p) { return bandAt(size.y - p.y, p.x); }`, 3);

/** Draws a rose from its outer petals to its heart. */
function rose(
  brush: Brush,
  x: number,
  y: number,
  radius: number,
  colours: readonly [string, string, string],
  turn: number,
): void {
  const [deep, middle, pale] = colours;
  for (let ring = 0; ring < 6; ring++) {
    const reach = radius * (1 - ring * 0.165);
    const petals = [7, 6, 5, 5, 4, 3][ring] ?? 3;
    for (let petal = 0; petal < petals; petal++) {
      const angle = (petal / petals) * 2 * Math.PI + turn + ring * 0.71;
      brush.save();
      brush.translate(x + Math.cos(angle) * reach * 0.46, y + Math.sin(angle) * reach * 0.42);
      brush.rotate(angle + Math.PI / 2);
      brush.shadowColor = 'rgba(110,10,60,0.5)';
      brush.shadowBlur = radius * 0.1;
      brush.shadowOffsetY = radius * 0.025;
      brush.fillStyle = linear(
        brush,
        [0, -reach * 0.5, 0, reach * 0.5],
        [0, pale],
        [0.28, middle],
        [1, deep],
      );
      brush.beginPath();
      brush.moveTo(-reach * 0.5, reach * 0.1);
      brush.bezierCurveTo(-reach * 0.62, -reach * 0.38, -reach * 0.22, -reach * 0.6, 0, -reach * 0.46);
      brush.bezierCurveTo(reach * 0.22, -reach * 0.6, reach * 0.62, -reach * 0.38, reach * 0.5, reach * 0.1);
      brush.bezierCurveTo(reach * 0.36, reach * 0.52, -reach * 0.36, reach * 0.52, -reach * 0.5, reach * 0.1);
      brush.fill();
      brush.shadowColor = 'transparent';
      brush.strokeStyle = 'rgba(255,255,255,0.55)';
      brush.lineWidth = Math.max(0.8, radius * 0.018);
      brush.beginPath();
      brush.moveTo(-reach * 0.47, -reach * 0.06);
      brush.bezierCurveTo(-reach * 0.56, -reach * 0.36, -reach * 0.22, -reach * 0.57, 0, -reach * 0.44);
      brush.bezierCurveTo(reach * 0.22, -reach * 0.57, reach * 0.5, -reach * 0.4, reach * 0.5, -reach * 0.1);
      brush.stroke();
      brush.restore();
    }
  }
  brush.strokeStyle = deep;
  brush.lineWidth = radius * 0.035;
  brush.beginPath();
  for (let step = 0; step < 30; step++) {
    const angle = step * 0.42 + turn;
    brush.lineTo(x + Math.cos(angle) * step * radius * 0.0062, y + Math.sin(angle) * step * radius * 0.0058);
  }
  brush.stroke();
}

function foliage(brush: Brush, x: number, y: number, length: number, angle: number): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate(angle);
  brush.shadowColor = 'rgba(20,50,30,0.5)';
  brush.shadowBlur = 6;
  brush.fillStyle = linear(
    brush,
    [0, -length * 0.3, 0, length * 0.3],
    [0, '#9fd0a0'],
    [0.5, '#5fa071'],
    [1, '#2f6a4c'],
  );
  brush.beginPath();
  brush.moveTo(0, 0);
  brush.bezierCurveTo(length * 0.3, -length * 0.36, length * 0.75, -length * 0.26, length, 0);
  brush.bezierCurveTo(length * 0.75, length * 0.26, length * 0.3, length * 0.36, 0, 0);
  brush.fill();
  brush.shadowColor = 'transparent';
  brush.strokeStyle = 'rgba(230,255,230,0.5)';
  brush.lineWidth = 1.4;
  brush.beginPath();
  brush.moveTo(4, 0);
  brush.lineTo(length * 0.94, 0);
  for (const at of [0.25, 0.42, 0.6]) {
    for (const way of [-1, 1]) {
      brush.moveTo(length * at, 0);
      brush.quadraticCurveTo(
        length * (at + 0.1),
        way * length * 0.08,
        length * (at + 0.18),
        way * length * 0.15,
      );
    }
  }
  brush.stroke();
  brush.restore();
}

const blush = ['#c2185b', '#f06aa4', '#ffd9e8'] as const;
const cream = ['#e08aa8', '#ffd3df', '#fffafc'] as const;
const lilac = ['#7a3fb0', '#bb8be6', '#f0e0ff'] as const;

/** Roses in the lower corner. */
const bouquet: Draw = (brush) => {
  for (const [x, y, length, angle] of [
    [210, 210, 110, -0.5],
    [260, 240, 100, -0.1],
    [120, 120, 105, -1.3],
    [60, 90, 90, -1.8],
    [180, 150, 90, -0.95],
    [330, 270, 80, -0.35],
  ] as const)
    foliage(brush, x, y, length, angle);
  rose(brush, 64, 134, 66, cream, 0.2);
  rose(brush, 300, 264, 56, cream, 1.4);
  rose(brush, 182, 196, 62, lilac, 0.9);
  rose(brush, 92, 236, 92, blush, 0.5);
  rose(brush, 222, 278, 66, blush, 2.1);
  rose(brush, 20, 200, 54, lilac, 2.6);
};
const posy: Draw = (brush) => {
  foliage(brush, 130, 110, 80, -0.5);
  foliage(brush, 70, 70, 76, -1.4);
  foliage(brush, 150, 140, 70, -0.05);
  rose(brush, 116, 122, 46, cream, 0.9);
  rose(brush, 52, 112, 58, blush, 0.3);
};

/** A satin bow with long ends. */
const bow: Draw = (brush, time, size) => {
  const sway = Math.sin(time * 2 * Math.PI) * 0.03;
  brush.translate(size.width / 2, 70);
  const satin = (x0: number, x1: number) =>
    linear(
      brush,
      [x0, 0, x1, 0],
      [0, '#d3357f'],
      [0.25, '#ff9cc8'],
      [0.4, '#ffe3f0'],
      [0.55, '#ff86bb'],
      [0.8, '#c92a74'],
      [1, '#ff9fca'],
    );
  const shape = (fill: CanvasGradient, path: () => void) =>
    withShadow(brush, 'rgba(110,10,60,0.55)', 10, 4, () => {
      brush.fillStyle = fill;
      brush.beginPath();
      path();
      brush.fill();
    });
  for (const way of [-1, 1]) {
    brush.save();
    brush.scale(way, 1);
    brush.rotate(sway * way);
    shape(satin(0, 80), () => {
      brush.moveTo(4, 6);
      brush.bezierCurveTo(30, 50, 34, 100, 62, 158);
      brush.lineTo(76, 132);
      brush.lineTo(98, 146);
      brush.bezierCurveTo(76, 96, 62, 40, 18, 0);
    });
    shape(satin(0, 118), () => {
      brush.moveTo(4, 0);
      brush.bezierCurveTo(34, -62, 100, -74, 116, -40);
      brush.bezierCurveTo(128, -8, 118, 34, 92, 40);
      brush.bezierCurveTo(58, 46, 26, 26, 4, 6);
    });
    brush.fillStyle = linear(
      brush,
      [0, -40, 0, 40],
      [0, 'rgba(150,10,80,0)'],
      [0.5, 'rgba(150,10,80,0.55)'],
      [1, 'rgba(150,10,80,0)'],
    );
    brush.beginPath();
    brush.moveTo(6, 2);
    brush.bezierCurveTo(40, -26, 76, -22, 92, -2);
    brush.bezierCurveTo(76, 14, 42, 18, 6, 4);
    brush.fill();
    brush.strokeStyle = 'rgba(255,255,255,0.7)';
    brush.lineWidth = 2;
    brush.beginPath();
    brush.moveTo(10, -8);
    brush.bezierCurveTo(40, -54, 96, -64, 110, -36);
    brush.stroke();
    brush.restore();
  }
  shape(satin(-24, 24), () => brush.roundRect(-21, -20, 42, 44, 15));
  const jewel = newBrush(60, 60);
  emboss(jewel, { width: 60, height: 60 }, roseGold, 3, (mask) => {
    mask.beginPath();
    mask.arc(30, 30, 17, 0, 2 * Math.PI);
    mask.fill();
  });
  brush.drawImage(jewel.canvas, -30, -28);
  brush.fillStyle = radial(
    brush,
    [-4, -2, 14],
    [0, '#ffffff'],
    [0.3, '#ffc2dd'],
    [0.7, '#f0418f'],
    [1, '#a80f56'],
  );
  brush.beginPath();
  brush.arc(0, 2, 11, 0, 2 * Math.PI);
  brush.fill();
};

const heart = shader(
  `
float heartAt(vec2 c) {
  c.x = abs(c.x);
  if (c.y + c.x > 1.0) return sqrt(dot(c - vec2(0.25, 0.75), c - vec2(0.25, 0.75))) - sqrt(2.0) / 4.0;
  float m = 0.5 * max(c.x + c.y, 0.0);
  return sqrt(min(dot(c - vec2(0.0, 1.0), c - vec2(0.0, 1.0)), dot(c - m, c - m))) * sign(c.x - c.y);
}
vec4 paint(vec2 p) {
  vec2 c = (p - size * 0.5) / (size.x * 0.40);
  float d = heartAt(vec2(c.x * 0.62, 0.52 - c.y * 0.62));
  float light = clamp(0.75 - c.y * 0.35 - c.x * 0.15, 0.0, 1.0);
  vec3 col = mix(vec3(0.86, 0.1, 0.42), vec3(1.0, 0.6, 0.79), light);
  float shine = exp(-dot((c - vec2(-0.38, -0.42)) * vec2(1.2, 2.2), (c - vec2(-0.38, -0.42)) * vec2(1.2, 2.2)) * 9.0);
  col += shine * 0.9 + vec3(0.22, 0.1, 0.16) * smoothstep(-0.09, 0.0, d);
  return over(vec4(col, within(d, 0.02)), vec4(1.0, 0.45, 0.72, exp(-max(d, 0.0) * 11.0) * 0.42));
}`,
  2,
);

const star = shader(`
vec4 paint(vec2 p) {
  vec2 c = (p - size * 0.5) / (size.x * 0.5);
  float rays = exp(-abs(c.x) * 30.0 - abs(c.y) * 4.0) + exp(-abs(c.y) * 30.0 - abs(c.x) * 4.0);
  vec2 q = turned(PI / 4.0) * c;
  rays += 0.4 * (exp(-abs(q.x) * 40.0 - abs(q.y) * 8.0) + exp(-abs(q.y) * 40.0 - abs(q.x) * 8.0));
  float a = clamp((rays + exp(-dot(c, c) * 50.0)) * smoothstep(1.0, 0.7, length(c)), 0.0, 1.0);
  return vec4(mix(vec3(1.0, 0.62, 0.86), vec3(1.0), a), a);
}`);

const bokeh = shader(`
vec4 paint(vec2 p) {
  float d = length(p - size * 0.5) / (size.x * 0.46);
  float disc = within(d - 0.9, 0.06) * (0.16 + 0.12 * d * d) + within(abs(d - 0.88) - 0.02, 0.05) * 0.16;
  return vec4(1.0, 0.72, 0.88, disc);
}`);

const petal: Draw = (brush, _time, size) => {
  const [w, h] = [size.width, size.height];
  brush.fillStyle = linear(brush, [0, 0, w, h], [0, '#fff0f6'], [0.5, '#ffb3d1'], [1, '#ee6ba2']);
  brush.beginPath();
  brush.moveTo(w * 0.1, h * 0.55);
  brush.bezierCurveTo(w * 0.1, h * 0.05, w * 0.7, -h * 0.02, w * 0.95, h * 0.3);
  brush.bezierCurveTo(w * 0.95, h * 0.75, w * 0.5, h * 1.05, w * 0.1, h * 0.55);
  brush.fill();
};

const satin = drapery({
  dark: 'vec3(0.72, 0.2, 0.45)',
  light: 'vec3(1.0, 0.76, 0.88)',
  trimDark: 'vec3(0.86, 0.5, 0.66)',
  trimLight: 'vec3(1.0, 0.96, 0.98)',
  lace: true,
});

const floating = (count: number, x: [number, number]): ArtPiece[] => [
  {
    kind: 'particles',
    pictures: ['bokeh'],
    count: Math.round(count / 4),
    from: { x, y: [0.84, 1.02] },
    speed: { x: [-10, 10], y: [-46, -14] },
    life: [4, 8],
    scale: [0.4, 1],
    blend: 'add',
  },
  {
    kind: 'particles',
    pictures: ['petal'],
    count,
    from: { x, y: [-0.05, 0.7] },
    speed: { x: [-22, 18], y: [50, 120] },
    life: [4, 8],
    scale: [0.45, 1.1],
    turn: [0, 6],
    spin: [-1.2, 1.2],
    sway: { width: 30, rate: 0.22 },
    flutter: 0.5,
  },
  {
    kind: 'particles',
    pictures: ['heart'],
    count: Math.round(count / 3),
    from: { x, y: [0.88, 1.02] },
    speed: { x: [-12, 12], y: [-120, -60] },
    life: [2.4, 4.5],
    scale: [0.35, 0.9],
    turn: [-0.3, 0.3],
    sway: { width: 16, rate: 0.4 },
  },
  {
    kind: 'particles',
    pictures: ['star'],
    count: Math.round(count / 2),
    from: { x, y: [0.84, 1] },
    speed: { x: [0, 0], y: [0, 0] },
    life: [0.8, 1.8],
    scale: [0.25, 1],
    blend: 'add',
  },
];

/** Satin, lace and pearls; then roses; then a canopy with bows. */
export const princess: ArtPack = {
  fills: 'style',
  name: { ja: 'プリンセス', en: 'Princess', zh_CN: '公主' },
  pictures: {
    side: { width: 84, height: 480, draw: side },
    low: { width: 540, height: 84, draw: low },
    canopy: { width: 540, height: 190, frames: 20, fps: 8, draw: satin },
    bouquet: { width: 430, height: 340, draw: bouquet },
    posy: { width: 230, height: 190, draw: posy },
    bow: { width: 260, height: 250, frames: 16, fps: 7, draw: bow },
    heart: { width: 56, height: 56, draw: heart },
    star: { width: 64, height: 64, draw: star },
    bokeh: { width: 96, height: 96, draw: bokeh },
    petal: { width: 30, height: 24, draw: petal },
  },
  levels: [
    [
      { kind: 'strip', picture: 'side', anchor: 'bottomLeft', repeat: { axis: 'y', until: 0.5 } },
      { kind: 'strip', picture: 'posy', anchor: 'bottomLeft', x: -10, y: -24 },
      ...floating(9, [0, 0.24]),
    ],
    [
      { kind: 'strip', picture: 'side', anchor: 'bottomLeft', repeat: { axis: 'y' } },
      { kind: 'strip', picture: 'low', anchor: 'bottomLeft', repeat: { axis: 'x', until: 0.8 } },
      { kind: 'strip', picture: 'bouquet', anchor: 'bottomLeft', x: -30, y: -44 },
      { kind: 'strip', picture: 'bow', anchor: 'topLeft', x: -40, y: 6 },
      ...floating(18, [0, 0.5]),
    ],
    [
      { kind: 'strip', picture: 'side', anchor: 'bottomLeft', repeat: { axis: 'y' }, sides: 'both' },
      { kind: 'strip', picture: 'low', anchor: 'bottomLeft', repeat: { axis: 'x' } },
      { kind: 'strip', picture: 'bouquet', anchor: 'bottomLeft', x: -30, y: -44, sides: 'both' },
      { kind: 'strip', picture: 'canopy', anchor: 'topLeft', repeat: { axis: 'x' } },
      { kind: 'strip', picture: 'bow', anchor: 'topLeft', x: -30, y: 0, sides: 'both' },
      ...floating(21, [0, 1]),
    ],
  ],
};
