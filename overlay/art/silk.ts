import { type Draw, shader } from './art.ts';

interface Silk {
  /** GLSL colours. */
  dark: string;
  light: string;
  trimDark: string;
  trimLight: string;
  /** Draws lace below the trim instead of a fringe. */
  lace: boolean;
}

/** Draped silk along the upper edge, with a trim: two swags and their tails on 540 units. It sways. */
export function drapery({ dark, light, trimDark, trimLight, lace }: Silk): Draw {
  return shader(
    `
const float W = 270.0;
vec3 cloth(float shade_, float fine) {
  vec3 c = mix(${dark}, ${light}, clamp(shade_, 0.0, 1.0));
  return c + vec3(1.0, 0.93, 0.88) * pow(clamp(shade_, 0.0, 1.0), 7.0) * 0.32 + (fine - 0.5) * 0.05;
}
vec4 trim(float d, float along) {
  float bead = 0.5 + 0.5 * sin(along * 0.42);
  float metal = 0.35 + 0.65 * sin(clamp(d / 11.0, 0.0, 1.0) * PI) * (0.55 + 0.45 * bead);
  return vec4(mix(${trimDark}, ${trimLight}, metal), step(0.0, d) * step(d, 11.0));
}
vec4 below(float d, float along, float shadow) {
  ${
    lace
      ? `float k = along / 20.0;
  float u = fract(k) - 0.5;
  float scallop = 20.0 - u * u * 36.0;
  float in_ = within(d - scallop, 0.8);
  float hole = within(length(vec2(u * 20.0, d - 9.0)) - 4.2, 0.8) + within(abs(length(vec2(u * 20.0, d - 9.0)) - 7.2) - 0.7, 0.5) * 0.4;
  float edge = within(abs(d - scallop + 1.4) - 0.9, 0.6);
  return vec4(mix(vec3(0.98, 0.93, 0.96), vec3(1.0), edge) * (1.0 - shadow * 0.25), in_ * clamp(0.9 - hole * 0.8 + edge, 0.0, 1.0) * step(0.0, d));`
      : `float k = along * 0.9;
  float thread = 0.5 + 0.5 * sin(k + sin(along * 0.11) * 1.5);
  float len = 24.0 + 2.5 * sin(along * 0.9 + 1.0);
  float a = step(0.0, d) * smoothstep(len, len - 3.0, d) * (0.62 + 0.38 * thread);
  return vec4(mix(${trimDark}, ${trimLight}, thread * 0.8 + 0.1) * (0.65 + 0.35 * d / len), a);`
  }
}
vec4 paint(vec2 p) {
  float wind = sin(2.0 * PI * t);
  float x = p.x + 2.5 * wind * p.y / 150.0;
  float k = floor(x / W);
  float u = fract(x / W) * 2.0 - 1.0;
  float hang = 1.0 - u * u;
  float lift = (k > 0.5 ? 1.0 : -1.0) * wind * 4.0 * hang;
  float edge = 46.0 + 92.0 * hang + lift;
  float v = p.y / edge;
  float fine = fbm(vec2(p.x / 6.0, p.y / 20.0), ivec2(90, 0), 3);
  float wobble = (noise(vec3(u * 1.6 + 3.0, v * 2.0, k + 0.5), ivec3(0)) - 0.5) * 1.1;
  float phase = v * (4.2 + 1.3 * u * u) + wobble + 0.1;
  float fold = sin(phase * 2.0 * PI);
  float shade_ = 0.44 + 0.34 * fold * (0.55 + 0.6 * abs(u)) - 0.2 * smoothstep(0.25, 0.0, v) + 0.08 * (1.0 - abs(u));
  float d = edge - p.y;
  vec4 swag = vec4(cloth(shade_, fine), step(0.0, d));
  float along = x + u * 8.0;
  swag = over(trim(d - 3.0, along), swag);
  vec4 fringe = below(-d, along, 0.0);
  vec4 c = over(swag, fringe);
  float shadow = exp(-max(-d - 6.0, 0.0) / 12.0) * 0.4;
  c = over(c, vec4(0.0, 0.0, 0.0, shadow * step(d, 0.0)));
  float s = (abs(fract(x / W + 0.5) - 0.5)) * W;
  float side = fract(x / W + 0.5) > 0.5 ? 1.0 : -1.0;
  float wide = 25.0 + p.y * 0.06;
  float zig = 0.5 + 0.5 * cos(s / wide * PI * 2.5 + side * 0.6);
  float tail = 150.0 - s * 1.25 + zig * 17.0 + wind * 3.0 * side;
  float inTail = within(s - wide, 1.0) * within(p.y - tail, 1.0);
  float pleat = 0.5 + 0.5 * cos(s / wide * PI * 2.5 + side * 0.5 + p.y * 0.004);
  vec4 jabot = vec4(cloth(0.16 + 0.66 * pleat - 0.12 * smoothstep(40.0, 0.0, p.y), fine), inTail);
  jabot = over(trim(tail - p.y - 3.0, s * 2.0 + 5.0) * vec4(1.0, 1.0, 1.0, inTail), jabot);
  vec4 hem = below(p.y - tail, s * 1.6, 0.0) * vec4(1.0, 1.0, 1.0, within(s - wide, 1.0));
  float thrown = exp(-max(s - wide, 0.0) / 7.0) * 0.5 * within(p.y - tail - 10.0, 20.0) * step(wide, s);
  c = over(vec4(0.0, 0.0, 0.0, thrown * c.a), c);
  return over(over(jabot, hem), c);
}`,
    2,
  );
}
