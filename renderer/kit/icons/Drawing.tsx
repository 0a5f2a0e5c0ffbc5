import type { ReactNode } from 'react';

/** The SVG frame of the product's own icons, drawn in the current text colour. */
export function Drawing({ size, box = 24, children }: { size: number; box?: number; children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${box} ${box}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={box / 16}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
