import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import type { AnchorDraft } from '#renderer/data/presets/presetForm.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { Face } from '#renderer/kit/ui/Face.tsx';
import { useFilePicker } from '#renderer/kit/ui/files.tsx';
import { LARGEST_PICTURE } from '#shared/contract/anchors.ts';
import { RingsideError } from '#shared/contract/error.ts';
import styles from './AnchorFields.module.css';

export interface PictureFieldProps {
  anchor: AnchorDraft;
  /** The picture of the account as looked up; '' for none. */
  found: string;
  name: string;
  onChange(avatar: string): void;
}

/** The anchor's picture: the account's, or a file that the host chooses and can remove again. */
export function PictureField({ anchor, found, name, onChange }: PictureFieldProps) {
  const { t } = useTranslation();
  const { call, showProblem } = useRingside();
  const [busy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    try {
      const { picture } = await call('pictures.put', { data: await readPicture(file) });
      onChange(picture);
    } catch (error) {
      showProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = t('picture.choose', { name });
  const picker = useFilePicker({
    label: choose,
    accept: 'image/png,image/jpeg,image/webp',
    onFile: (file) => void take(file),
  });
  return (
    <div className={styles.picture}>
      <button
        type="button"
        className={styles.pictureButton}
        aria-busy={busy}
        title={t('picture.hint')}
        onClick={picker.open}
      >
        <Face avatar={anchor.avatar || found} username={anchor.username} name={name} size="large" />
        <span className="only-for-readers">{choose}</span>
        <i className={`pi pi-pencil ${styles.pictureSign}`} aria-hidden="true" />
      </button>
      {anchor.avatar !== '' && (
        <button
          type="button"
          className={`icon-button ${styles.pictureRemove}`}
          aria-label={t('picture.remove', { name })}
          title={t('picture.remove', { name })}
          onClick={() => onChange('')}
        >
          <i className="pi pi-times" aria-hidden="true" />
        </button>
      )}
      {picker.input}
    </div>
  );
}

/** Width and height (px) of a stored picture. */
const SIDE = 256;
/** The largest file to read (bytes). Photographs are smaller. */
const LARGEST_FILE = 30 * 1024 * 1024;
/** Compression qualities, tried in this order until the picture is small enough. */
const qualities = [0.86, 0.7, 0.5];

/**
 * Crops a picture file to a square from its centre and scales it down. Returns it as a `data:` URL.
 *
 * @throws RingsideError `picture.invalid` if the file is not a picture, `picture.tooLarge`.
 */
async function readPicture(file: File): Promise<string> {
  if (file.size > LARGEST_FILE) throw new RingsideError('picture.tooLarge');
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new RingsideError('picture.invalid');
  });
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (context === null) throw new RingsideError('picture.invalid');
  const side = Math.min(bitmap.width, bitmap.height);
  context.imageSmoothingQuality = 'high';
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, SIDE, SIDE);
  bitmap.close();
  for (const quality of qualities) {
    const data = encode(canvas, quality);
    if (data.length <= (LARGEST_PICTURE * 4) / 3) return data;
  }
  throw new RingsideError('picture.tooLarge');
}

/** Encodes as WebP. Browsers without WebP return a PNG, which is too large for a photograph; then encodes as JPEG. */
function encode(canvas: HTMLCanvasElement, quality: number): string {
  const data = canvas.toDataURL('image/webp', quality);
  return data.startsWith('data:image/webp') ? data : canvas.toDataURL('image/jpeg', quality);
}
