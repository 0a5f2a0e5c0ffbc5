import { z } from 'zod';
import { parseJson } from '#shared/json.ts';

/*
 * Banners of effect packs, in the format of Lottie. The check accepts a small part of the format and refuses all else by
 * name: no code, no pictures and no fonts from elsewhere, and nothing that is small as a file and takes for ever to draw.
 */

/** Limits of a banner. Counts are those of one frame, with each composition as often as it is shown. */
export const lottieLimits = {
  bytes: 512 * 1024,
  seconds: 10,
  layers: 200,
  shapes: 2000,
  /** Layers with a track matte: each needs two canvases of its own. */
  mattes: 6,
} as const;

const MOST_VALUES = 100_000;
const MOST_DEPTH = 40;
const MOST_POINTS = 100;
const MOST_COLOURS = 30;

const side = z.number().min(1).max(2160);
const layerSchema = z.looseObject({
  ty: z.number(),
  refId: z.string().optional(),
  shapes: z.array(z.unknown()).default([]),
  tt: z.number().default(0),
  ddd: z.number().default(0),
  ef: z.array(z.unknown()).default([]),
  sy: z.array(z.unknown()).default([]),
});
type Layer = z.infer<typeof layerSchema>;
const assetSchema = z.looseObject({ id: z.string(), layers: z.array(layerSchema) });
const animationSchema = z.looseObject({
  v: z.string(),
  fr: z.number().min(1).max(60),
  ip: z.number().min(0).max(10_000),
  op: z.number().min(1).max(10_000),
  w: side,
  h: side,
  layers: z.array(layerSchema).min(1),
  assets: z.array(z.unknown()).default([]),
});

const layerTypes = { composition: 0, solid: 1, empty: 3, shapes: 4 } as const;
/** Types that designers know by these names. */
const refusedLayers: Readonly<Record<number, string>> = {
  2: 'Image',
  5: 'Text',
  6: 'Audio',
  9: 'Video',
  13: 'Camera',
};
const shapeTypes: ReadonlySet<string> = new Set([
  ...['gr', 'tr', 'rc', 'el', 'sr', 'sh'],
  ...['fl', 'st', 'gf', 'gs'],
  ...['tm', 'rd', 'mm', 'rp'],
]);

class RefusedError extends Error {}

/** Returns what is not allowed in a file; null for a valid banner. */
export function checkLottie(bytes: Uint8Array): string | null {
  if (bytes.length > lottieLimits.bytes) return `> ${lottieLimits.bytes / 1024} kB`;
  const content = parseJson(Buffer.from(bytes).toString('utf8'));
  try {
    checkValues(content);
    const parsed = animationSchema.safeParse(content);
    if (!parsed.success) return parsed.error.issues[0]?.path.join('.') || 'JSON';
    checkAnimation(parsed.data);
    return null;
  } catch (error) {
    if (error instanceof RefusedError) return error.message;
    throw error;
  }
}

/** Refuses what no animation needs, anywhere in the file. */
function checkValues(content: unknown): void {
  let count = 0;
  const visit = (value: unknown, key: string, depth: number): void => {
    count += 1;
    if (count > MOST_VALUES) throw new RefusedError(`> ${MOST_VALUES}`);
    if (depth > MOST_DEPTH) throw new RefusedError('JSON');
    // `x` beside a value is its expression; between key frames it is a number.
    if (key === 'x' && typeof value === 'string') throw new RefusedError('Expression');
    if (typeof value === 'number' && Math.abs(value) > 1e6) throw new RefusedError(`${key} = ${value}`);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === '__proto__' || name === 'constructor') throw new RefusedError(name);
      visit(inner, Array.isArray(value) ? key : name, depth + 1);
    }
  };
  visit(content, '', 0);
}

interface Cost {
  layers: number;
  shapes: number;
  mattes: number;
}

function checkAnimation({ layers, assets, fr, ip, op }: z.infer<typeof animationSchema>): void {
  const seconds = (op - ip) / fr;
  if (seconds <= 0 || seconds > lottieLimits.seconds) throw new RefusedError(`${seconds.toFixed(1)} s`);
  const compositions = new Map<string, Layer[]>();
  for (const asset of assets) {
    const parsed = assetSchema.safeParse(asset);
    if (!parsed.success) throw new RefusedError('Image');
    compositions.set(parsed.data.id, parsed.data.layers);
  }
  const known = new Map<string, Cost>();
  const open = new Set<string>();
  const costOf = (all: readonly Layer[]): Cost => {
    const sum: Cost = { layers: 0, shapes: 0, mattes: 0 };
    for (const layer of all) {
      checkLayer(layer);
      const inner = layer.ty === layerTypes.composition ? composition(layer.refId ?? '') : null;
      sum.layers += 1 + (inner?.layers ?? 0);
      sum.shapes += shapesOf(layer.shapes) + (inner?.shapes ?? 0);
      sum.mattes += (layer.tt > 0 ? 1 : 0) + (inner?.mattes ?? 0);
    }
    for (const counted of ['layers', 'shapes', 'mattes'] as const) {
      const limit = lottieLimits[counted];
      if (sum[counted] > limit) throw new RefusedError(`> ${limit} ${counted}`);
    }
    return sum;
  };
  const composition = (id: string): Cost => {
    const layersOf = compositions.get(id);
    // A composition that contains itself is never drawn to its end.
    if (layersOf === undefined || open.has(id)) throw new RefusedError(`refId = ${id.slice(0, 40)}`);
    open.add(id);
    const cost = known.get(id) ?? costOf(layersOf);
    open.delete(id);
    known.set(id, cost);
    return cost;
  };
  costOf(layers);
}

function checkLayer({ ty, ddd, ef, sy }: Layer): void {
  if (!Object.values<number>(layerTypes).includes(ty))
    throw new RefusedError(refusedLayers[ty] ?? `ty = ${ty}`);
  if (ddd !== 0) throw new RefusedError('3D');
  if (ef.length > 0 || sy.length > 0) throw new RefusedError('Effect');
}

const shapeSchema = z.looseObject({ ty: z.string(), it: z.array(z.unknown()).default([]) });

/** The number of shapes that are drawn: a repeater draws all shapes of its group several times. */
function shapesOf(items: readonly unknown[]): number {
  let count = 0;
  let copies = 1;
  for (const item of items) {
    const { data: shape } = shapeSchema.safeParse(item);
    if (shape === undefined || !shapeTypes.has(shape.ty))
      throw new RefusedError(`ty = ${shape?.ty.slice(0, 20)}`);
    if (shape.ty === 'sr') highestOf(shape.pt, MOST_POINTS, 'pt');
    const colours = z.looseObject({ p: z.number().max(MOST_COLOURS) }).safeParse(shape.g);
    if ((shape.ty === 'gf' || shape.ty === 'gs') && !colours.success) throw new RefusedError('g.p');
    if (shape.ty === 'rp') copies *= Math.max(1, highestOf(shape.c, lottieLimits.shapes, 'c'));
    count += shape.ty === 'gr' ? shapesOf(shape.it) : 1;
    if (count * copies > lottieLimits.shapes) throw new RefusedError(`> ${lottieLimits.shapes} shapes`);
  }
  return count * copies;
}

const keyFrame = z.looseObject({ s: z.tuple([z.number()]).rest(z.number()).optional() });
const numberSchema = z.looseObject({ k: z.union([z.number(), z.array(keyFrame)]) });

/** The highest number of a value that may change with time. */
function highestOf(value: unknown, limit: number, name: string): number {
  const { data } = numberSchema.safeParse(value);
  if (data === undefined) throw new RefusedError(name);
  const numbers = typeof data.k === 'number' ? [data.k] : data.k.map(({ s }) => s?.[0] ?? 0);
  const highest = Math.max(0, ...numbers);
  if (highest > limit) throw new RefusedError(`${name} = ${highest}`);
  return highest;
}
