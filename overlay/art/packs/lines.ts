import { type ArtPack, type ArtPiece, shader } from '../art.ts';

/** Where a line lies: its distance from the sides of the page, and from the upper and lower edge, in units. */
const SIDE = 15;
const EDGE = 18;
/** Half of the height of a picture of a horizontal line. */
const HALF = 48;
const LENGTH = 540;
const FRAMES = 12;

/**
 * A line around the page. The shader defines `vec4 line(float along, float off, ivec2 per)`: `along` in units along the
 * line, which repeats after 540; `off` in units from its middle, positive towards the middle of the page.
 */
function lineOf(name: ArtPack['name'], fps: number, source: string): ArtPack {
  const side = shader(`${source}
vec4 paint(vec2 p) { return line(size.y - p.y, p.x - ${SIDE}.0); }`);
  const low = shader(`${source}
vec4 paint(vec2 p) { return line(p.x, ${HALF}.0 - p.y); }`);
  const high = shader(`${source}
vec4 paint(vec2 p) { return line(p.x + 137.0, p.y - ${HALF}.0); }`);
  const strip = (picture: string, until: number, sides: 'own' | 'both' = 'own'): ArtPiece => ({
    kind: 'strip',
    picture,
    anchor: picture === 'high' ? 'topLeft' : 'bottomLeft',
    x: picture === 'side' ? 0 : SIDE - 2,
    y: picture === 'side' ? 0 : EDGE - HALF,
    sides,
    repeat: { axis: picture === 'side' ? 'y' : 'x', until },
  });
  return {
    fills: 'line',
    name,
    pictures: {
      side: { width: 58, height: LENGTH, frames: FRAMES, fps, draw: side },
      low: { width: LENGTH, height: HALF * 2, frames: FRAMES, fps, draw: low },
      high: { width: LENGTH, height: HALF * 2, frames: FRAMES, fps, draw: high },
    },
    levels: [
      [strip('side', 0.46), strip('low', 0.44)],
      [strip('side', 1), strip('low', 0.74), strip('high', 0.46)],
      [strip('side', 1, 'both'), strip('low', 1), strip('high', 1)],
    ],
  };
}

/** A bolt that jumps to another place in each frame. */
export const lightningCyan = lineOf(
  { ja: '稲妻（シアン）', en: 'Cyan lightning', zh_CN: '青色闪电' },
  14,
  `
float bolt(float along, float off, float seed, float reach, int coarse) {
  float x = along / 540.0;
  float bend = (noise(vec3(x * float(coarse), seed, 0.5), ivec3(coarse, 0, 0)) - 0.5) * 2.0;
  float fine = (noise(vec3(x * float(coarse * 4), seed + 9.0, 0.5), ivec3(coarse * 4, 0, 0)) - 0.5);
  float sharp = abs(fract(x * float(coarse * 6) + seed * 0.37) - 0.5) * 2.0 - 0.5;
  return abs(off - bend * reach - fine * reach * 0.7 - sharp * reach * 0.16);
}
vec4 line(float along, float off) {
  float frame = floor(t * 12.0);
  float narrow = size.x < 100.0 ? 0.45 : 1.0;
  vec3 sum = vec3(0.0);
  float a = 0.0;
  for (int k = 0; k < 4; k++) {
    float seed = 3.17 * float(k) + (k == 0 ? floor(frame / 2.0) * 0.83 : frame * 1.91);
    float d = bolt(along, off, seed, (k == 0 ? 15.0 : 27.0) * narrow, k == 0 ? 6 : 8 + k);
    float there = k == 0 ? 1.0 : smoothstep(0.48, 0.62, noise(vec3(along / 90.0, seed * 3.0, 0.2), ivec3(6, 0, 0)));
    float w = (k == 0 ? 2.5 : 1.1) * mix(1.0, narrow, 0.5);
    float core = smoothstep(w + 1.0, w - 0.6, d) * there;
    float halo = exp(-d / (k == 0 ? 7.0 : 4.0)) * there * (k == 0 ? 0.85 : 0.5);
    sum += vec3(0.86, 1.0, 1.0) * core + vec3(0.05, 0.78, 1.0) * halo;
    a = max(a, max(core, halo));
  }
  float wide = exp(-abs(off) / (15.0 * narrow)) * 0.34;
  sum += vec3(0.0, 0.42, 0.95) * wide;
  a = max(a, wide);
  return vec4(sum / max(a, 0.001), a);
}`,
);

/** Molten light that flows along the edge and burns inwards. */
export const orange = lineOf(
  { ja: 'オレンジ', en: 'Orange', zh_CN: '橙色' },
  14,
  `
vec4 line(float along, float off) {
  float narrow = size.x < 100.0 ? 0.5 : 1.0;
  vec2 q = vec2(along / 54.0 - t * 4.0, off / (26.0 * narrow));
  float n = fbm(vec3(q, t * 2.0), ivec3(10, 0, 2), 4);
  float m = fbm(vec3(along / 27.0 + t * 4.0, off / (22.0 * narrow) - 5.0, t * 2.0), ivec3(20, 0, 2), 3);
  float sway = (noise(vec3(along / 90.0 - t * 2.0, 4.0, 0.5), ivec3(6, 0, 0)) - 0.5) * 12.0 * narrow;
  float d = abs(off - sway) / narrow;
  float core = smoothstep(4.2, 1.6, d + (n - 0.5) * 3.0);
  float inward = max(off - sway, 0.0) / narrow;
  float flame = smoothstep(0.0, 0.5, n * 1.25 + m * 0.45 - 0.42 - inward / 34.0) * step(0.0, off - sway);
  float halo = exp(-d / 8.0) * 0.75;
  float pulse = smoothstep(0.55, 0.75, noise(vec3(along / 54.0 - t * 6.0, 1.0, 0.5), ivec3(10, 0, 0)));
  vec3 c = vec3(1.0, 0.42, 0.03);
  c = mix(c, vec3(1.0, 0.2, 0.0), clamp(inward / 26.0, 0.0, 1.0));
  c = mix(c, vec3(1.0, 0.72, 0.2), flame * 0.5);
  c = mix(c, vec3(1.0, 0.96, 0.74), core);
  c += vec3(0.3, 0.22, 0.1) * pulse * halo;
  return vec4(c, max(max(core, halo * (0.7 + 0.3 * pulse)), flame * 0.85));
}`,
);

/** Two silk bands that wind around each other. */
export const purple = lineOf(
  { ja: 'パープル', en: 'Purple', zh_CN: '紫色' },
  12,
  `
vec4 strand(float along, float off, float phase, vec3 base, float narrow) {
  float a = along / 540.0 * 2.0 * PI * 3.0 + phase;
  float wave = sin(a) * 15.0 * narrow;
  float depth = cos(a);
  float w = (7.5 + 3.0 * depth) * mix(0.62, 1.0, narrow);
  float d = (off - wave) / w;
  float shine = smoothstep(0.5, 0.0, abs(d + 0.35)) * 0.85;
  float glint = smoothstep(0.62, 0.8, noise(vec3(along / 54.0 - t * 4.0, phase, 0.5), ivec3(10, 0, 0)));
  vec3 c = base * (0.55 + 0.35 * depth + 0.3 * (1.0 - d * d)) + vec3(1.0, 0.9, 1.0) * shine * (0.35 + 0.5 * glint);
  return vec4(c, within(abs(d) - 1.0, 0.12));
}
vec4 line(float along, float off) {
  float narrow = size.x < 100.0 ? 0.5 : 1.0;
  float a = along / 540.0 * 2.0 * PI * 3.0;
  vec4 one = strand(along, off, 0.0, vec3(0.62, 0.2, 0.95), narrow);
  vec4 two = strand(along, off, PI, vec3(0.98, 0.34, 0.86), narrow);
  vec4 both = cos(a) > 0.0 ? over(one, two) : over(two, one);
  float flow = noise(vec3(along / 54.0 + t * 4.0, 7.0, 0.5), ivec3(10, 0, 0));
  float halo = exp(-abs(off) / (17.0 * narrow)) * (0.3 + 0.35 * flow);
  float spark = 0.0;
  for (int k = 0; k < 10; k++) {
    vec3 h = cell(ivec3(k, 3, 0), ivec3(0));
    float x = mod(h.x * 540.0 + t * 540.0 * (h.z > 0.5 ? 1.0 : 2.0), 540.0);
    float dx = abs(along - x);
    dx = min(dx, 540.0 - dx);
    vec2 at = vec2(dx, off - (h.y - 0.5) * 44.0 * narrow);
    spark += exp(-dot(at, at) / 9.0) + 0.6 * exp(-abs(at.x) / 1.6 - abs(at.y) / 7.0) + 0.6 * exp(-abs(at.y) / 1.6 - abs(at.x) / 7.0);
  }
  vec4 c = over(both, vec4(0.66, 0.2, 1.0, halo));
  return over(vec4(1.0, 0.92, 1.0, clamp(spark, 0.0, 1.0)), c);
}`,
);

/** Black silk with a silver rim, and ink that drifts off it. */
export const black = lineOf(
  { ja: 'ブラック', en: 'Black', zh_CN: '黑色' },
  12,
  `
vec4 line(float along, float off) {
  float narrow = size.x < 100.0 ? 0.4 : 0.8;
  float swell = noise(vec3(along / 90.0 - t * 2.0, 2.0, 0.5), ivec3(6, 0, 0));
  float sway = (noise(vec3(along / 135.0 - t * 1.0, 6.0, t * 2.0), ivec3(4, 0, 2)) - 0.5) * 22.0 * narrow;
  float w = (8.0 + swell * 12.0) * narrow;
  float d = (off - sway) / w;
  float fibre = fbm(vec3(along / 54.0 - t * 2.0, off / (7.0 * narrow), 0.5), ivec3(10, 0, 0), 3);
  float edge = abs(d) - 1.0 + (fibre - 0.5) * 0.16;
  float body = within(edge, 0.1);
  float shine = smoothstep(0.34, 0.0, abs(d + 0.42)) * (0.3 + 0.7 * smoothstep(0.45, 0.75, swell));
  float rim = smoothstep(1.6 / w + 0.05, 0.0, abs(edge));
  vec3 c = vec3(0.02, 0.022, 0.03) + vec3(0.5, 0.54, 0.62) * shine * (0.4 + fibre * 0.6);
  c = mix(c, vec3(1.0, 0.95, 0.84), rim * (0.72 + 0.28 * swell));
  float inward = (off - sway) / narrow;
  float glow = exp(-abs(off - sway) / (15.0 * narrow)) * 0.34;
  float wisp = fbm(vec3(along / 67.5 - t * 2.0, off / (20.0 * narrow), t * 2.0), ivec3(8, 0, 2), 4);
  float smoke = smoothstep(0.42, 0.72, wisp) * smoothstep(40.0, 4.0, abs(inward - 8.0)) * 0.62;
  vec4 dark = over(vec4(c, max(body, rim)), vec4(0.03, 0.03, 0.045, smoke));
  return over(dark, vec4(0.86, 0.8, 0.66, glow));
}`,
);
