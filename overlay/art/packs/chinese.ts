import { type ArtPack, type ArtPiece, type Draw, shader } from '../art.ts';
import { emboss, gold, linear, newBrush, polyline, radial, withShadow } from '../canvas.ts';
import { drapery } from '../silk.ts';

const CELL = 24;

/** Lacquer with a golden key pattern; the pattern runs down from the upper edge. */
const board: Draw = (brush, _time, size) => {
  const glow = linear(
    brush,
    [30, 0, 110, 0],
    [0, 'rgba(255,120,30,0.5)'],
    [0.4, 'rgba(255,70,20,0.16)'],
    [1, 'rgba(255,60,10,0)'],
  );
  brush.fillStyle = glow;
  brush.fillRect(0, 0, size.width, size.height);
  brush.fillStyle = linear(
    brush,
    [0, 0, 34, 0],
    [0, '#3c0206'],
    [0.35, '#b0121b'],
    [0.6, '#8f0b14'],
    [1, '#4a0308'],
  );
  brush.fillRect(0, 0, 34, size.height);
  withShadow(brush, 'rgba(20,0,0,0.9)', 3, 1, () =>
    emboss(brush, size, gold, 1.6, (mask) => {
      mask.fillRect(0, -20, 3.5, size.height + 40);
      mask.fillRect(29.5, -20, 4.5, size.height + 40);
      mask.lineWidth = 2.6;
      for (let y = -CELL; y < size.height + CELL; y += CELL) {
        polyline(mask, [
          [7.5, y],
          [7.5, y + CELL - 4],
          [25.5, y + CELL - 4],
          [25.5, y + 4],
          [12.5, y + 4],
          [12.5, y + CELL - 9],
          [20.5, y + CELL - 9],
          [20.5, y + 9],
          [16.5, y + 9],
        ]);
        polyline(mask, [
          [7.5, y + CELL - 4],
          [7.5, y + CELL + 2],
        ]);
      }
    }),
  );
};

/** The board along the lower edge. */
const rail: Draw = (brush, time, size) => {
  brush.save();
  brush.translate(0, size.height);
  brush.rotate(-Math.PI / 2);
  board(brush, time, { width: size.height, height: size.width });
  brush.restore();
};

interface Lobe {
  x: number;
  y: number;
  radius: number;
}

/** A pile of clouds as on embroidered silk: rings of colour within golden lines. */
const clouds =
  (lobes: readonly Lobe[]): Draw =>
  (brush, _time, size) => {
    const rings = ['#8c0d14', '#c9211c', '#ee5a2c', '#f9a55d', '#fde2b0', '#fff6e0'];
    for (const { x, y, radius } of lobes) {
      const shape = newBrush(size.width, size.height);
      shape.beginPath();
      shape.arc(x, y, radius, 0, 2 * Math.PI);
      shape.clip();
      for (const [ring, colour] of rings.entries()) {
        const inner = radius * (1 - ring * 0.17);
        shape.fillStyle = linear(
          shape,
          [x, y - inner, x, y + inner],
          [0, colour],
          [1, rings[Math.max(0, ring - 1)] ?? colour],
        );
        shape.beginPath();
        shape.arc(x, y + ring * radius * 0.045, inner, 0, 2 * Math.PI);
        shape.fill();
      }
      withShadow(brush, 'rgba(40,0,0,0.55)', 12, 4, () => brush.drawImage(shape.canvas, 0, 0));
      emboss(brush, size, gold, 1.8, (mask) => {
        mask.lineWidth = 3.2;
        for (const ring of [0, 2, 4]) {
          mask.beginPath();
          mask.arc(x, y + ring * radius * 0.045, radius * (1 - ring * 0.17) - 1.6, 0, 2 * Math.PI);
          mask.stroke();
        }
        mask.lineCap = 'round';
        mask.beginPath();
        for (let turn = 0; turn < 44; turn++) {
          const angle = turn * 0.24 + 0.6;
          const reach = radius * (0.24 - turn * 0.0048);
          mask.lineTo(x + Math.cos(angle) * reach, y + radius * 0.22 + Math.sin(angle) * reach);
        }
        mask.stroke();
      });
    }
  };

const bank: Lobe[] = [
  { x: 52, y: 92, radius: 64 },
  { x: 168, y: 132, radius: 56 },
  { x: 292, y: 148, radius: 50 },
  { x: 100, y: 168, radius: 62 },
  { x: 226, y: 196, radius: 58 },
  { x: 344, y: 208, radius: 46 },
  { x: 14, y: 206, radius: 66 },
  { x: 152, y: 236, radius: 54 },
  { x: 286, y: 250, radius: 52 },
  { x: 400, y: 258, radius: 42 },
];
const small: Lobe[] = [
  { x: 60, y: 72, radius: 46 },
  { x: 146, y: 60, radius: 54 },
  { x: 226, y: 84, radius: 42 },
  { x: 104, y: 114, radius: 44 },
  { x: 186, y: 122, radius: 40 },
];

/** A silk lantern that swings on its cord. */
const lantern: Draw = (brush, time, size) => {
  const swing = Math.sin(time * 2 * Math.PI);
  const flicker = 0.86 + 0.07 * Math.sin(time * 6 * Math.PI + 1) + 0.05 * Math.sin(time * 10 * Math.PI);
  const cord = 46;
  brush.translate(size.width / 2, 0);
  brush.rotate(swing * 0.055);
  brush.strokeStyle = '#e3a83c';
  brush.lineWidth = 3;
  polyline(brush, [
    [0, -10],
    [0, cord],
  ]);
  const [cx, cy, rx, ry] = [0, cord + 72, 66, 58];
  brush.fillStyle = radial(
    brush,
    [cx, cy, 112],
    [0, `rgba(255,120,40,${0.62 * flicker})`],
    [0.6, `rgba(255,70,20,${0.22 * flicker})`],
    [1, 'rgba(255,60,10,0)'],
  );
  brush.fillRect(-112, cy - 112, 224, 224);
  brush.save();
  brush.beginPath();
  brush.ellipse(cx, cy, rx, ry, 0, 0, 2 * Math.PI);
  brush.clip();
  brush.fillStyle = radial(
    brush,
    [cx, cy + 8, 76],
    [0, '#fff0a8'],
    [0.28, '#ffc04a'],
    [0.62, '#f23c1c'],
    [1, '#8c0509'],
  );
  brush.fillRect(-rx, cy - ry, rx * 2, ry * 2);
  for (let rib = -3; rib <= 3; rib++) {
    const bow = (rib / 3.5) * rx;
    // A dark line, and a light one beside it.
    for (const [colour, wide, x] of [
      ['rgba(90,0,0,0.5)', 2.2, cx],
      ['rgba(255,226,150,0.36)', 1, cx + 2],
    ] as const) {
      brush.strokeStyle = colour;
      brush.lineWidth = wide;
      brush.beginPath();
      const start = bow < 0 ? Math.PI / 2 : -Math.PI / 2;
      brush.ellipse(x, cy, Math.abs(bow) + 0.5, ry, 0, start, start + Math.PI);
      brush.stroke();
    }
  }
  brush.fillStyle = linear(
    brush,
    [0, cy - ry, 0, cy],
    [0, 'rgba(255,255,255,0.34)'],
    [1, 'rgba(255,255,255,0)'],
  );
  brush.beginPath();
  brush.ellipse(cx - 20, cy - 30, 28, 16, -0.5, 0, 2 * Math.PI);
  brush.fill();
  brush.restore();
  const caps = newBrush(size.width, size.height);
  emboss(caps, size, gold, 2.4, (mask) => {
    for (const y of [cy - ry - 4, cy + ry - 8]) {
      mask.beginPath();
      mask.roundRect(size.width / 2 - 30, y, 60, 13, 4);
      mask.fill();
      mask.beginPath();
      mask.roundRect(size.width / 2 - 22, y - 5, 44, 23, 4);
      mask.fill();
    }
    mask.font = '900 46px "Noto Serif CJK SC", "Noto Serif CJK JP", serif';
    mask.textAlign = 'center';
    mask.textBaseline = 'middle';
    mask.fillText('福', size.width / 2, cy + 2);
  });
  brush.drawImage(caps.canvas, -size.width / 2, 0);
  brush.translate(0, cy + ry + 8);
  brush.rotate(-swing * 0.13);
  for (let thread = -6; thread <= 6; thread++) {
    brush.strokeStyle = thread % 2 === 0 ? '#e2251d' : '#ff7a3c';
    brush.lineWidth = 2;
    brush.beginPath();
    brush.moveTo(thread * 0.9, 0);
    brush.quadraticCurveTo(thread * 1.2 + swing * 2, 30, thread * 1.9 + swing * 6, 66 - Math.abs(thread));
    brush.stroke();
  }
  brush.fillStyle = '#f4c24b';
  brush.beginPath();
  brush.ellipse(0, 6, 8, 6, 0, 0, 2 * Math.PI);
  brush.fill();
};

/** A firework, from its flash to its last sparks. */
const firework = (first: string, second: string) =>
  shader(`
vec4 paint(vec2 p) {
  vec2 c = p - size * 0.5;
  float life = t * 1.05;
  float open = 1.0 - exp(-life * 4.2);
  vec3 sum = vec3(0.0);
  float a = 0.0;
  for (int k = 0; k < 64; k++) {
    vec3 h = cell(ivec3(k, 11, 0), ivec3(0));
    float angle = (float(k) + h.x * 0.8) / 64.0 * 2.0 * PI;
    float far = (0.45 + 0.55 * h.y) * size.x * 0.46;
    vec2 dir = vec2(cos(angle), sin(angle));
    vec2 at = dir * far * open + vec2(0.0, 34.0 * life * life);
    vec2 before = dir * far * (1.0 - exp(-max(life - 0.16, 0.0) * 4.2)) + vec2(0.0, 34.0 * max(life - 0.16, 0.0) * max(life - 0.16, 0.0));
    float left = clamp(1.0 - life * (0.82 + 0.3 * h.z), 0.0, 1.0);
    float blink = life > 0.5 ? 0.55 + 0.45 * step(0.4, fract(h.x * 17.0 + life * 9.0)) : 1.0;
    float d = segment(c, at, before);
    float head = exp(-dot(c - at, c - at) / 9.0);
    float trail = exp(-d * 1.1) * 0.55;
    float l = (head * 1.4 + trail) * left * blink;
    sum += mix(${first}, ${second}, step(0.5, h.z)) * l + vec3(1.0) * head * left * blink * 0.8;
    a += l;
  }
  float flash = exp(-dot(c, c) / 1400.0) * smoothstep(0.22, 0.0, life);
  sum += vec3(1.0, 0.9, 0.7) * flash;
  a = clamp(a + flash, 0.0, 1.0);
  return vec4(sum / max(a, 0.001), a);
}`);

/** A flake of gold leaf. */
const leaf: Draw = (brush, _time, size) =>
  emboss(brush, size, gold, 2, (mask) => {
    const [w, h] = [size.width, size.height];
    mask.beginPath();
    mask.moveTo(w * 0.1, h * 0.4);
    mask.lineTo(w * 0.48, h * 0.12);
    mask.lineTo(w * 0.92, h * 0.36);
    mask.lineTo(w * 0.66, h * 0.9);
    mask.closePath();
    mask.fill();
  });

const dust = shader(`
vec4 paint(vec2 p) {
  float d = length(p - size * 0.5) / (size.x * 0.5);
  float core = exp(-d * d * 16.0);
  return vec4(mix(vec3(1.0, 0.62, 0.16), vec3(1.0, 0.96, 0.76), core), clamp(exp(-d * d * 4.0) * 0.6 * smoothstep(1.0, 0.6, d) + core, 0.0, 1.0));
}`);

const silk = drapery({
  dark: 'vec3(0.24, 0.0, 0.015)',
  light: 'vec3(0.87, 0.08, 0.07)',
  trimDark: 'vec3(0.46, 0.22, 0.03)',
  trimLight: 'vec3(1.0, 0.87, 0.45)',
  lace: false,
});

const leaves = (count: number, x: [number, number]): ArtPiece => ({
  kind: 'particles',
  pictures: ['leaf', 'dust', 'leaf', 'dust'],
  count,
  from: { x, y: [-0.06, 0.75] },
  speed: { x: [-16, 16], y: [60, 140] },
  life: [4, 8],
  scale: [0.4, 1],
  turn: [0, 6],
  spin: [-1.6, 1.6],
  sway: { width: 24, rate: 0.25 },
  flutter: 0.8,
});

const hanging = (x: number, y: number, phase: number, both: boolean): ArtPiece => ({
  kind: 'strip',
  picture: 'lantern',
  anchor: 'topLeft',
  x,
  y,
  phase,
  sides: both ? 'both' : 'own',
});

/** Lacquer and gold; then lanterns; then silk and fireworks. */
export const chinese: ArtPack = {
  fills: 'style',
  name: { ja: '中華風', en: 'Chinese', zh_CN: '中国风' },
  pictures: {
    board: { width: 110, height: 480, draw: board },
    rail: { width: 528, height: 110, draw: rail },
    bank: { width: 450, height: 300, draw: clouds(bank) },
    small: { width: 280, height: 170, draw: clouds(small) },
    silk: { width: 540, height: 190, frames: 20, fps: 8, draw: silk },
    lantern: { width: 200, height: 270, frames: 24, fps: 10, draw: lantern },
    'firework-gold': {
      width: 300,
      height: 300,
      frames: 20,
      fps: 14,
      draw: firework('vec3(1.0, 0.72, 0.2)', 'vec3(1.0, 0.2, 0.12)'),
    },
    'firework-red': {
      width: 260,
      height: 260,
      frames: 20,
      fps: 14,
      draw: firework('vec3(1.0, 0.16, 0.1)', 'vec3(1.0, 0.86, 0.5)'),
    },
    leaf: { width: 26, height: 26, draw: leaf },
    dust: { width: 24, height: 24, draw: dust },
  },
  levels: [
    [
      { kind: 'strip', picture: 'board', anchor: 'bottomLeft', repeat: { axis: 'y', until: 0.5 } },
      { kind: 'strip', picture: 'small', anchor: 'bottomLeft', x: -46, y: -30 },
      leaves(12, [0, 0.2]),
    ],
    [
      { kind: 'strip', picture: 'board', anchor: 'bottomLeft', repeat: { axis: 'y' } },
      { kind: 'strip', picture: 'rail', anchor: 'bottomLeft', repeat: { axis: 'x', until: 0.8 } },
      { kind: 'strip', picture: 'bank', anchor: 'bottomLeft', x: -40, y: -40 },
      hanging(20, -20, 0, false),
      hanging(190, -70, 0.3, false),
      leaves(24, [0, 0.5]),
    ],
    [
      { kind: 'strip', picture: 'board', anchor: 'bottomLeft', repeat: { axis: 'y' }, sides: 'both' },
      { kind: 'strip', picture: 'rail', anchor: 'bottomLeft', repeat: { axis: 'x' } },
      { kind: 'strip', picture: 'bank', anchor: 'bottomLeft', x: -40, y: -40, sides: 'both' },
      { kind: 'strip', picture: 'small', anchor: 'bottom', y: -34 },
      {
        kind: 'burst',
        picture: 'firework-gold',
        every: 1.9,
        from: { x: [0.1, 0.9], y: [0.05, 0.14] },
        blend: 'add',
      },
      {
        kind: 'burst',
        picture: 'firework-red',
        every: 2.7,
        from: { x: [0.15, 0.85], y: [0.86, 0.92] },
        blend: 'add',
      },
      { kind: 'strip', picture: 'silk', anchor: 'topLeft', repeat: { axis: 'x' } },
      hanging(24, 20, 0, true),
      hanging(214, -50, 0.4, true),
      leaves(44, [0, 1]),
    ],
  ],
};
