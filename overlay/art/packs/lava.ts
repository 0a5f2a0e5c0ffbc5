import { type ArtPack, type ArtPiece, shader } from '../art.ts';

/** Colours of heat: `h` from 0, black, over red and orange to 1, nearly white. */
const HEAT = `
vec3 heat(float h) {
  vec3 c = mix(vec3(0.10, 0.008, 0.0), vec3(0.62, 0.035, 0.0), smoothstep(0.0, 0.3, h));
  c = mix(c, vec3(1.0, 0.27, 0.015), smoothstep(0.25, 0.55, h));
  c = mix(c, vec3(1.0, 0.66, 0.12), smoothstep(0.5, 0.78, h));
  return mix(c, vec3(1.0, 0.97, 0.78), smoothstep(0.75, 1.0, h));
}
`;

/**
 * Plates of cooled rock with molten seams. `deep` is the distance from the inner end of the rock in units; it is
 * negative outside. `q` are cells of rock that repeat after `per`.
 */
const ROCK = `
vec4 rock(vec2 q, ivec2 per, float deep, float glow) {
  vec2 w = q + (vec2(fbm(q * 2.0, per * 2, 3), fbm(q * 2.0 + 9.0, per * 2, 3)) - 0.5) * 0.42;
  vec3 c = cells(w, per, 0.86);
  float grain = fbm(q * 9.0, per * 9, 4);
  float seam = smoothstep(0.13, 0.0, c.y);
  float core = smoothstep(0.045, 0.0, c.y);
  vec2 e = vec2(0.035, 0.0);
  float bump = smoothstep(0.0, 0.24, c.y) * 0.55 + grain * 0.75;
  float right = smoothstep(0.0, 0.24, cells(w + e.xy, per, 0.86).y) * 0.55 + fbm((q + e.xy) * 9.0, per * 9, 4) * 0.75;
  float down = smoothstep(0.0, 0.24, cells(w + e.yx, per, 0.86).y) * 0.55 + fbm((q + e.yx) * 9.0, per * 9, 4) * 0.75;
  float light = clamp(0.5 + (bump - right) * 1.5 + (bump - down) * 2.1, 0.0, 1.6);
  vec3 stone = mix(vec3(0.055, 0.045, 0.05), vec3(0.25, 0.185, 0.165), c.z * 0.45 + grain * 0.5) * (0.35 + light);
  float hot = smoothstep(70.0, 0.0, deep) * 0.5 + glow;
  vec3 lit = stone + vec3(0.9, 0.2, 0.02) * seam * hot * 0.55;
  lit = mix(lit, heat(0.42 + hot * 0.5), core * clamp(hot + 0.25, 0.0, 1.0));
  float rim = smoothstep(13.0, 0.0, deep);
  lit = mix(lit, heat(0.92 - rim * 0.25), rim * 0.85);
  float halo = smoothstep(-56.0, 0.0, deep);
  float inside = smoothstep(-2.5, 2.5, deep);
  return over(vec4(lit, inside), vec4(heat(0.5), halo * halo * 0.62));
}
`;

const wall = shader(`${HEAT}${ROCK}
vec4 paint(vec2 p) {
  float reach = 62.0 + (fbm(vec2(1.3, p.y / 80.0), ivec2(0, 8), 4) - 0.5) * 92.0;
  return rock(p / 53.3333, ivec2(0, 12), reach - p.x, 0.35);
}`);

const floor = shader(`${HEAT}${ROCK}
vec4 paint(vec2 p) {
  float up = size.y - p.y;
  float reach = 66.0 + (fbm(vec2(p.x / 90.0, 3.7), ivec2(6, 0), 4) - 0.5) * 105.0;
  return rock(vec2(p.x / 54.0, up / 54.0), ivec2(10, 0), reach - up, 0.42);
}`);

const roof = shader(`${HEAT}${ROCK}
vec4 paint(vec2 p) {
  float teeth = pow(noise(vec3(p.x / 60.0, 2.2, 0.5), ivec3(9, 0, 0)), 2.2) * 190.0;
  float reach = 34.0 + teeth * 0.62 + (fbm(vec2(p.x / 45.0, 8.1), ivec2(12, 0), 3) - 0.5) * 48.0;
  return rock(vec2(p.x / 54.0, p.y / 54.0 + 3.0), ivec2(10, 0), reach - p.y, 0.3);
}`);

/**
 * Fire that rises from the lower edge: a row of pointed tongues, whose roots grow together. `tall` is the height of the
 * highest, `apart` the distance of their roots (units). They repeat after `many`. `seed` tells rows apart, `up` is the
 * height over the edge.
 */
const FIRE = `
float tongues(vec2 p, float up, float tall, float apart, int many, int seed) {
  float at = p.x / apart;
  int near = int(floor(at));
  float field = 0.0;
  for (int k = -2; k <= 2; k++) {
    vec3 id = cell(ivec3(near + k, seed, 3), ivec3(many, 0, 0));
    float beats = id.x < 0.5 ? 1.0 : 2.0;
    float high = tall * (0.42 + 0.58 * id.y) * (0.86 + 0.14 * sin(2.0 * PI * (t * beats + id.z)));
    float u = up / high;
    if (u >= 1.0) continue;
    float sway = sin(2.0 * PI * (t - u * 0.8 + id.z)) * 0.34 * u * u;
    float middle = float(near + k) + 0.5 + (id.z - 0.5) * 0.7 + sway;
    float wide = (0.55 + 0.6 * id.y) * pow(1.0 - u, 0.8) * (1.0 - 0.42 * smoothstep(0.0, 0.55, u));
    float inner = 1.0 - abs(at - middle) / max(wide, 0.001);
    field = -joined(-field, -max(inner, 0.0) * (1.0 - 0.25 * u), 0.18);
  }
  return field;
}
vec4 fire(vec2 p, float tall, int rows) {
  float up = size.y - p.y;
  vec2 q = vec2(p.x / 45.0, up / 68.0 - t * float(rows));
  ivec3 per = ivec3(12, rows, 2);
  float bend = fbm(vec3(q, t * 2.0), per, 4) - 0.5;
  float tear = fbm(vec3(q * 2.0 + 5.0, t * 2.0), per * 2, 3);
  float free = smoothstep(0.05, 0.6, up / tall);
  vec2 w = p + vec2(bend * (16.0 + 52.0 * free), 0.0);
  float lift = up + (tear - 0.5) * 46.0 * free;
  float back = tongues(w, lift, tall, 67.5, 8, 11) - (0.62 - tear) * 0.75 * free;
  float front = tongues(w + 31.0, lift, tall * 0.66, 54.0, 10, 23) - (0.6 - tear) * 0.6 * free;
  float cool = 0.3 * up / tall;
  vec4 behind = vec4(heat(0.2 + clamp(back, 0.0, 1.0) * 0.52 + tear * 0.14 - cool * 0.5), smoothstep(0.03, 0.3, back) * 0.94);
  vec4 before = vec4(heat(0.36 + clamp(front, 0.0, 1.0) * 0.5 + tear * 0.16 - cool), smoothstep(0.06, 0.34, front) * 0.96);
  return over(before, behind);
}
`;

const fire = (tall: number, rows: number) =>
  shader(`${HEAT}${FIRE}
vec4 paint(vec2 p) { return fire(p, ${tall}.0, ${rows}); }`);

/** Fire that licks up the side. */
const sideFire = shader(`${HEAT}
vec4 paint(vec2 p) {
  float across = p.x / size.x;
  vec2 q = vec2(p.x / 40.0, (size.y - p.y) / 80.0 - t * 2.0);
  float bend = fbm(vec3(q + 4.0, t * 2.0), ivec3(0, 4, 2), 3) - 0.5;
  float lick = fbm(vec3(q.x + bend * 1.4, q.y - across * 0.9, t * 2.0), ivec3(0, 4, 2), 4);
  float f = (lick - 0.5) * 2.6 + 0.52 - across * 1.5;
  return vec4(heat(0.24 + clamp(f, 0.0, 1.0) * 0.6), smoothstep(0.04, 0.42, f) * 0.95);
}`);

const ember = (r: number, g: number, b: number) =>
  shader(`vec4 paint(vec2 p) {
  float d = length(p - size * 0.5) / (size.x * 0.5);
  float glow = pow(max(0.0, 1.0 - d), 2.4);
  float core = smoothstep(0.26, 0.1, d);
  return vec4(mix(vec3(${r}, ${g}, ${b}), vec3(1.0, 0.95, 0.72), core), max(glow * 0.85, core));
}`);

const embers = (count: number, x: [number, number]): ArtPiece => ({
  kind: 'particles',
  pictures: ['ember-orange', 'ember-red', 'ember-gold'],
  count,
  from: { x, y: [0.72, 1.02] },
  speed: { x: [-18, 30], y: [-330, -110] },
  life: [1.6, 4.4],
  scale: [0.35, 1.25],
  grow: 0.35,
  sway: { width: 18, rate: 0.5 },
  blend: 'add',
});

/** Rock that breaks open, fire and embers. */
export const lava: ArtPack = {
  fills: 'style',
  name: { ja: '溶岩', en: 'Lava', zh_CN: '熔岩' },
  pictures: {
    wall: { width: 200, height: 640, draw: wall },
    floor: { width: 540, height: 200, draw: floor },
    roof: { width: 540, height: 210, draw: roof },
    flames: { width: 540, height: 250, frames: 20, fps: 14, draw: fire(240, 4) },
    blaze: { width: 540, height: 140, frames: 18, fps: 14, draw: fire(130, 3) },
    'side-fire': { width: 110, height: 320, frames: 20, fps: 14, draw: sideFire },
    'ember-orange': { width: 44, height: 44, draw: ember(1, 0.48, 0.06) },
    'ember-red': { width: 56, height: 56, draw: ember(1, 0.2, 0.02) },
    'ember-gold': { width: 34, height: 34, draw: ember(1, 0.76, 0.2) },
  },
  levels: [
    [
      {
        kind: 'strip',
        picture: 'wall',
        anchor: 'bottomLeft',
        repeat: { axis: 'y', until: 0.45 },
        opacity: 0.9,
      },
      { kind: 'strip', picture: 'floor', anchor: 'bottomLeft', repeat: { axis: 'x', until: 0.48 } },
      { kind: 'strip', picture: 'blaze', anchor: 'bottomLeft', y: -16, repeat: { axis: 'x', until: 0.45 } },
      embers(16, [0, 0.34]),
    ],
    [
      { kind: 'strip', picture: 'wall', anchor: 'bottomLeft', repeat: { axis: 'y' } },
      { kind: 'strip', picture: 'floor', anchor: 'bottomLeft', repeat: { axis: 'x', until: 0.95 } },
      { kind: 'strip', picture: 'side-fire', anchor: 'bottomLeft', repeat: { axis: 'y', until: 0.5 } },
      { kind: 'strip', picture: 'blaze', anchor: 'bottomLeft', y: -6, repeat: { axis: 'x', until: 0.85 } },
      embers(30, [0, 0.7]),
    ],
    [
      { kind: 'strip', picture: 'wall', anchor: 'bottomLeft', repeat: { axis: 'y' }, sides: 'both' },
      { kind: 'strip', picture: 'roof', anchor: 'topLeft', repeat: { axis: 'x' } },
      { kind: 'strip', picture: 'floor', anchor: 'bottomLeft', repeat: { axis: 'x' } },
      {
        kind: 'strip',
        picture: 'side-fire',
        anchor: 'bottomLeft',
        repeat: { axis: 'y' },
        sides: 'both',
      },
      { kind: 'strip', picture: 'flames', anchor: 'bottomLeft', y: -6, repeat: { axis: 'x' } },
      embers(56, [0, 1]),
    ],
  ],
};
