/** How busy a rehearsal is. */
export const rehearsalSizes = ['small', 'normal', 'busy', 'storm'] as const;
export type RehearsalSize = (typeof rehearsalSizes)[number];
