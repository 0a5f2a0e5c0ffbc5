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
import { writingProblem } from '../store/writingProblem.ts';
import { pictureKind } from './pictureKind.ts';

/** The largest number of pictures. Above it, the oldest unused pictures are deleted. */
const MOST_PICTURES = 600;

export interface StoredPicture {
  type: PictureType;
  bytes: Uint8Array;
}

/** Stores pictures in the data folder, named by the SHA-256 of their bytes, which deduplicates them. */
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

  /** Reads a picture. Returns null if it does not exist or does not match its hash. */
  read(id: string): StoredPicture | null {
    if (!this.has(id)) return null;
    const bytes = readFileSync(join(this.#folder, id));
    const kind = pictureKind(bytes);
    return kind === null ? null : { type: kind.type, bytes };
  }

  /** Returns a picture as a `data:` URL, '' if there is none. */
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
