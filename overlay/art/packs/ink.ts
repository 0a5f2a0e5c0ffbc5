import { type ArtPack, type ArtPiece, type Draw, shader } from '../art.ts';
import { newBrush } from '../canvas.ts';
import { shade } from '../shade.ts';

type Brush = CanvasRenderingContext2D;

/** Paper, a wash of ink and a stroke of a dry brush. */
const INK = `
vec3 paper(vec2 p) {
  float fibre = fbm(vec2(p.x / 3.0, p.y / 3.0), ivec2(180, 180), 3);
  float cloud = fbm(vec2(p.x / 90.0, p.y / 90.0), ivec2(6, 6), 3);
  return mix(vec3(0.86, 0.83, 0.76), vec3(0.975, 0.96, 0.915), clamp(cloud * 0.7 + fibre * 0.45, 0.0, 1.0));
}
/** Ink in water: dark where it is \`dense\`, with a darker rim where it dried, and grain. */
vec4 wash(float dense, float rim, vec2 p) {
  float grain = fbm(vec2(p.x / 5.0, p.y / 5.0), ivec2(108, 108), 4);
  float pool = fbm(vec2(p.x / 54.0, p.y / 54.0), ivec2(10, 10), 4);
  float a = clamp(dense * (0.55 + 0.65 * pool) * (0.72 + 0.5 * grain) + rim * 0.55, 0.0, 1.0);
  return vec4(mix(vec3(0.25, 0.28, 0.33), vec3(0.03, 0.035, 0.05), clamp(a * 1.15, 0.0, 1.0)), a);
}
/** A dry brush: bristles along \`along\`; \`off\` from -1 to 1 across; \`load\` is how much ink it holds. */
vec4 stroke(float off, float along, float load, vec2 p) {
  float bristle = noise(vec3(off * 9.0, along / 90.0, 0.5), ivec3(0, 6, 0)) * 0.6 + noise(vec3(off * 26.0, along / 135.0, 3.5), ivec3(0, 4, 0)) * 0.4;
  float grain = fbm(vec2(p.x / 4.0, p.y / 6.0), ivec2(135, 90), 3);
  float edge = 1.0 - smoothstep(0.78, 1.0, abs(off) + (grain - 0.5) * 0.34);
  float ink = smoothstep(0.62 - load * 0.62, 0.72 - load * 0.5, bristle * 0.75 + grain * 0.35);
  float rim = smoothstep(0.62, 0.9, abs(off)) * edge * 0.35;
  float a = edge * clamp(ink * (0.72 + 0.4 * grain) + rim, 0.0, 1.0);
  return vec4(mix(vec3(0.16, 0.17, 0.2), vec3(0.02, 0.022, 0.03), clamp(load + rim + grain * 0.3, 0.0, 1.0)), a);
}
`;

const side = shader(
  `${INK}
vec4 paint(vec2 p) {
  float y = size.y - p.y;
  float torn = 44.0 + (fbm(vec2(2.0, y / 54.0), ivec2(0, 10), 4) - 0.5) * 66.0 + (fbm(vec2(5.0, y / 6.0), ivec2(0, 90), 3) - 0.5) * 9.0;
  float sheet = smoothstep(torn + 2.5, torn - 2.5, p.x);
  float mist = exp(-max(p.x - torn, 0.0) / 24.0) * 0.3;
  vec4 c = vec4(paper(p), max(sheet * 0.96, mist));
  c.rgb *= 1.0 - 0.14 * smoothstep(torn - 8.0, torn, p.x) * sheet;
  float bleed = fbm(vec2(p.x / 36.0, y / 45.0), ivec2(15, 12), 5);
  float pool = smoothstep(0.52, 0.74, bleed + (22.0 - p.x) / 110.0);
  vec4 ink = wash(pool * 0.6, smoothstep(0.06, 0.0, abs(bleed + (22.0 - p.x) / 110.0 - 0.53)) * 0.7, p);
  c = over(ink * vec4(1.0, 1.0, 1.0, sheet), c);
  float sway = (noise(vec3(1.0, y / 135.0, 0.5), ivec3(0, 4, 0)) - 0.5) * 12.0;
  float w = 8.5 + (noise(vec3(4.0, y / 108.0, 0.5), ivec3(0, 5, 0)) - 0.5) * 9.0;
  float load = 0.35 + 0.6 * noise(vec3(8.0, y / 180.0, 0.5), ivec3(0, 3, 0));
  return over(stroke((p.x - 13.0 - sway) / w, y, load, p), c);
}`,
  2,
);

/** Mountains in the mist, from the near ridge to the far one. */
const mountains = shader(
  `${INK}
float ridge(float x, float row, int per, float tall) {
  float sum = 0.0, part = 0.6, all = 0.0;
  for (int k = 0; k < 6; k++) {
    float n = 1.0 - abs(noise(vec3(x * float(per), row + float(k) * 3.1, 0.5), ivec3(per, 0, 0)) * 2.0 - 1.0);
    sum += pow(n, 2.0) * part;
    all += part;
    per *= 2; part *= k == 0 ? 0.62 : 0.5;
  }
  return tall * (sum / all * 1.75 - 0.62);
}
vec4 paint(vec2 p) {
  float x = p.x / size.x;
  float up = size.y - p.y;
  float top = 190.0 + (fbm(vec2(x * 6.0, 9.0), ivec2(6, 0), 4) - 0.5) * 110.0;
  float fog = smoothstep(top + 40.0, top - 80.0, up);
  vec4 c = vec4(paper(p), fog * 0.93);
  for (int k = 0; k < 4; k++) {
    float row = 13.7 * float(k) + 2.3;
    float tall = 262.0 - 46.0 * float(k);
    float h = ridge(x, row, 3 + k, tall);
    float into = h - up;
    float inside = smoothstep(-1.2, 1.6, into);
    float near = float(k) / 3.0;
    float depth = 62.0 + 26.0 * near;
    float body = exp(-max(into, 0.0) / depth);
    float crease = fbm(vec2(x * 60.0 + into * 0.03, up / 26.0 + row), ivec2(60, 0), 4);
    float texture_ = smoothstep(0.5, 0.72, crease) * exp(-max(into, 0.0) / (depth * 1.25)) * 0.75;
    float line = smoothstep(5.0, 0.0, abs(into - 1.5)) * (0.45 + 0.55 * noise(vec3(x * 40.0, row, 0.5), ivec3(40, 0, 0)));
    float dense = (0.34 + 0.75 * near) * body + texture_ * (0.3 + 0.7 * near);
    vec4 ink = wash(dense * inside, line * (0.3 + 0.55 * near), p);
    ink.a *= inside;
    c = over(vec4(paper(p), inside * 0.9), c);
    c = over(ink, c);
    float veil = smoothstep(depth * 0.7, depth * 2.0, into) * inside;
    c = over(vec4(paper(p), veil * 0.72), c);
  }
  return c;
}`,
  2,
);

/** Mist that drifts before the mountains. */
const mist = shader(`${INK}
vec4 paint(vec2 p) {
  float up = (size.y - p.y) / size.y;
  vec2 q = vec2(p.x / 135.0 - t * 1.0, (size.y - p.y) / 46.0);
  float n = fbm(vec3(q, t * 2.0), ivec3(4, 0, 2), 5);
  float a = smoothstep(0.42, 0.78, n + 0.16 - abs(up - 0.4) * 0.6) * smoothstep(1.0, 0.75, up);
  return vec4(0.97, 0.955, 0.91, a * 0.82);
}`);

/** Torn paper along the upper edge, with a wet brush across it. */
const scroll = shader(
  `${INK}
vec4 paint(vec2 p) {
  float torn = 88.0 + (fbm(vec2(p.x / 90.0, 4.0), ivec2(6, 0), 4) - 0.5) * 92.0 + (fbm(vec2(p.x / 6.0, 7.0), ivec2(90, 0), 3) - 0.5) * 10.0;
  float sheet = smoothstep(torn + 2.5, torn - 2.5, p.y);
  float fog = exp(-max(p.y - torn, 0.0) / 26.0) * 0.34;
  vec4 c = vec4(paper(p), max(sheet * 0.96, fog));
  c.rgb *= 1.0 - 0.14 * smoothstep(torn - 9.0, torn, p.y) * sheet;
  float bleed = fbm(vec2(p.x / 54.0, p.y / 40.0), ivec2(10, 0), 5);
  float pool = smoothstep(0.5, 0.74, bleed + (34.0 - p.y) / 150.0);
  vec4 ink = wash(pool * 0.5, smoothstep(0.05, 0.0, abs(bleed + (34.0 - p.y) / 150.0 - 0.52)) * 0.6, p);
  c = over(ink * vec4(1.0, 1.0, 1.0, sheet), c);
  float sway = (noise(vec3(p.x / 135.0, 1.0, 0.5), ivec3(4, 0, 0)) - 0.5) * 16.0;
  float w = 11.0 + (noise(vec3(p.x / 108.0, 4.0, 0.5), ivec3(5, 0, 0)) - 0.5) * 13.0;
  float load = 0.3 + 0.65 * noise(vec3(p.x / 180.0, 8.0, 0.5), ivec3(3, 0, 0));
  return over(stroke((p.y - 17.0 - sway) / w, p.x, load, p), c);
}`,
  2,
);

const numbers = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/** The rim of light paper around ink, from its soft glow to its edge. */
const PAPER_LIGHT = [
  { blur: 26, colour: 'rgba(250,245,232,0.75)' },
  { blur: 9, colour: 'rgba(250,245,232,0.9)' },
  { blur: 4, colour: 'rgba(250,245,232,1)' },
] as const;

/** A branch of plum in bloom, as a loaded brush paints it. */
const plum =
  (seed: number, reach: number): Draw =>
  (brush, _time, size) => {
    const random = numbers(seed);
    const wood = newBrush(size.width, size.height);
    wood.lineCap = 'round';
    const tips: { x: number; y: number; size: number }[] = [];
    const grow = (x: number, y: number, angle: number, width: number, length: number): void => {
      const steps = Math.max(3, Math.round(length / 9));
      let [px, py, at] = [x, y, angle];
      for (let step = 0; step < steps; step++) {
        at += (random() - 0.5) * 0.42 + (angle - at) * 0.16;
        if (step % 4 === 3) at += (random() - 0.5) * 0.8;
        const w = width * (1 - (step / steps) * 0.55) * (0.82 + random() * 0.36);
        const [nx, ny] = [px + Math.cos(at) * 9, py + Math.sin(at) * 9];
        wood.strokeStyle = `rgba(${14 + random() * 18},${15 + random() * 16},${20 + random() * 16},${0.78 + random() * 0.22})`;
        wood.lineWidth = w;
        wood.beginPath();
        wood.moveTo(px, py);
        wood.lineTo(nx, ny);
        wood.stroke();
        if (random() < 0.32 && width > 2.5) {
          wood.beginPath();
          wood.arc(nx + (random() - 0.5) * w, ny + (random() - 0.5) * w, w * 0.3, 0, 2 * Math.PI);
          wood.fillStyle = 'rgba(10,11,15,0.9)';
          wood.fill();
        }
        [px, py] = [nx, ny];
        if (width > 2.2 && random() < 0.17) {
          grow(
            px,
            py,
            at + (random() < 0.5 ? -1 : 1) * (0.5 + random() * 0.6),
            w * 0.52,
            length * (0.3 + random() * 0.3),
          );
        }
        if (width < 7 && random() < 0.075)
          tips.push({ x: px + (random() - 0.5) * 10, y: py + (random() - 0.5) * 10, size: 9 + random() * 9 });
      }
      tips.push({ x: px, y: py, size: 7 + random() * 11 });
    };
    grow(-10, 36, 0.16, 19, reach);
    grow(40, 50, 0.05, 9, reach * 0.8);
    grow(20, 20, 0.62, 7, reach * 0.36);
    // Bristles leave gaps in the wood.
    wood.globalCompositeOperation = 'destination-out';
    wood.drawImage(dryness(size), 0, 0);
    // Bare ink is invisible on dark video, so a rim of light paper surrounds it.
    for (const { blur, colour } of PAPER_LIGHT) {
      brush.shadowColor = colour;
      brush.shadowBlur = blur;
      brush.drawImage(wood.canvas, 0, 0);
    }
    brush.shadowColor = 'transparent';
    brush.drawImage(wood.canvas, 0, 0);
    for (const { x, y, size: radius } of tips) blossom(brush, x, y, radius, random);
  };

/** Where a dry brush leaves the paper bare. */
function dryness(size: { width: number; height: number }): HTMLCanvasElement {
  const dry = newBrush(size.width, size.height);
  shade(
    dry,
    0,
    size,
    `vec4 paint(vec2 p) {
      float n = fbm(vec2(p.x / 13.0 + p.y / 30.0, p.y / 3.0 - p.x / 9.0), ivec2(0), 4);
      return vec4(0.0, 0.0, 0.0, smoothstep(0.58, 0.74, n) * 0.8);
    }`,
    1,
  );
  return dry.canvas;
}

function blossom(brush: Brush, x: number, y: number, radius: number, random: () => number): void {
  const turn = random() * 6.3;
  const petals = radius < 9 ? 1 : 5;
  for (let petal = 0; petal < petals; petal++) {
    const angle = turn + (petal / 5) * 2 * Math.PI;
    const far = petals === 1 ? 0 : radius * 0.58;
    const [px, py] = [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
    const wide = radius * (0.5 + random() * 0.14);
    const wet = brush.createRadialGradient(px + wide * 0.25, py + wide * 0.3, 0, px, py, wide);
    wet.addColorStop(0, 'rgba(236,110,110,0.66)');
    wet.addColorStop(0.55, 'rgba(206,40,48,0.86)');
    wet.addColorStop(0.88, 'rgba(160,14,28,0.95)');
    wet.addColorStop(1, 'rgba(140,8,22,0)');
    brush.fillStyle = wet;
    brush.beginPath();
    brush.ellipse(px, py, wide, wide * (0.84 + random() * 0.16), angle, 0, 2 * Math.PI);
    brush.fill();
  }
  if (petals === 1) return;
  brush.strokeStyle = 'rgba(40,4,10,0.85)';
  brush.fillStyle = 'rgba(255,214,120,0.95)';
  brush.lineWidth = Math.max(0.7, radius * 0.05);
  for (let thread = 0; thread < 9; thread++) {
    const angle = turn + (thread / 9) * 2 * Math.PI + random() * 0.3;
    const reach = radius * (0.34 + random() * 0.22);
    const [tx, ty] = [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
    brush.beginPath();
    brush.moveTo(x, y);
    brush.lineTo(tx, ty);
    brush.stroke();
    brush.beginPath();
    brush.arc(tx, ty, radius * 0.07 + 0.4, 0, 2 * Math.PI);
    brush.fill();
  }
}

/** A painter's seal: white characters in cinnabar. */
const seal: Draw = (brush, _time, size) => {
  const stamp = newBrush(size.width, size.height);
  stamp.fillStyle = '#c3281e';
  stamp.beginPath();
  stamp.roundRect(4, 4, size.width - 8, size.height - 8, 8);
  stamp.fill();
  stamp.globalCompositeOperation = 'destination-out';
  stamp.font = '900 40px "Noto Serif CJK SC", "Noto Serif CJK JP", serif';
  stamp.textAlign = 'center';
  stamp.textBaseline = 'middle';
  stamp.fillText('風', size.width / 2, size.height * 0.3);
  stamp.fillText('雲', size.width / 2, size.height * 0.71);
  const worn = newBrush(size.width, size.height);
  shade(
    worn,
    0,
    size,
    'vec4 paint(vec2 p) { return vec4(0.0, 0.0, 0.0, smoothstep(0.6, 0.72, fbm(p / 5.0, ivec2(0), 4)) * 0.9); }',
    1,
  );
  stamp.drawImage(worn.canvas, 0, 0);
  brush.drawImage(stamp.canvas, 0, 0);
};

/** A drop of ink that opens in water and fades. */
const drop = shader(`${INK}
vec4 paint(vec2 p) {
  vec2 c = (p - size * 0.5) / (size.x * 0.5);
  float open = 1.0 - exp(-t * 4.0);
  float n = fbm(vec3(c * 3.0 + 4.0, t * 0.8), ivec3(0), 5);
  float d = length(c) + (n - 0.5) * 0.75 * open;
  float reach = 0.12 + 0.62 * open;
  float inside = smoothstep(reach + 0.02, reach - 0.05, d);
  float rim = smoothstep(0.07, 0.0, abs(d - reach + 0.03)) * (1.0 - t);
  float fade = pow(1.0 - t, 1.3);
  float a = clamp(inside * (0.26 + 0.7 * smoothstep(reach, 0.0, d) * (1.0 - t) + (n - 0.5) * 0.8) + rim * 0.7, 0.0, 1.0) * fade;
  return vec4(mix(vec3(0.2, 0.22, 0.27), vec3(0.02, 0.02, 0.03), a), a);
}`);

const petal: Draw = (brush) => {
  const wet = brush.createRadialGradient(10, 12, 0, 12, 12, 13);
  wet.addColorStop(0, 'rgba(240,120,116,0.85)');
  wet.addColorStop(0.6, 'rgba(206,40,48,0.95)');
  wet.addColorStop(1, 'rgba(150,10,24,0.95)');
  brush.fillStyle = wet;
  brush.beginPath();
  brush.moveTo(3, 14);
  brush.bezierCurveTo(2, 4, 13, 1, 21, 7);
  brush.bezierCurveTo(24, 14, 15, 24, 3, 14);
  brush.fill();
};

const petals = (count: number, x: [number, number]): ArtPiece => ({
  kind: 'particles',
  pictures: ['petal'],
  count,
  from: { x, y: [-0.05, 0.75] },
  speed: { x: [10, 60], y: [40, 110] },
  life: [4, 8],
  scale: [0.4, 1],
  turn: [0, 6],
  spin: [-1.4, 1.4],
  sway: { width: 30, rate: 0.2 },
  flutter: 0.6,
});

const drops = (every: number, x: [number, number], y: [number, number]): ArtPiece => ({
  kind: 'burst',
  picture: 'drop',
  every,
  from: { x, y },
});

/** Paper and brush; then mountains in the mist; then plum in bloom on both sides. */
export const ink: ArtPack = {
  fills: 'style',
  name: { ja: '水墨画', en: 'Ink painting', zh_CN: '水墨' },
  pictures: {
    side: { width: 130, height: 540, draw: side },
    mountains: { width: 1080, height: 300, draw: mountains },
    scroll: { width: 540, height: 190, draw: scroll },
    mist: { width: 540, height: 190, frames: 20, fps: 7, draw: mist },
    plum: { width: 470, height: 320, draw: plum(753, 360) },
    twig: { width: 300, height: 220, draw: plum(77, 220) },
    seal: { width: 60, height: 104, draw: seal },
    drop: { width: 240, height: 240, frames: 20, fps: 12, draw: drop },
    petal: { width: 26, height: 26, draw: petal },
  },
  levels: [
    [
      { kind: 'strip', picture: 'side', anchor: 'bottomLeft', repeat: { axis: 'y', until: 0.5 } },
      {
        kind: 'strip',
        picture: 'mountains',
        anchor: 'bottomLeft',
        y: -90,
        repeat: { axis: 'x', until: 0.46 },
      },
      { kind: 'strip', picture: 'mist', anchor: 'bottomLeft', y: -40, repeat: { axis: 'x', until: 0.48 } },
      petals(6, [0, 0.12]),
    ],
    [
      { kind: 'strip', picture: 'side', anchor: 'bottomLeft', repeat: { axis: 'y' } },
      {
        kind: 'strip',
        picture: 'mountains',
        anchor: 'bottomLeft',
        y: -20,
        repeat: { axis: 'x', until: 0.88 },
      },
      { kind: 'strip', picture: 'twig', anchor: 'topLeft' },
      { kind: 'strip', picture: 'mist', anchor: 'bottomLeft', y: 10, repeat: { axis: 'x', until: 0.9 } },
      drops(2.6, [0.05, 0.3], [0.88, 0.96]),
      petals(14, [-0.05, 0.4]),
    ],
    [
      { kind: 'strip', picture: 'side', anchor: 'bottomLeft', repeat: { axis: 'y' }, sides: 'both' },
      { kind: 'strip', picture: 'scroll', anchor: 'topLeft', repeat: { axis: 'x' } },
      { kind: 'strip', picture: 'mountains', anchor: 'bottomLeft', repeat: { axis: 'x' } },
      { kind: 'strip', picture: 'plum', anchor: 'topLeft', sides: 'both' },
      { kind: 'strip', picture: 'seal', anchor: 'bottomRight', x: 34, y: 34 },
      { kind: 'strip', picture: 'mist', anchor: 'bottomLeft', y: 30, repeat: { axis: 'x' } },
      { kind: 'strip', picture: 'mist', anchor: 'bottomLeft', y: -40, repeat: { axis: 'x' }, phase: 0.5 },
      drops(1.7, [0.1, 0.9], [0.88, 0.97]),
      petals(26, [-0.1, 0.9]),
    ],
  ],
};
