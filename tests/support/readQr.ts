import jsQR from 'jsqr';
import type { PNG } from 'pngjs';

export type Picture = Pick<PNG, 'data' | 'width' | 'height'>;

/** Reads the QR code in a picture. Throws when there is none, or when its text is not UTF-8. */
export function readQr({ data, width, height }: Picture): string {
  const code = jsQR(new Uint8ClampedArray(data), width, height);
  if (code === null) throw new Error('no QR code found');
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(code.binaryData));
}
