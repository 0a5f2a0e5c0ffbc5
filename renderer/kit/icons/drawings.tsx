import type { ReactNode } from 'react';

/** The portraits that a user can select for an account. */
export const portraits = ['simple', 'man', 'woman', 'business'] as const;
export type Portrait = (typeof portraits)[number];

const shoulders = <path d="M4 21c.6-4 3.8-6 8-6s7.4 2 8 6" />;

const drawings: Record<Portrait, ReactNode> = {
  simple: (
    <>
      <circle cx="12" cy="8.5" r="4" />
      {shoulders}
    </>
  ),
  man: (
    <>
      <circle cx="12" cy="9" r="4" />
      <path d="M8 8c0-4 2-5 4.5-5S16 5 16 8c-2 0-4-.6-5-2-.5 1.2-1.6 2-3 2Z" />
      {shoulders}
    </>
  ),
  woman: (
    <>
      <circle cx="12" cy="9" r="4" />
      <path d="M8 14c-1.6-1-2-3-2-5 0-4 2.4-6 6-6s6 2 6 6c0 2-.4 4-2 5" />
      <path d="M8.2 8c2.6 0 4-1.2 4.6-3 .6 1.6 1.6 2.6 3 3" />
      {shoulders}
    </>
  ),
  business: (
    <>
      <circle cx="12" cy="7.5" r="4" />
      <path d="M4 21c.4-3.6 2.6-6 5-6.4l3 3.4 3-3.4c2.4.4 4.6 2.8 5 6.4" />
      <path d="m12 18-1.2 3h2.4L12 18Z" />
    </>
  ),
};

export function PortraitIcon({ portrait, size = 24 }: { portrait: Portrait; size?: number }) {
  return <Drawing size={size}>{drawings[portrait]}</Drawing>;
}

/** A ring with loose ropes, for a page that does not exist. */
export function NotFoundIcon({ size = 96 }: { size?: number }) {
  return (
    <Drawing size={size} box={48}>
      <path d="M10 8v34M38 8v34" />
      <path d="M6 42h36" />
      <path d="M10 14h12M38 14h-7M10 24c6 0 8 6 13 6M38 24c-4 0-5 9-8 9M10 34h7M38 34h-2" />
      <path d="m24 12 4 5-4 4 3 4" />
    </Drawing>
  );
}

/** An empty ring, for a list without rows. */
export function EmptyIcon({ size = 64 }: { size?: number }) {
  return (
    <Drawing size={size} box={48}>
      <path d="M9 10v28M39 10v28" />
      <path d="M9 16h30M9 24h30M9 32h30" />
      <path d="M5 38h38" />
    </Drawing>
  );
}

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
