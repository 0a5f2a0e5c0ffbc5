import { type Brush, brushOf, newCanvas, type Sprite } from './canvas.ts';
import { type Box, type EffectPage, opacityAt } from './page.ts';

/** Maximum number of sprites per frame. */
const SPRITE_BUDGET = 240;
/** Units per pixel of a mask. A low resolution suffices, because a mask is smooth. */
const MASK_STEP = 4;

interface Strip {
  box: Box;
  canvas: HTMLCanvasElement;
  brush: Brush;
  mask: HTMLCanvasElement;
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
      return { box, canvas, brush: brushOf(canvas), mask: maskOf(page, box) };
    });
    for (const strip of this.strips) this.setTransform(strip);
  }

  clear(): void {
    this.spritesLeft = SPRITE_BUDGET;
    for (const { brush, canvas } of this.strips) {
      brush.setTransform(1, 0, 0, 1, 0, 0);
      brush.clearRect(0, 0, canvas.width, canvas.height);
    }
    for (const strip of this.strips) this.setTransform(strip);
  }

  /** Draws a picture of the whole page onto the bands. */
  drawPicture(picture: HTMLCanvasElement): void {
    for (const { brush } of this.strips) {
      brush.drawImage(picture, 0, 0, this.page.width, this.page.height);
    }
  }

  /** Draws on the bands that a box overlaps; without a box, on all. */
  draw(paint: (brush: Brush) => void, box?: Box): void {
    const bounds = box === undefined ? undefined : this.onPage(box);
    for (const strip of this.strips) {
      if (bounds !== undefined && !touches(strip.box, bounds)) continue;
      strip.brush.save();
      paint(strip.brush);
      strip.brush.restore();
    }
  }

  /** Draws a sprite, unless the frame's budget is used up. */
  place(sprite: Sprite, { x, y, scale = 1, stretch = 1, turn = 0, alpha = 1 }: Placement): void {
    if (alpha <= 0.004 || scale <= 0 || this.spritesLeft <= 0) return;
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
    if (drawn) this.spritesLeft--;
  }

  /** Draws other strips of the same page over these. */
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

  /** Fades out everything towards the clear middle, and in front of faces. */
  feather(): void {
    for (const { brush, canvas, mask } of this.strips) {
      brush.save();
      brush.setTransform(1, 0, 0, 1, 0, 0);
      brush.globalCompositeOperation = 'destination-in';
      brush.drawImage(mask, 0, 0, canvas.width, canvas.height);
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

/** The largest opacity of each part of a band. */
function maskOf(page: EffectPage, box: Box): HTMLCanvasElement {
  const mask = newCanvas(box.width / MASK_STEP, box.height / MASK_STEP);
  const brush = brushOf(mask);
  const image = brush.createImageData(mask.width, mask.height);
  for (let row = 0; row < mask.height; row++) {
    for (let column = 0; column < mask.width; column++) {
      const x = box.x + ((column + 0.5) / mask.width) * box.width;
      const y = box.y + ((row + 0.5) / mask.height) * box.height;
      image.data[(row * mask.width + column) * 4 + 3] = Math.round(255 * opacityAt(page, x, y));
    }
  }
  brush.putImageData(image, 0, 0);
  return mask;
}
