import { type ArtPack, type ArtPiece, shader } from '../art.ts';

/**
 * Smoke that is lit from above. `thick` is the amount at a point. The noise at `q` repeats after `per` cells.
 */
const CLOUD = `
float density(vec2 q, float thick, ivec3 per) {
  vec3 at = vec3(q, t * float(per.z));
  vec2 warp = vec2(fbm(at * vec3(1.0, 1.0, 1.0) + vec3(3.0, 0.0, 0.0), per, 3), fbm(at + vec3(8.0, 0.0, 0.0), per, 3)) - 0.5;
  float n = fbm(vec3(q + warp * 1.5, t * float(per.z)), per, 6);
  return smoothstep(0.36, 0.74, n * 0.86 + thick * 0.56 - 0.2);
}
vec4 smoke(vec2 q, float thick, ivec3 per) {
  float d = density(q, thick, per);
  float above = density(q + vec2(0.07, 0.16), thick, per);
  float light = clamp(0.56 + (d - above) * 1.15, 0.0, 1.0);
  vec3 c = mix(vec3(0.20, 0.22, 0.27), vec3(0.93, 0.94, 0.97), light);
  return vec4(c, d * 0.86);
}
`;

const bank = shader(`${CLOUD}
vec4 paint(vec2 p) {
  float up = (size.y - p.y) / size.y;
  float swell = noise(vec3(p.x / 108.0, 1.0, 0.5), ivec3(5, 0, 0)) * 0.5;
  vec2 q = vec2(p.x / 135.0 - t * 1.0, (size.y - p.y) / 120.0);
  return smoke(q, 1.15 + swell - up * 1.9, ivec3(4, 0, 2)) * vec4(1.0, 1.0, 1.0, smoothstep(1.0, 0.8, up));
}`);

const veil = shader(`${CLOUD}
vec4 paint(vec2 p) {
  float across = p.x / size.x;
  vec2 q = vec2(p.x / 100.0, (size.y - p.y) / 120.0 - t * 2.0);
  return smoke(q, 0.85 - across * 1.3, ivec3(0, 4, 2)) * vec4(1.0, 1.0, 1.0, 0.9);
}`);

const lid = shader(`${CLOUD}
vec4 paint(vec2 p) {
  float down = p.y / size.y;
  vec2 q = vec2(p.x / 135.0 + t * 1.0, -p.y / 110.0);
  return smoke(q, 0.8 - down * 1.5, ivec3(4, 0, 2));
}`);

const puff = shader(`${CLOUD}
vec4 paint(vec2 p) {
  vec2 c = (p - size * 0.5) / (size.x * 0.5);
  return smoke(c * 1.1 + 7.0, 1.05 - length(c) * 1.6, ivec3(0));
}`);

const strip = (picture: string, until = 1, more: object = {}): ArtPiece => ({
  kind: 'strip',
  picture,
  anchor: picture === 'lid' ? 'topLeft' : 'bottomLeft',
  repeat: { axis: picture === 'veil' ? 'y' : 'x', until },
  ...more,
});

const puffs = (count: number, x: [number, number]): ArtPiece => ({
  kind: 'particles',
  pictures: ['puff'],
  count,
  from: { x, y: [0.93, 1] },
  speed: { x: [-26, 26], y: [-95, -40] },
  life: [3, 5],
  scale: [0.4, 0.7],
  grow: 1.6,
  opacity: 0.5,
});

/** Styles below the scene must shine through the bank. */
const BANK_OPACITY = 0.6;

/** Smoke that rolls in from the edges. */
export const smoke: ArtPack = {
  fills: 'scene',
  name: { ja: '煙', en: 'Smoke', zh_CN: '烟雾' },
  pictures: {
    bank: { width: 540, height: 280, frames: 16, fps: 7, draw: bank },
    veil: { width: 120, height: 480, frames: 16, fps: 7, draw: veil },
    lid: { width: 540, height: 170, frames: 16, fps: 7, draw: lid },
    puff: { width: 200, height: 200, draw: puff },
  },
  levels: [
    [strip('bank', 0.48, { y: -90, opacity: BANK_OPACITY }), puffs(3, [0, 0.3])],
    [strip('veil'), strip('bank', 0.85, { y: -40, opacity: BANK_OPACITY }), puffs(4, [0, 0.6])],
    [
      strip('veil', 1, { sides: 'both' }),
      strip('lid'),
      strip('bank', 1, { opacity: BANK_OPACITY }),
      puffs(6, [0, 1]),
    ],
  ],
};
