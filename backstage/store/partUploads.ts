import { randomBytes } from 'node:crypto';
import { type ErrorCode, RingsideError } from '#shared/contract/error.ts';
import { LARGEST_SOUND } from '#shared/contract/sound.ts';
import type { PictureStore } from '../anchors/pictureStore.ts';
import type { Clock } from '../clock.ts';
import { tooLarge } from './soundKind.ts';

/** How long (ms) an upload waits for its next part. */
const PATIENCE_MS = 60_000;

interface Upload {
  size: number;
  parts: Buffer[];
  got: number;
  /** Cancels its end. */
  keep(): void;
}

interface UploadLimits {
  /** The most uploads at the same time. A new one replaces the oldest. */
  most: number;
  /** Bytes of a file. */
  largest: number;
  /** The error for a larger file. */
  tooLarge(): RingsideError;
  /** The code for a part that does not follow. */
  cut: ErrorCode;
}

/** Receives files in parts, because a request is smaller than a file. */
export class PartUploads {
  readonly #limits: UploadLimits;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #uploads = new Map<string, Upload>();

  constructor(limits: UploadLimits, clock: Pick<Clock, 'after'>) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** The bytes of uploads that are not whole yet. */
  get waitingBytes(): number {
    return [...this.#uploads.values()].reduce((sum, { got }) => sum + got, 0);
  }

  close(): void {
    for (const key of [...this.#uploads.keys()]) this.#drop(key);
  }

  /**
   * Receives the next part of a file. The first part has no `id`. Returns the id of the upload, and the whole file with
   * the last part.
   *
   * @throws RingsideError of the limits: for a too large file before a byte is kept, and for a part that does not follow.
   */
  receive(id: string, size: number, offset: number, data: Buffer): { id: string; whole: Buffer | null } {
    if (size > this.#limits.largest) throw this.#limits.tooLarge();
    const key = id === '' ? this.#begin(size) : id;
    const upload = this.#uploads.get(key);
    const isNext = upload?.got === offset && data.length > 0 && offset + data.length <= upload.size;
    if (upload === undefined || !isNext) {
      this.#drop(key);
      throw new RingsideError(this.#limits.cut);
    }
    upload.parts.push(data);
    upload.got += data.length;
    if (upload.got < upload.size) {
      upload.keep();
      upload.keep = this.#clock.after(PATIENCE_MS, () => this.#drop(key));
      return { id: key, whole: null };
    }
    this.#drop(key);
    return { id: key, whole: Buffer.concat(upload.parts) };
  }

  #begin(size: number): string {
    for (const oldest of this.#uploads.keys()) {
      if (this.#uploads.size < this.#limits.most) break;
      this.#drop(oldest);
    }
    const key = randomBytes(12).toString('hex');
    const keep = this.#clock.after(PATIENCE_MS, () => this.#drop(key));
    this.#uploads.set(key, { size, parts: [], got: 0, keep });
    return key;
  }

  #drop(key: string): void {
    this.#uploads.get(key)?.keep();
    this.#uploads.delete(key);
  }
}

/** Receives sound files. */
export class SoundUploads {
  readonly #files: Pick<PictureStore, 'putSound'>;
  readonly #uploads: PartUploads;

  constructor(files: Pick<PictureStore, 'putSound'>, clock: Pick<Clock, 'after'>) {
    this.#files = files;
    this.#uploads = new PartUploads({ most: 4, largest: LARGEST_SOUND, tooLarge, cut: 'sound.cut' }, clock);
  }

  get waitingBytes(): number {
    return this.#uploads.waitingBytes;
  }

  close(): void {
    this.#uploads.close();
  }

  /**
   * Receives the next part of a file, see `PartUploads`. Returns the id of the stored file once it is whole.
   *
   * @throws RingsideError `sound.tooLarge`, `sound.cut`, `sound.invalid`, `sound.tooLong`, `storage.full`,
   * `storage.unwritable`.
   */
  put(id: string, size: number, offset: number, data: Buffer): { id: string; sound: string } {
    const { id: key, whole } = this.#uploads.receive(id, size, offset, data);
    return { id: key, sound: whole === null ? '' : this.#files.putSound(whole) };
  }
}
