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

/** Fire that rises from the lower edge. `tall` is the height of its tips (units), `power` its strength at a place. */
const FIRE = `
vec4 fire(vec2 p, float tall, float power, ivec3 per, vec2 unit) {
  float up = (size.y - p.y) / tall;
  vec2 q = vec2(p.x / unit.x, (size.y - p.y) / unit.y - t * float(per.y));
  float bend = fbm(vec3(q * vec2(1.0, 0.55) + 3.0, t * float(per.z)), ivec3(per.x, 0, per.z), 3) - 0.5;
  vec2 w = q + vec2(bend * (0.35 + up * 1.5), 0.0);
  float big = noise(vec3(w, t * float(per.z)), per);
  float small = fbm(vec3(w * 2.0, t * float(per.z * 2)), per * 2, 4);
  float lick = big * 0.62 + small * 0.62;
  float f = lick * (1.3 + power) - up * (1.3 + 0.5 * up) - 0.06 + power * 0.2;
  float body = smoothstep(0.14, 0.5, f);
  float h = clamp(f * 0.92 - 0.05, 0.0, 1.0) * (0.72 + 0.56 * small);
  return vec4(heat(0.3 + h * 0.66), body);
}
`;

const fire = (tall: number, rows: number) =>
  shader(`${HEAT}${FIRE}
vec4 paint(vec2 p) {
  float power = (noise(vec3(p.x / 90.0, 5.3, 0.5), ivec3(6, 0, 0)) - 0.5) * 1.3;
  return fire(p, ${tall}.0, power, ivec3(9, ${rows}, 2), vec2(60.0, 96.0));
}`);

/** A tongue of fire that licks up the side. */
const sideFire = shader(`${HEAT}${FIRE}
vec4 paint(vec2 p) {
  float across = p.x / size.x;
  vec2 q = vec2(p.x / 46.0, (size.y - p.y) / 107.0 - t * 3.0);
  float bend = fbm(vec3(q + 4.0, t * 2.0), ivec3(0, 6, 2), 3) - 0.5;
  float lick = fbm(vec3(q.x + bend * 1.6, q.y, t * 2.0), ivec3(0, 6, 2), 4);
  float f = lick * 1.55 - across * 1.25 - 0.06;
  return vec4(heat(0.32 + clamp(f, 0.0, 1.0) * 0.75), smoothstep(0.1, 0.5, f) * 0.95);
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
    flames: { width: 540, height: 320, frames: 20, fps: 18, draw: fire(340, 3) },
    blaze: { width: 540, height: 190, frames: 16, fps: 16, draw: fire(170, 2) },
    'side-fire': { width: 110, height: 320, frames: 20, fps: 18, draw: sideFire },
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
      { kind: 'strip', picture: 'side-fire', anchor: 'bottomLeft', x: 20, repeat: { axis: 'y', until: 0.5 } },
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
        x: 20,
        repeat: { axis: 'y' },
        sides: 'both',
      },
      { kind: 'strip', picture: 'flames', anchor: 'bottomLeft', y: -24, repeat: { axis: 'x' } },
      { kind: 'strip', picture: 'blaze', anchor: 'bottomLeft', y: -50, repeat: { axis: 'x' }, phase: 0.5 },
      embers(56, [0, 1]),
    ],
  ],
};
