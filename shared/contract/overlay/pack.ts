import { z } from 'zod';
import { pictureIdSchema } from '../anchors.ts';
import { type Language, languages } from '../language.ts';
import { effectStyles } from '../rules.ts';

/*
 * An effect pack is a folder with `pack.json` and its pictures. It draws one style, one scene or one line of the effects.
 * Lengths are in units: the shorter side of the page has 1080. Art is drawn for the attacker, whose edge is the left one;
 * the player mirrors it for the defender. Ringside has packs of its own, and a host adds others.
 */

/** The version of `pack.json`. */
export const PACK_VERSION = 1;

/** Limits of a pack. The player decodes at most `decodedBytes` for a page of 1080x1920. */
export const packLimits = {
  pictures: 40,
  pieces: 60,
  frames: 48,
  decodedBytes: 64 * 1024 * 1024,
} as const;

export const packFills = ['style', 'scene', 'line'] as const;
export type PackFills = (typeof packFills)[number];

/** A picture of one frame, or a strip: frames of equal size in rows from the upper left corner. */
const pictureSchema = z.object({
  /** A WebP, or an SVG of one frame. */
  file: z.string().regex(/^[a-z0-9-]{1,40}\.(webp|svg)$/i),
  /** Size of one frame in units. */
  width: z.number().int().min(1).max(2160),
  height: z.number().int().min(1).max(2160),
  frames: z.number().int().min(1).max(packLimits.frames).default(1),
  /** Frames per row of the file. */
  columns: z.number().int().min(1).max(packLimits.frames).default(1),
  /** Frames per second. The strip repeats without a pause. */
  fps: z.number().min(1).max(30).default(12),
});
export type PackPicture = z.infer<typeof pictureSchema>;

/** The events for which a pack may bring a sound: an effect that reaches a level, and the moments. */
export const packCues = [
  'level1',
  'level2',
  'level3',
  'settlement',
  'streak',
  'breakthrough',
  'resurrection',
] as const;
export type PackCue = (typeof packCues)[number];

const soundFileSchema = z.string().regex(/^[a-z0-9-]{1,40}\.(ogg|opus|m4a|mp3|wav)$/i);

/** A Lottie animation: a file in JSON beside the manifest. */
const bannerFileSchema = z.string().regex(/^(?!pack\.json$)[a-z0-9-]{1,40}\.json$/i);

export const packAnchors = [
  'topLeft',
  'top',
  'topRight',
  'left',
  'right',
  'bottomLeft',
  'bottom',
  'bottomRight',
] as const;

const number = (min: number, max: number) => z.number().min(min).max(max);
/** Bounds of a value that is chosen at random for each particle. */
const range = (min: number, max: number) => z.tuple([number(min, max), number(min, max)]);

const blend = z.enum(['over', 'add']).default('over');
/** Whether the piece is drawn on the effect's side only, or mirrored on the other side too. */
const sides = z.enum(['own', 'both']).default('own');

const stripSchema = z.object({
  kind: z.literal('strip'),
  picture: z.string(),
  /** The corner or the middle of an edge of the page that the same point of the picture is placed at. */
  anchor: z.enum(packAnchors),
  /** Distance from there in units, inwards for edges; from the middle of an edge, to the right and down. */
  x: number(-2160, 2160).default(0),
  y: number(-2160, 2160).default(0),
  sides,
  blend,
  opacity: number(0, 1).default(1),
  /** Repeats the picture side by side along the page, up to a share of its width or height. */
  repeat: z.object({ axis: z.enum(['x', 'y']), until: number(0.05, 1).default(1) }).optional(),
  /** The share of the strip at which it starts, so that equal strips do not move alike. */
  phase: number(0, 1).default(0),
});
export type StripPiece = z.infer<typeof stripSchema>;

const particlesSchema = z.object({
  kind: z.literal('particles'),
  /** Pictures of one frame. */
  pictures: z.array(z.string()).min(1).max(8),
  count: z.number().int().min(1).max(80),
  /** Where they begin, in shares of the page. */
  from: z.object({ x: range(-0.2, 1.2), y: range(-0.2, 1.2) }),
  /** Units per second, and downwards acceleration. */
  speed: z.object({ x: range(-1000, 1000), y: range(-1000, 1000) }),
  gravity: number(-1000, 1000).default(0),
  /** Seconds. */
  life: range(0.1, 30),
  scale: range(0.05, 4).default([1, 1]),
  /** Relative size at the end of a life. */
  grow: number(0, 4).default(1),
  /** Radians, and radians per second. */
  turn: range(-7, 7).default([0, 0]),
  spin: range(-20, 20).default([0, 0]),
  /** Swaying: units to each side, and periods per second. */
  sway: z.object({ width: number(0, 200), rate: number(0, 5) }).optional(),
  /** Flips per second, like a falling petal; wing beats per second. */
  flutter: number(0, 10).optional(),
  flap: number(0, 10).optional(),
  opacity: number(0, 1).default(1),
  blend,
});
export type ParticlesPiece = z.infer<typeof particlesSchema>;

const burstSchema = z.object({
  kind: z.literal('burst'),
  /** A strip that plays once, at a random place. */
  picture: z.string(),
  /** Seconds between two bursts. */
  every: number(0.2, 60),
  /** The places of its middle, in shares of the page. */
  from: z.object({ x: range(0, 1), y: range(0, 1) }),
  blend,
});
export type BurstPiece = z.infer<typeof burstSchema>;

const pieceSchema = z.discriminatedUnion('kind', [stripSchema, particlesSchema, burstSchema]);
export type PackPiece = z.infer<typeof pieceSchema>;

const level = z.array(pieceSchema).max(packLimits.pieces);

/** The moments that a pack may dress with pieces of its own. */
export const packMoments = ['settlement', 'streak', 'breakthrough', 'resurrection'] as const;
export type PackMoment = (typeof packMoments)[number];

export const packSchema = z
  .object({
    version: z.literal(PACK_VERSION),
    fills: z.enum(packFills),
    /** In at least one language. */
    name: z
      .partialRecord(z.enum(languages), z.string().trim().min(1).max(60))
      .refine((name) => Object.keys(name).length > 0),
    /** The style whose letters and colours the moments have. */
    base: z.enum(effectStyles).default('chinese'),
    /** The file of a sound by cue. */
    sounds: z.partialRecord(z.enum(packCues), soundFileSchema).default({}),
    pictures: z.record(z.string().regex(/^[a-z0-9-]{1,40}$/i), pictureSchema),
    /** The pieces of levels 1 to 3, drawn in this order. Each level is complete: nothing is added from a lower one. */
    levels: z.tuple([level, level, level]),
    /** The pieces that replace Ringside's animation of a moment. The text and the faces are drawn above them. */
    moments: z.partialRecord(z.enum(packMoments), level).default({}),
    /** The animation behind the text of a moment, in the format of Lottie. */
    banners: z.partialRecord(z.enum(packMoments), bannerFileSchema).default({}),
  })
  .superRefine((pack, context) => {
    if (Object.keys(pack.pictures).length > packLimits.pictures) {
      context.addIssue({ code: 'custom', message: `more than ${packLimits.pictures} pictures` });
    }
    for (const [name, { file, frames }] of Object.entries(pack.pictures)) {
      if (isSvg(file) && frames !== 1) {
        context.addIssue({ code: 'custom', path: ['pictures', name, 'frames'], message: 'not 1' });
      }
    }
    for (const piece of [...pack.levels, ...Object.values(pack.moments)].flat()) {
      for (const name of picturesOf(piece)) {
        // An own property: `constructor` is no picture.
        if (!Object.hasOwn(pack.pictures, name)) {
          context.addIssue({ code: 'custom', message: `no picture ${name}`, params: { missing: name } });
        } else if (piece.kind === 'particles' && pack.pictures[name]?.frames !== 1) {
          context.addIssue({ code: 'custom', path: ['pictures', name, 'frames'], message: 'not 1' });
        }
      }
    }
  });

export const isSvg = (file: string): boolean => /\.svg$/i.test(file);

/** The names of the pictures of a piece. */
export function picturesOf(piece: PackPiece): readonly string[] {
  return piece.kind === 'particles' ? piece.pictures : [piece.picture];
}
export type Pack = z.infer<typeof packSchema>;
export type PackInput = z.input<typeof packSchema>;

/** The name in a language, or in another one. */
export function packName({ name }: Pick<Pack, 'name'>, language: Language): string {
  return name[language] ?? name.en ?? Object.values(name)[0] ?? '';
}

/** What a pack of a host is stored as: the manifest, and the id of each of its files by name. */
export const storedPackSchema = z
  .object({ pack: packSchema, files: z.record(z.string().max(60), pictureIdSchema) })
  .refine(({ pack, files }) => filesOf(pack).every((name) => Object.hasOwn(files, name)));
export type StoredPack = z.infer<typeof storedPackSchema>;

/** The names of all files of a pack beside its manifest. */
export function filesOf({
  pictures,
  sounds,
  banners,
}: Pick<Pack, 'pictures' | 'sounds' | 'banners'>): string[] {
  const drawn = Object.values(pictures).map(({ file }) => file);
  return [...new Set([...drawn, ...Object.values(sounds), ...Object.values(banners)])];
}
