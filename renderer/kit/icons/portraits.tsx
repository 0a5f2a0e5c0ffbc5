import type { ReactNode } from 'react';
import { Drawing } from './Drawing.tsx';

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
