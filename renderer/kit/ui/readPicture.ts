import { LARGEST_PICTURE, LARGEST_SIDE } from '#shared/contract/anchors.ts';
import { RingsideError } from '#shared/contract/error.ts';

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
export async function readPicture(file: File): Promise<string> {
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

/** Longest sides (px) of a picture that is kept whole, tried in this order until it is small enough. */
const sides = [1024, 768, 512, 256];

/**
 * Reads a picture file whole, for a background or a frame. A small file stays as it is; a larger one is scaled down.
 * Returns it as a `data:` URL.
 *
 * @throws RingsideError `picture.invalid` if the file is not a picture, `picture.tooLarge`.
 */
export async function readImage(file: File): Promise<string> {
  if (file.size > LARGEST_FILE) throw new RingsideError('picture.tooLarge');
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new RingsideError('picture.invalid');
  });
  const longest = Math.max(bitmap.width, bitmap.height);
  if (file.size <= LARGEST_PICTURE && longest <= LARGEST_SIDE && keptTypes.has(file.type)) {
    return await asItIs(file);
  }
  for (const side of sides) {
    const scale = Math.min(1, side / longest);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) throw new RingsideError('picture.invalid');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    for (const quality of qualities) {
      const data = encode(canvas, quality);
      if (data.length <= (LARGEST_PICTURE * 4) / 3) return data;
    }
  }
  throw new RingsideError('picture.tooLarge');
}

const keptTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp']);

function asItIs(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new RingsideError('picture.invalid')));
    reader.readAsDataURL(file);
  });
}

/** Encodes as WebP. Browsers without WebP return a PNG, which is too large for a photograph; then encodes as JPEG. */
function encode(canvas: HTMLCanvasElement, quality: number): string {
  const data = canvas.toDataURL('image/webp', quality);
  return data.startsWith('data:image/webp') ? data : canvas.toDataURL('image/jpeg', quality);
}
