import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './QrPicture.module.css';

/** The light margin around a code, in modules; scanners need it to find the code. */
const MARGIN = 4;

/** Encodes text as UTF-8 in the smallest code of level M. Returns null when the text does not fit any code. */
export function qrModules(text: string): boolean[][] | null {
  try {
    return encode([...new TextEncoder().encode(text)], { ecc: 'M', border: MARGIN }).data;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** QR code of a text, always black on white. Draws nothing when the text is too long for a code. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const modules = useMemo(() => qrModules(text), [text]);
  if (modules === null) return null;
  const path = modules.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      role="img"
      aria-label={label}
    >
      <rect width={modules.length} height={modules.length} fill="#ffffff" />
      <path d={path.join('')} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}
