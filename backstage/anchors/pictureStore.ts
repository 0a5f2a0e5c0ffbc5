import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  LARGEST_PICTURE,
  LARGEST_SIDE,
  type PictureId,
  type PictureType,
  pictureIdSchema,
} from '#shared/contract/anchors.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { hostPackLimits } from '#shared/contract/overlay/hostPack.ts';
import { storedPackSchema } from '#shared/contract/overlay/pack.ts';
import { checkLottie } from '../packs/lottieFile.ts';
import { checkSvg } from '../packs/svgFile.ts';
import { checkFont, fontKind } from '../store/fontKind.ts';
import { checkSound, soundKind } from '../store/soundKind.ts';
import { writingProblem } from '../store/storedFile.ts';

/** The largest number of pictures. Above it, the oldest unused pictures are deleted. */
const MOST_PICTURES = 600;

interface StoredPicture {
  type: string;
  bytes: Uint8Array;
}

/** Stores pictures, sounds and fonts in the data folder, named by the SHA-256 of their bytes, which deduplicates them. */
export class PictureStore {
  readonly #folder: string;
  readonly #inUse: () => Iterable<string>;
  readonly #most: number;

  /** `inUse` lists the ids of pictures that must not be deleted. */
  constructor(dataDir: string, inUse: () => Iterable<string>, most = MOST_PICTURES) {
    this.#folder = join(dataDir, 'pictures');
    this.#inUse = inUse;
    this.#most = most;
  }

  /**
   * Stores a picture of at most `largest` bytes and returns its id.
   *
   * @throws RingsideError `picture.tooLarge` (bytes or pixels), `picture.invalid` if it is no PNG, JPEG or
   * WebP, `storage.full`, `storage.unwritable`.
   */
  put(bytes: Uint8Array, largest = LARGEST_PICTURE): PictureId {
    if (bytes.length > largest) throw new RingsideError('picture.tooLarge');
    const kind = pictureKind(bytes);
    if (kind === null) throw new RingsideError('picture.invalid');
    if (Math.max(kind.width, kind.height) > LARGEST_SIDE) throw new RingsideError('picture.tooLarge');
    return this.#store(bytes);
  }

  /**
   * Stores a sound file and returns its id.
   *
   * @throws RingsideError `sound.tooLarge`, `sound.invalid`, `sound.tooLong`, `storage.full`, `storage.unwritable`.
   */
  putSound(bytes: Uint8Array): PictureId {
    checkSound(bytes);
    return this.#store(bytes);
  }

  /**
   * Stores a file of an effect pack and returns its id. The caller has checked it.
   *
   * @throws RingsideError `picture.tooLarge`, `picture.invalid` for a file that could not be read again,
   * `storage.full`, `storage.unwritable`.
   */
  putPackFile(bytes: Uint8Array): PictureId {
    if (bytes.length > hostPackLimits.fileBytes) throw new RingsideError('picture.tooLarge');
    if (fileKind(bytes) === null) throw new RingsideError('picture.invalid');
    return this.#store(bytes);
  }

  /**
   * Stores a font file and returns its id.
   *
   * @throws RingsideError `font.tooLarge`, `font.invalid`, `storage.full`, `storage.unwritable`.
   */
  putFont(bytes: Uint8Array): PictureId {
    checkFont(bytes);
    return this.#store(bytes);
  }

  #store(bytes: Uint8Array): PictureId {
    const id = createHash('sha256').update(bytes).digest('hex');
    const path = join(this.#folder, id);
    if (existsSync(path)) return id;
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(`${path}.next`, bytes, { flush: true });
      renameSync(`${path}.next`, path);
    } catch (error) {
      throw RingsideError.of(writingProblem(error, this.#folder));
    }
    this.#prune(id);
    return id;
  }

  has(id: string): boolean {
    return pictureIdSchema.safeParse(id).success && existsSync(join(this.#folder, id));
  }

  /** Reads a picture, a sound or a font. Returns null if it does not exist or does not match its hash. */
  read(id: string): StoredPicture | null {
    if (!this.has(id)) return null;
    const bytes = readFileSync(join(this.#folder, id));
    const kind = fileKind(bytes);
    return kind === null ? null : { type: kind.type, bytes };
  }

  /** Returns a picture or a sound as a `data:` URL, '' if there is none. */
  dataOf(id: string): string {
    const picture = this.read(id);
    return picture === null
      ? ''
      : `data:${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}`;
  }

  /** Deletes the oldest unused pictures above the limit. Ignores errors. */
  #prune(newest: string): void {
    const names = readdirSync(this.#folder);
    if (names.length <= this.#most) return;
    const kept = new Set([newest, ...this.#inUse()]);
    const free = names
      .filter((name) => !kept.has(name))
      .map((name) => ({ name, at: statSync(join(this.#folder, name)).mtimeMs }))
      .sort((a, b) => a.at - b.at);
    for (const { name } of free.slice(0, names.length - this.#most))
      rmSync(join(this.#folder, name), { force: true });
  }
}

/** Detects the type of a stored file. Returns null if it is no picture, sound, font, or manifest or banner of a pack. */
export function fileKind(bytes: Uint8Array): { type: string } | null {
  return pictureKind(bytes) ?? jsonKind(bytes) ?? svgKind(bytes) ?? fontKind(bytes) ?? soundKind(bytes);
}

/** A manifest or a banner of a pack. */
function jsonKind(bytes: Uint8Array): { type: string } | null {
  if (bytes[0] !== 0x7b) return null;
  return isManifest(bytes) || checkLottie(bytes) === null ? { type: 'application/json' } : null;
}

function svgKind(bytes: Uint8Array): { type: string } | null {
  // Parse only what can be XML.
  if (bytes[0] !== 0x3c && bytes[0] !== 0xef) return null;
  return 'refused' in checkSvg(bytes) ? null : { type: 'image/svg+xml' };
}

function isManifest(bytes: Uint8Array): boolean {
  if (!hasText(bytes, 0, '{"pack":') || bytes.length > hostPackLimits.manifestBytes * 2) return false;
  try {
    return storedPackSchema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).success;
  } catch {
    return false;
  }
}

/** Whether a WebP is an animation. A strip has its frames side by side instead. */
export function isAnimated(bytes: Uint8Array): boolean {
  return hasText(bytes, 12, 'VP8X') && ((bytes[20] ?? 0) & 2) !== 0;
}

interface PictureKind {
  type: PictureType;
  /** Pixels. */
  width: number;
  height: number;
}

/** Detects the type and size of a picture from its first bytes. Returns null unless it is PNG, JPEG or WebP. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (hasText(bytes, 1, 'PNG\r\n\x1a\n') && bytes[0] === 0x89) return png(bytes, view);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpeg(view);
  return hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP') ? webp(bytes, view) : null;
}

function png(bytes: Uint8Array, view: DataView): PictureKind | null {
  if (bytes.length < 24 || !hasText(bytes, 12, 'IHDR')) return null;
  return sized('image/png', view.getUint32(16), view.getUint32(20));
}

/** Reads the size of a JPEG from its first frame header, which follows segments of stated lengths. */
function jpeg(view: DataView): PictureKind | null {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return sized('image/jpeg', view.getUint16(at + 7), view.getUint16(at + 5));
    const length = view.getUint16(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

/** Reads the size of a WebP. Lossy, lossless and extended files have different little-endian headers. */
function webp(bytes: Uint8Array, view: DataView): PictureKind | null {
  if (bytes.length < 30) return null;
  if (hasText(bytes, 12, 'VP8X')) {
    const side = (at: number) => 1 + (view.getUint16(at, true) | (view.getUint8(at + 2) << 16));
    return sized('image/webp', side(24), side(27));
  }
  if (hasText(bytes, 12, 'VP8L')) {
    if (view.getUint8(20) !== 0x2f) return null;
    const bits = view.getUint32(21, true);
    return sized('image/webp', 1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
  }
  if (!hasText(bytes, 12, 'VP8 ') || !hasText(bytes, 23, '\x9d\x01\x2a')) return null;
  return sized('image/webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
}

function sized(type: PictureType, width: number, height: number): PictureKind | null {
  return width > 0 && height > 0 ? { type, width, height } : null;
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
