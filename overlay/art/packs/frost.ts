import { type ArtPack, type ArtPiece, shader } from '../art.ts';

/** Ice in facets. `deep` is the distance from its inner end (units, negative outside); `q` is the place in cells. */
const ICE = `
vec4 ice(vec2 q, ivec2 per, float deep) {
  vec2 w = q + (vec2(fbm(q, per, 2), fbm(q + 5.0, per, 2)) - 0.5) * 0.5;
  vec3 big = cells(w, per, 0.95);
  vec3 small = cells(w * 3.0 + big.z, per * 3, 0.95);
  vec3 dust = cells(w * 9.0, per * 9, 1.0);
  float facet = fract(big.z * 7.3) * 0.6 + fract(small.z * 3.1) * 0.4;
  float slope = dot(normalize(vec2(cos(small.z * 40.0), sin(small.z * 40.0))), vec2(-0.6, -0.8)) * 0.5 + 0.5;
  float crack = smoothstep(0.035, 0.0, big.y) * 0.95 + smoothstep(0.05, 0.0, small.y) * 0.5;
  float grain = smoothstep(0.16, 0.0, dust.y) * 0.22 * fbm(q * 5.0, per * 5, 3);
  vec3 c = mix(vec3(0.16, 0.46, 0.78), vec3(0.74, 0.93, 1.0), facet * 0.45 + slope * 0.45);
  c = mix(c, vec3(1.0), clamp(crack + grain, 0.0, 1.0));
  float rim = smoothstep(9.0, 0.0, abs(deep));
  c = mix(c, vec3(1.0), rim * 0.8);
  float body = smoothstep(-1.5, 1.5, deep);
  float thick = smoothstep(0.0, 70.0, deep);
  float a = body * (0.36 + 0.34 * thick + crack * 0.3 + grain + rim * 0.4);
  float breath = exp(min(deep, 0.0) / 24.0) * 0.28 * (1.0 - body);
  return over(vec4(c, min(a, 0.96)), vec4(0.86, 0.96, 1.0, breath));
}
/** Needles of ice that stand on a line: their length at a place. */
float needles(float along, float step_, int per, float row) {
  float best = 0.0;
  for (int k = -2; k <= 2; k++) {
    int i = int(floor(along / step_)) + k;
    vec3 h = cell(ivec3(i, int(row), 5), ivec3(per, 0, 0));
    float middle = (float(i) + 0.5 + (h.x - 0.5) * 0.7) * step_;
    float tall = h.y * h.y;
    float w = step_ * (0.4 + h.z * 0.5);
    best = max(best, tall * (1.0 - abs(along - middle) / w));
  }
  return max(best, 0.0);
}
`;

const wall = shader(
  `${ICE}
vec4 paint(vec2 p) {
  float y = size.y - p.y;
  float reach = 26.0 + needles(y, 40.0, 16, 1.0) * 92.0 + fbm(vec2(1.0, y / 40.0), ivec2(0, 16), 3) * 26.0;
  return ice(vec2(p.x, y) / 53.3333, ivec2(0, 12), reach - p.x);
}`,
  2,
);

const floor = shader(
  `${ICE}
vec4 paint(vec2 p) {
  float y = size.y - p.y;
  float reach = 38.0 + needles(p.x, 45.0, 12, 2.0) * 150.0 + needles(p.x, 18.0, 30, 3.0) * 46.0 + fbm(vec2(p.x / 45.0, 1.0), ivec2(12, 0), 3) * 34.0;
  return ice(vec2(p.x, y) / 54.0, ivec2(10, 0), reach - y);
}`,
  2,
);

const icicles = shader(
  `${ICE}
vec4 paint(vec2 p) {
  float reach = 26.0 + needles(p.x, 36.0, 15, 4.0) * 190.0 + needles(p.x, 15.0, 36, 5.0) * 60.0;
  vec4 c = ice(vec2(p.x, p.y + 400.0) / 54.0, ivec2(10, 0), reach - p.y);
  float shine = needles(p.x + 5.0, 36.0, 15, 4.0) - needles(p.x - 3.0, 36.0, 15, 4.0);
  c.rgb += vec3(0.7, 0.8, 0.9) * clamp(shine * 0.9, -0.3, 0.6) * c.a;
  return c;
}`,
  2,
);

/** A star of light with four rays. */
const glint = shader(`
vec4 paint(vec2 p) {
  vec2 c = (p - size * 0.5) / (size.x * 0.5);
  float cross_ = exp(-abs(c.x) * 26.0 - abs(c.y) * 4.5) + exp(-abs(c.y) * 26.0 - abs(c.x) * 4.5);
  float core = exp(-dot(c, c) * 60.0);
  float a = clamp((cross_ + core) * smoothstep(1.0, 0.7, length(c)), 0.0, 1.0);
  return vec4(mix(vec3(0.6, 0.9, 1.0), vec3(1.0), a), a);
}`);

/** A snow crystal with six arms. */
const flake = shader(
  `
vec4 paint(vec2 p) {
  vec2 c = (p - size * 0.5) / (size.x * 0.5);
  float a = mod(atan(c.y, c.x) + PI / 6.0, PI / 3.0) - PI / 6.0;
  vec2 q = length(c) * vec2(cos(a), abs(sin(a)));
  float d = segment(q, vec2(0.0), vec2(0.86, 0.0));
  for (int k = 1; k < 4; k++) {
    float x = float(k) * 0.22;
    d = min(d, segment(q, vec2(x, 0.0), vec2(x + 0.2 - float(k) * 0.03, 0.2 - float(k) * 0.03)));
  }
  float line = within(d - 0.028, 0.03);
  float halo = exp(-d * 9.0) * 0.45 * smoothstep(1.0, 0.6, length(c));
  return vec4(mix(vec3(0.62, 0.86, 1.0), vec3(1.0), line), max(line, halo));
}`,
  3,
);

/** Cold air that creeps along the ground. */
const breath = shader(`
vec4 paint(vec2 p) {
  float up = (size.y - p.y) / size.y;
  vec2 q = vec2(p.x / 135.0 - t * 1.0, (size.y - p.y) / 60.0);
  float n = fbm(vec3(q, t * 2.0), ivec3(4, 0, 2), 5);
  return vec4(0.88, 0.96, 1.0, smoothstep(0.4, 0.8, n + 0.2 - up * 0.55) * 0.62 * smoothstep(1.0, 0.7, up));
}`);

const strip = (picture: string, until = 1, more: object = {}): ArtPiece => ({
  kind: 'strip',
  picture,
  anchor: picture === 'icicles' ? 'topLeft' : 'bottomLeft',
  repeat: { axis: picture === 'wall' ? 'y' : 'x', until },
  ...more,
});

const snow = (count: number, x: [number, number]): ArtPiece => ({
  kind: 'particles',
  pictures: ['flake'],
  count,
  from: { x, y: [-0.1, 0.7] },
  speed: { x: [-14, 24], y: [60, 150] },
  life: [4, 8],
  scale: [0.25, 1],
  turn: [0, 6],
  spin: [-1, 1],
  sway: { width: 26, rate: 0.2 },
});

const glints = (count: number, x: [number, number], y: [number, number]): ArtPiece => ({
  kind: 'particles',
  pictures: ['glint'],
  count,
  from: { x, y },
  speed: { x: [0, 0], y: [0, 0] },
  life: [0.7, 1.6],
  scale: [0.3, 1.1],
  blend: 'add',
});

/** Ice that grows from the edges, snow and cold air. */
export const frost: ArtPack = {
  fills: 'scene',
  name: { ja: '霜', en: 'Frost', zh_CN: '霜冻' },
  pictures: {
    wall: { width: 200, height: 640, draw: wall },
    floor: { width: 540, height: 260, draw: floor },
    icicles: { width: 540, height: 260, draw: icicles },
    breath: { width: 540, height: 150, frames: 20, fps: 8, draw: breath },
    flake: { width: 44, height: 44, draw: flake },
    glint: { width: 64, height: 64, draw: glint },
  },
  levels: [
    [
      strip('wall', 0.4),
      strip('floor', 0.44, { y: -30 }),
      strip('breath', 0.46),
      snow(6, [0, 0.12]),
      glints(5, [0, 0.35], [0.9, 1]),
    ],
    [
      strip('wall'),
      strip('floor', 0.9),
      strip('breath', 0.9),
      snow(16, [0, 0.5]),
      glints(10, [0, 0.8], [0.88, 1]),
    ],
    [
      strip('wall', 1, { sides: 'both' }),
      strip('floor'),
      strip('icicles'),
      strip('breath'),
      snow(24, [0, 1]),
      glints(8, [0, 1], [0.87, 1]),
      glints(6, [0, 1], [0, 0.12]),
    ],
  ],
};
