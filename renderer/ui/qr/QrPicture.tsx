import { useMemo } from 'react';
import { qrCode } from './qrCode.ts';

/** Modules of light around a code, without which readers do not find it. */
const MARGIN = 4;

/** A text as a QR code, dark on white whatever the page's colours are; nothing for one that is too long. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => qrCode(text), [text]);
  if (code === null) return null;
  const side = code.length + 2 * MARGIN;
  const path = code.flatMap((row, down) =>
    row.flatMap((dark, right) => (dark ? [`M${right + MARGIN} ${down + MARGIN}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      data-modules={code.length}
    >
      <rect width={side} height={side} fill="#ffffff" />
      <path d={path.join('')} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}
