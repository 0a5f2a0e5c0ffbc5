/**
 * How a skin is drawn. `hard` is for a background that is keyed out: whole pixels alone, nothing that shines or
 * lets something through. Every skin has an opaque ring from radius 70 to 78, under which the edge of the round
 * picture disappears. What has the class `sk-*` moves when the skin is played.
 */
export interface SkinPaint {
  hard: boolean;
}

/** The parts of a skin from the lowest to the highest. */
export type SkinArt = (paint: SkinPaint) => Node[];
