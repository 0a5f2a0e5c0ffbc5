import { type Brush, brushOf, newCanvas, type Sprite } from './canvas.ts';
import { type Box, distanceToClear, type EffectPage } from './page.ts';

/** Sprites that one frame may draw, however much goes on. */
export const SPRITE_BUDGET = 240;
/** Units over which art fades out before the part that stays clear. */
const FEATHER = 46;
/** The mask is smooth, so that few pixels say it all. */
const MASK_STEP = 8;

interface Strip {
  box: Box;
  canvas: HTMLCanvasElement;
  brush: Brush;
  mask: HTMLCanvasElement;
}

/** Where and how a sprite is drawn; x and y are where its middle goes. */
export interface Placing {
  x: number;
  y: number;
  scale?: number;
  /** Of the height against the width: below 0 is turned over. */
  stretch?: number;
  turn?: number;
  alpha?: number;
}

/**
 * Four canvases, one on each band of the page, drawn on as if they were one. Everything is told in the page's
 * units, from the attacker's point of view; `mirrored` turns it to the defender's.
 */
export class Strips {
  readonly element: HTMLElement;
  private readonly strips: Strip[];
  private readonly page: EffectPage;
  private readonly resolution: number;
  private readonly mirrored: boolean;
  private left = SPRITE_BUDGET;

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
      return { box, canvas, brush: brushOf(canvas), mask: maskOf(page, box) };
    });
    for (const strip of this.strips) this.aim(strip);
  }

  clear(): void {
    this.left = SPRITE_BUDGET;
    for (const { brush, canvas } of this.strips) {
      brush.setTransform(1, 0, 0, 1, 0, 0);
      brush.clearRect(0, 0, canvas.width, canvas.height);
    }
    for (const strip of this.strips) this.aim(strip);
  }

  /** Keeps the bands of a picture of the whole page, which is seen from the attacker's side. */
  take(picture: HTMLCanvasElement): void {
    for (const { brush } of this.strips) {
      brush.drawImage(picture, 0, 0, this.page.width, this.page.height);
    }
  }

  /** Draws on every band that the box touches; without a box on all of them. */
  draw(paint: (brush: Brush) => void, box?: Box): void {
    const bounds = box === undefined ? undefined : this.onPage(box);
    for (const strip of this.strips) {
      if (bounds !== undefined && !touches(strip.box, bounds)) continue;
      strip.brush.save();
      paint(strip.brush);
      strip.brush.restore();
    }
  }

  /** Draws a sprite, as long as the frame's budget lasts. */
  place(sprite: Sprite, { x, y, scale = 1, stretch = 1, turn = 0, alpha = 1 }: Placing): void {
    if (alpha <= 0.004 || scale <= 0 || this.left <= 0) return;
    const reach = (Math.hypot(sprite.width, sprite.height) / 2) * scale;
    const middle = this.mirrored ? this.page.width - x : x;
    const bounds = { x: middle - reach, y: y - reach, width: reach * 2, height: reach * 2 };
    let drawn = false;
    for (const strip of this.strips) {
      if (!touches(strip.box, bounds)) continue;
      drawn = true;
      const { brush } = strip;
      brush.save();
      brush.globalAlpha *= Math.min(1, alpha);
      brush.translate(x, y);
      if (turn !== 0) brush.rotate(turn);
      brush.scale(scale, scale * stretch);
      brush.drawImage(sprite.image, -sprite.width / 2, -sprite.height / 2, sprite.width, sprite.height);
      brush.restore();
    }
    if (drawn) this.left--;
  }

  /** Draws another set of strips over this one. */
  layer(other: Strips, alpha: number): void {
    for (const [index, { brush, canvas }] of this.strips.entries()) {
      const source = other.strips[index];
      if (source === undefined) continue;
      brush.save();
      brush.setTransform(1, 0, 0, 1, 0, 0);
      brush.globalAlpha = alpha;
      brush.drawImage(source.canvas, 0, 0, canvas.width, canvas.height);
      brush.restore();
    }
  }

  /** Lets everything fade out before the part that stays clear. */
  feather(): void {
    for (const { brush, canvas, mask } of this.strips) {
      brush.save();
      brush.setTransform(1, 0, 0, 1, 0, 0);
      brush.globalCompositeOperation = 'destination-in';
      brush.drawImage(mask, 0, 0, canvas.width, canvas.height);
      brush.restore();
    }
  }

  private aim({ brush, box, canvas }: Strip): void {
    const scale = this.page.unit * this.resolution;
    // A canvas has whole pixels, a band of half the resolution may not: stretch it to its band.
    const across = canvas.width / (box.width * scale);
    const along = canvas.height / (box.height * scale);
    brush.setTransform(scale * across, 0, 0, scale * along, 0, 0);
    brush.translate(-box.x, -box.y);
    if (!this.mirrored) return;
    brush.translate(this.page.width, 0);
    brush.scale(-1, 1);
  }

  private onPage(box: Box): Box {
    return this.mirrored ? { ...box, x: this.page.width - box.x - box.width } : box;
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

/** Opaque at the page's edge, nothing at the part that stays clear. */
function maskOf(page: EffectPage, box: Box): HTMLCanvasElement {
  const mask = newCanvas(box.width / MASK_STEP, box.height / MASK_STEP);
  const brush = brushOf(mask);
  const image = brush.createImageData(mask.width, mask.height);
  for (let row = 0; row < mask.height; row++) {
    for (let column = 0; column < mask.width; column++) {
      const x = box.x + ((column + 0.5) / mask.width) * box.width;
      const y = box.y + ((row + 0.5) / mask.height) * box.height;
      const part = Math.min(1, distanceToClear(page, x, y) / FEATHER);
      image.data[(row * mask.width + column) * 4 + 3] = Math.round(255 * part * part * (3 - 2 * part));
    }
  }
  brush.putImageData(image, 0, 0);
  return mask;
}
