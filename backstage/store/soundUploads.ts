import { randomBytes } from 'node:crypto';
import { RingsideError } from '#shared/contract/error.ts';
import { LARGEST_SOUND } from '#shared/contract/sound.ts';
import type { PictureStore } from '../anchors/pictureStore.ts';
import type { Clock } from '../clock.ts';
import { tooLarge } from './soundKind.ts';

/** The most uploads at the same time. A new one replaces the oldest. */
const MOST_UPLOADS = 4;

/** How long (ms) an upload waits for its next part. */
const PATIENCE_MS = 60_000;

interface Upload {
  size: number;
  parts: Buffer[];
  got: number;
  /** Cancels its end. */
  keep(): void;
}

/** Receives sound files in parts, because a request is smaller than a file. */
export class SoundUploads {
  readonly #files: Pick<PictureStore, 'putSound'>;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #uploads = new Map<string, Upload>();

  constructor(files: Pick<PictureStore, 'putSound'>, clock: Pick<Clock, 'after'>) {
    this.#files = files;
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
   * Receives the next part of a file. The first part has no `id`. Returns the id of the upload, and the id of the
   * stored file once it is whole.
   *
   * @throws RingsideError `sound.tooLarge` before a byte is kept, `sound.cut` for a part that does not follow,
   * `sound.invalid`, `sound.tooLong`, `storage.full`, `storage.unwritable`.
   */
  put(id: string, size: number, offset: number, data: Buffer): { id: string; sound: string } {
    if (size > LARGEST_SOUND) throw tooLarge();
    const key = id === '' ? this.#begin(size) : id;
    const upload = this.#uploads.get(key);
    const isNext = upload?.got === offset && data.length > 0 && offset + data.length <= upload.size;
    if (upload === undefined || !isNext) {
      this.#drop(key);
      throw new RingsideError('sound.cut');
    }
    upload.parts.push(data);
    upload.got += data.length;
    if (upload.got < upload.size) {
      upload.keep();
      upload.keep = this.#clock.after(PATIENCE_MS, () => this.#drop(key));
      return { id: key, sound: '' };
    }
    this.#drop(key);
    return { id: key, sound: this.#files.putSound(Buffer.concat(upload.parts)) };
  }

  #begin(size: number): string {
    for (const oldest of this.#uploads.keys()) {
      if (this.#uploads.size < MOST_UPLOADS) break;
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
