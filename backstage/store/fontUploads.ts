import { LARGEST_FONT } from '#shared/contract/overlay/look.ts';
import type { PictureStore } from '../anchors/pictureStore.ts';
import type { Clock } from '../clock.ts';
import { fontTooLarge } from './fontKind.ts';
import { PartUploads } from './partUploads.ts';

/** Receives font files. */
export class FontUploads {
  readonly #files: Pick<PictureStore, 'putFont'>;
  readonly #uploads: PartUploads;

  constructor(files: Pick<PictureStore, 'putFont'>, clock: Pick<Clock, 'after'>) {
    this.#files = files;
    const limits = { most: 2, largest: LARGEST_FONT, tooLarge: fontTooLarge, cut: 'font.cut' as const };
    this.#uploads = new PartUploads(limits, clock);
  }

  close(): void {
    this.#uploads.close();
  }

  /**
   * Receives the next part of a file, see `PartUploads`. Returns the id of the stored file once it is whole.
   *
   * @throws RingsideError `font.tooLarge`, `font.cut`, `font.invalid`, `storage.full`, `storage.unwritable`.
   */
  put(id: string, size: number, offset: number, data: Buffer): { id: string; font: string } {
    const { id: key, whole } = this.#uploads.receive(id, size, offset, data);
    return { id: key, font: whole === null ? '' : this.#files.putFont(whole) };
  }
}
