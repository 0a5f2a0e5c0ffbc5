/*
 * Shaders that draw a frame. A shader defines `vec4 paint(vec2 p)`: the colour and opacity at a point in units from the
 * upper left corner. `t` runs from 0 to 1 over the strip; `size` is the size of the frame.
 */

/** Noise repeats after `per` cells, so that strips loop and tiles join. */
const PRELUDE = `#version 300 es
precision highp float;
precision highp int;
uniform vec2 size;
uniform float t;
out vec4 colour;
const float PI = 3.14159265;

uvec3 mixed(uvec3 v) {
  v = v * 1664525u + 1013904223u;
  v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y;
  v ^= v >> 16u;
  v.x += v.y * v.z; v.y += v.z * v.x; v.z += v.x * v.y;
  return v;
}
vec3 hash3(ivec3 p) { return vec3(mixed(uvec3(p + 4096))) / 4294967295.0; }
int wrap(int a, int n) { return n <= 0 ? a : ((a % n) + n) % n; }
vec3 cell(ivec3 p, ivec3 per) { return hash3(ivec3(wrap(p.x, per.x), wrap(p.y, per.y), wrap(p.z, per.z))); }

/** Gradient noise from 0 to 1. */
float noise(vec3 p, ivec3 per) {
  ivec3 i = ivec3(floor(p));
  vec3 f = fract(p);
  vec3 u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
  float sum[2];
  for (int z = 0; z < 2; z++) {
    float row[2];
    for (int y = 0; y < 2; y++) {
      float side[2];
      for (int x = 0; x < 2; x++) {
        ivec3 o = ivec3(x, y, z);
        side[x] = dot(cell(i + o, per) * 2.0 - 1.0, f - vec3(o));
      }
      row[y] = mix(side[0], side[1], u.x);
    }
    sum[z] = mix(row[0], row[1], u.y);
  }
  return clamp(mix(sum[0], sum[1], u.z) * 0.72 + 0.5, 0.0, 1.0);
}
/** Sums octaves of noise, 0 to 1. */
float fbm(vec3 p, ivec3 per, int octaves) {
  float sum = 0.0, part = 0.5, all = 0.0;
  for (int k = 0; k < octaves; k++) {
    sum += noise(p + vec3(7.0 * float(k)), per) * part;
    all += part;
    p *= 2.0; per *= 2; part *= 0.5;
  }
  return sum / all;
}
float fbm(vec2 p, ivec2 per, int octaves) { return fbm(vec3(p, 0.5), ivec3(per, 0), octaves); }

/** Cells: distance to the nearest point, distance to the nearest border, and a random number of the cell. */
vec3 cells(vec2 p, ivec2 per, float jitter) {
  ivec2 i = ivec2(floor(p));
  vec2 f = fract(p);
  vec2 nearest = vec2(0.0), offset = vec2(0.0);
  float best = 9.0, id = 0.0;
  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
    vec3 h = cell(ivec3(i + ivec2(x, y), 0), ivec3(per, 0));
    vec2 d = vec2(x, y) + 0.5 + (h.xy - 0.5) * jitter - f;
    float far = dot(d, d);
    if (far < best) { best = far; nearest = d; offset = vec2(x, y); id = h.z; }
  }
  float border = 9.0;
  for (int y = -2; y <= 2; y++) for (int x = -2; x <= 2; x++) {
    vec2 o = offset + vec2(x, y);
    vec3 h = cell(ivec3(i + ivec2(o), 0), ivec3(per, 0));
    vec2 d = o + 0.5 + (h.xy - 0.5) * jitter - f;
    vec2 away = d - nearest;
    if (dot(away, away) > 0.0001) border = min(border, dot(0.5 * (nearest + d), normalize(away)));
  }
  return vec3(sqrt(best), border, id);
}
mat2 turned(float a) { float c = cos(a), s = sin(a); return mat2(c, s, -s, c); }
float segment(vec2 p, vec2 a, vec2 b) {
  vec2 pa = p - a, ba = b - a;
  return length(pa - ba * clamp(dot(pa, ba) / dot(ba, ba), 0.0, 1.0));
}
/** Distance to a box with round corners. */
float box(vec2 p, vec2 half_, float r) { vec2 q = abs(p) - half_ + r; return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - r; }
float joined(float a, float b, float k) { float h = max(k - abs(a - b), 0.0) / k; return min(a, b) - h * h * k * 0.25; }
/** Full below -soft, none above soft. */
float within(float d, float soft) { return 1.0 - smoothstep(-soft, soft, d); }
/** Puts one colour over another. Both have straight alpha. */
vec4 over(vec4 top, vec4 below) {
  float a = top.a + below.a * (1.0 - top.a);
  return vec4((top.rgb * top.a + below.rgb * below.a * (1.0 - top.a)) / max(a, 0.0001), a);
}
vec4 paint(vec2 p);
`;

const MAIN = `
void main() {
  vec2 at = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y);
  vec4 sum = vec4(0.0);
  for (int y = 0; y < SAMPLES; y++) for (int x = 0; x < SAMPLES; x++) {
    vec4 c = paint(at + (vec2(x, y) + 0.5) / float(SAMPLES) - 0.5);
    c = clamp(c, 0.0, 1.0);
    sum += vec4(c.rgb * c.a, c.a);
  }
  colour = sum / float(SAMPLES * SAMPLES);
}
`;

const screen = document.createElement('canvas');
const gl = screen.getContext('webgl2', { premultipliedAlpha: true, preserveDrawingBuffer: true });
const programs = new Map<string, WebGLProgram>();

/** Draws a shader on a frame. `samples` is per pixel and axis: 2 or 3 for hard edges. @throws Error with the shader's log */
export function shade(
  brush: CanvasRenderingContext2D,
  time: number,
  size: { width: number; height: number },
  source: string,
  samples: number,
): void {
  if (gl === null) throw new Error('This browser has no WebGL 2.');
  screen.width = size.width;
  screen.height = size.height;
  gl.viewport(0, 0, size.width, size.height);
  const program = programOf(gl, source, samples);
  // By its own name, the linter takes it for a React hook.
  const activate = gl.useProgram.bind(gl);
  activate(program);
  gl.uniform2f(gl.getUniformLocation(program, 'size'), size.width, size.height);
  gl.uniform1f(gl.getUniformLocation(program, 't'), time);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  brush.drawImage(screen, 0, 0);
}

function programOf(context: WebGL2RenderingContext, source: string, samples: number): WebGLProgram {
  const key = `${samples} ${source}`;
  const known = programs.get(key);
  if (known !== undefined) return known;
  const program = context.createProgram();
  const fragment = `${PRELUDE}\n#define SAMPLES ${samples}\n${source}\n${MAIN}`;
  const vertex = `#version 300 es
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }`;
  for (const [kind, text] of [
    [context.VERTEX_SHADER, vertex],
    [context.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = context.createShader(kind);
    if (shader === null) throw new Error('no shader');
    context.shaderSource(shader, text);
    context.compileShader(shader);
    const log = context.getShaderInfoLog(shader);
    if (log !== null && log !== '') throw new Error(log);
    context.attachShader(program, shader);
  }
  context.linkProgram(program);
  programs.set(key, program);
  return program;
}
