import type { StripPiece } from '#shared/contract/overlay/pack.ts';
import type { Atlas } from '../packs/atlas.ts';
import { mirror, type Stamp } from '../packs/place.ts';
import { type Brush, brushOf, newCanvas, type Sprite } from './canvas.ts';
import { type Box, type EffectPage, opacityAt } from './page.ts';

/** Maximum number of sprites per frame. */
const SPRITE_BUDGET = 240;
/** Units per computed point of a mask. A low resolution suffices, because a mask is smooth. */
const MASK_STEP = 4;

interface Strip {
  box: Box;
  canvas: HTMLCanvasElement;
  brush: Brush;
  /** What is cut away, at the resolution of the canvas; null before the first use. */
  mask: HTMLCanvasElement | null;
  /** Something was drawn since it was cleared. */
  isDrawn: boolean;
}

/** Position and transformation of a sprite. x and y are its centre. */
interface Placement {
  x: number;
  y: number;
  scale?: number;
  /** Height relative to width; a negative value flips the sprite. */
  stretch?: number;
  turn?: number;
  alpha?: number;
  /** Adds its light to what is below it. */
  add?: boolean;
}

/**
 * Draws on four canvases, one for each band of the page, as if they were one. Coordinates are in units of the page and
 * for the attacker's side; `mirrored` flips them for the defender.
 */
export class Strips {
  readonly element: HTMLElement;
  private readonly strips: Strip[];
  private readonly page: EffectPage;
  private readonly resolution: number;
  private readonly mirrored: boolean;
  private spritesLeft = SPRITE_BUDGET;

  /** `resolution` is canvas pixels per CSS pixel. */
  constructor(page: EffectPage, resolution: number, mirrored: boolean) {
    this.page = page;
    this.resolution = resolution;
    this.mirrored = mirrored;
    this.element = document.createElement('div');
    this.element.className = 'fx-strips';
    this.strips = page.bands.map((box) => {
      const css = page.unit;
      const canvas = newCanvas(box.width * css * resolution, box.height * css * resolution);
      canvas.style.cssText = `left:${box.x * css}px;top:${box.y * css}px;width:${box.width * css}px;height:${box.height * css}px`;
      this.element.append(canvas);
      return { box, canvas, brush: brushOf(canvas), mask: null, isDrawn: false };
    });
    for (const strip of this.strips) this.setTransform(strip);
  }

  clear(): void {
    this.spritesLeft = SPRITE_BUDGET;
    for (const strip of this.strips) {
      if (!strip.isDrawn) continue;
      strip.isDrawn = false;
      strip.brush.setTransform(1, 0, 0, 1, 0, 0);
      strip.brush.clearRect(0, 0, strip.canvas.width, strip.canvas.height);
      this.setTransform(strip);
    }
  }

  /** Replaces everything by what other canvases of the same page have, perhaps at another resolution. */
  copy(from: Strips): void {
    this.spritesLeft = SPRITE_BUDGET;
    for (const [place, strip] of this.strips.entries()) {
      const source = from.strips[place];
      if (source === undefined || (!source.isDrawn && !strip.isDrawn)) continue;
      const { brush } = strip;
      strip.isDrawn = source.isDrawn;
      brush.save();
      brush.setTransform(1, 0, 0, 1, 0, 0);
      brush.globalCompositeOperation = 'copy';
      brush.drawImage(source.canvas, 0, 0, strip.canvas.width, strip.canvas.height);
      brush.restore();
    }
  }

  /** Draws a sprite, unless the frame's budget is used up. */
  place(sprite: Sprite, { x, y, scale = 1, stretch = 1, turn = 0, alpha = 1, add = false }: Placement): void {
    if (alpha <= 0.004 || scale <= 0 || this.spritesLeft <= 0) return;
    const reach = (Math.hypot(sprite.width, sprite.height) / 2) * scale;
    const middle = this.mirrored ? this.page.width - x : x;
    const bounds = { x: middle - reach, y: y - reach, width: reach * 2, height: reach * 2 };
    let drawn = false;
    for (const strip of this.strips) {
      if (!touches(strip.box, bounds)) continue;
      drawn = true;
      strip.isDrawn = true;
      const { brush } = strip;
      brush.save();
      brush.globalAlpha *= Math.min(1, alpha);
      if (add) brush.globalCompositeOperation = 'lighter';
      brush.translate(x, y);
      if (turn !== 0) brush.rotate(turn);
      brush.scale(scale, scale * stretch);
      brush.drawImage(sprite.image, -sprite.width / 2, -sprite.height / 2, sprite.width, sprite.height);
      brush.restore();
    }
    if (drawn) this.spritesLeft--;
  }

  /** Draws a part of a frame, pixel by pixel, on the bands that it overlaps. */
  stamp(
    atlas: Atlas,
    frame: number,
    part: Stamp,
    { opacity, blend }: Pick<StripPiece, 'opacity' | 'blend'>,
  ): void {
    const scale = this.page.unit * this.resolution;
    const placed = this.mirrored ? mirror(part, Math.round(this.page.width * scale), atlas.width) : part;
    const seen = atlas.trim(frame, placed);
    if (seen === null) return;
    const { x, y, fromX, fromY, width, height } = seen;
    const sheet = atlas.sheet(placed);
    const corner = atlas.corner(frame);
    for (const strip of this.strips) {
      const { brush, box, canvas } = strip;
      const left = x - Math.round(box.x * scale);
      const top = y - Math.round(box.y * scale);
      if (left >= canvas.width || top >= canvas.height || left + width <= 0 || top + height <= 0) continue;
      strip.isDrawn = true;
      brush.save();
      brush.setTransform(1, 0, 0, 1, 0, 0);
      brush.globalAlpha = opacity;
      if (blend === 'add') brush.globalCompositeOperation = 'lighter';
      brush.drawImage(sheet, corner.x + fromX, corner.y + fromY, width, height, left, top, width, height);
      brush.restore();
    }
  }

  /** Fades out everything towards the clear middle, and in front of faces. */
  feather(): void {
    for (const strip of this.strips) {
      if (!strip.isDrawn) continue;
      const { brush, box, canvas } = strip;
      strip.mask ??= maskOf(this.page, box, canvas);
      brush.save();
      brush.setTransform(1, 0, 0, 1, 0, 0);
      // `destination-in` costs several times as much, because it also clears what is beside the mask.
      brush.globalCompositeOperation = 'destination-out';
      brush.drawImage(strip.mask, 0, 0);
      brush.restore();
    }
  }

  /** Maps units of the page to the pixels of a band's canvas. */
  private setTransform({ brush, box, canvas }: Strip): void {
    const scale = this.page.unit * this.resolution;
    // The canvas size is rounded up to whole pixels: scale it to its band exactly.
    const across = canvas.width / (box.width * scale);
    const along = canvas.height / (box.height * scale);
    brush.setTransform(scale * across, 0, 0, scale * along, 0, 0);
    brush.translate(-box.x, -box.y);
    if (!this.mirrored) return;
    brush.translate(this.page.width, 0);
    brush.scale(-1, 1);
  }
}

function touches(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Paints what a band must lose: all beyond the largest opacity of each point. */
function maskOf(page: EffectPage, box: Box, { width, height }: HTMLCanvasElement): HTMLCanvasElement {
  const small = newCanvas(box.width / MASK_STEP, box.height / MASK_STEP);
  const brush = brushOf(small);
  const image = brush.createImageData(small.width, small.height);
  for (let row = 0; row < small.height; row++) {
    for (let column = 0; column < small.width; column++) {
      const x = box.x + ((column + 0.5) / small.width) * box.width;
      const y = box.y + ((row + 0.5) / small.height) * box.height;
      image.data[(row * small.width + column) * 4 + 3] = Math.round(255 * (1 - opacityAt(page, x, y)));
    }
  }
  brush.putImageData(image, 0, 0);
  const mask = newCanvas(width, height);
  const whole = brushOf(mask);
  whole.imageSmoothingQuality = 'high';
  whole.drawImage(small, 0, 0, width, height);
  return mask;
}
