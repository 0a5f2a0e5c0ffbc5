/**
 * Options of a skin. `hard` is for a background that is keyed out: opaque pixels only, no glow and no transparency.
 * Every skin has an opaque ring from radius 70 to 78 that covers the edge of the round picture. Elements with a class
 * `sk-*` move when the skin is played.
 */
export interface SkinPaint {
  hard: boolean;
}

/** Draws the elements of a skin, the lowest first. */
export type SkinArt = (paint: SkinPaint) => Node[];
