import type { ReactNode } from 'react';
import type { WidgetKind } from '#shared/contract/overlay/widget.ts';
import styles from './Kinds.module.css';

/** A drawing of each kind in the text colour. */
const sketches: Record<WidgetKind, ReactNode> = {
  scene: (
    <>
      <rect x="8" y="3" width="28" height="38" rx="3" />
      <rect x="12" y="8" width="20" height="6" rx="2" />
      <rect x="12" y="19" width="9" height="12" rx="2" />
      <path d="M25 21h7M25 26h7M12 36h20" />
    </>
  ),
  ranking: (
    <>
      <path d="M9 12h30M9 22h24M9 32h17" />
      <circle cx="4" cy="12" r="2" />
      <circle cx="4" cy="22" r="2" />
      <circle cx="4" cy="32" r="2" />
    </>
  ),
  pkBar: (
    <>
      <rect x="3" y="17" width="38" height="10" rx="5" />
      <path d="M25 12l-5 20" />
      <path d="M6 22h12" strokeWidth="6" />
    </>
  ),
  countdown: (
    <>
      <circle cx="22" cy="24" r="14" />
      <path d="M22 15v9l6 4M18 4h8" />
    </>
  ),
  anchorCards: (
    <>
      <rect x="3" y="9" width="17" height="26" rx="3" />
      <rect x="24" y="9" width="17" height="26" rx="3" />
      <circle cx="11.5" cy="18" r="4" />
      <circle cx="32.5" cy="18" r="4" />
      <path d="M7 29h9M28 29h9" />
    </>
  ),
  totalVotes: (
    <>
      <path d="M6 34h32" />
      <path d="M10 28v-6M18 28V16M26 28v-9M34 28V8" strokeWidth="4" />
    </>
  ),
  giftGuide: (
    <>
      <rect x="4" y="16" width="16" height="16" rx="2" />
      <path d="M4 22h16M12 16v16M12 16c-8-8 4-10 0 0c-4-10 8-8 0 0M25 24h6" />
      <circle cx="37" cy="20" r="4" />
      <path d="M31 32c0-8 12-8 12 0" />
    </>
  ),
  danceQueue: (
    <>
      <path d="M14 32V10l14-4v22" />
      <circle cx="10" cy="32" r="4" />
      <circle cx="24" cy="28" r="4" />
      <path d="M34 14h7M34 22h7M34 30h7" />
    </>
  ),
  recentGifts: (
    <>
      <rect x="4" y="6" width="36" height="9" rx="4" />
      <rect x="4" y="18" width="28" height="9" rx="4" />
      <rect x="4" y="30" width="20" height="9" rx="4" />
    </>
  ),
  lastWinner: (
    <>
      <path d="M13 8h18v9c0 12-18 12-18 0zM13 11H6c0 8 4 9 8 10M31 11h7c0 8-4 9-8 10M22 26v7M15 37h14" />
    </>
  ),
  thanks: (
    <>
      <rect x="4" y="7" width="36" height="30" rx="4" />
      <path d="M22 21c-6-8-13 1 0 9c13-8 6-17 0-9zM10 33h24" />
    </>
  ),
  giftAlert: (
    <>
      <rect x="3" y="12" width="38" height="22" rx="5" />
      <path d="M8 20h11v9H8zM8 23h11M13.5 20v9M25 20h11M25 27h7M10 6l2 3M22 4v4M34 6l-2 3" />
    </>
  ),
  timeBonus: (
    <>
      <circle cx="19" cy="25" r="13" />
      <path d="M19 17v8l5 3M15 7h8M36 6v10M31 11h10" />
    </>
  ),
  goal: (
    <>
      <rect x="3" y="24" width="38" height="12" rx="6" />
      <path d="M9 30h17" strokeWidth="6" />
      <path d="M32 20V6l9 4-9 4" />
    </>
  ),
  effects: (
    <>
      <path d="M4 40C2 28 8 26 5 14M40 40c2-12-4-14-1-26M10 40c0-6 3-7 2-12M34 40c0-6-3-7-2-12" />
      <path d="M22 8l2 6 6 2-6 2-2 6-2-6-6-2 6-2z" />
    </>
  ),
  workbench: (
    <>
      <circle cx="12" cy="20" r="8" />
      <circle cx="32" cy="20" r="8" />
      <path d="M6 36h12M26 36h12M12 8v3M32 8v3" />
    </>
  ),
};

export function KindSketch({ kind, size = 44 }: { kind: WidgetKind; size?: number }) {
  return (
    <svg
      className={styles.kindSketch}
      viewBox="0 0 44 44"
      width={size}
      height={size}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {sketches[kind]}
    </svg>
  );
}
