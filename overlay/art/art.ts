import type { PackInput, PackPicture } from '#shared/contract/overlay/pack.ts';
import { shade } from './shade.ts';

/** Draws one frame of a picture. `time` runs from 0 to 1 over the strip. */
export type Draw = (
  brush: CanvasRenderingContext2D,
  time: number,
  size: { width: number; height: number },
) => void;

export interface ArtPicture extends Pick<PackPicture, 'width' | 'height'> {
  frames?: number;
  fps?: number;
  draw: Draw;
}

export type ArtPiece = PackInput['levels'][number][number];

/** The source of a pack. */
export interface ArtPack extends Omit<PackInput, 'version' | 'pictures'> {
  pictures: Readonly<Record<string, ArtPicture>>;
}

/** A frame that a shader draws, see `shade`. */
export function shader(source: string, samples = 1): Draw {
  return (brush, time, size) => shade(brush, time, size, source, samples);
}
