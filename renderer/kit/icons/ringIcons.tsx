import { Drawing } from './Drawing.tsx';

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
