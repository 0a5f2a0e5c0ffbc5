import type { Box } from './page.ts';

export type Brush = CanvasRenderingContext2D;

/** A picture that is painted once and drawn often. */
export interface Sprite {
  image: HTMLCanvasElement;
  /** Units. */
  width: number;
  height: number;
}

/** Creates a canvas of a size in pixels, rounded up to at least 1. */
export function newCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.ceil(width));
  canvas.height = Math.max(1, Math.ceil(height));
  return canvas;
}

/** Returns the 2D context of a canvas. Throws if the browser has none. */
export function brushOf(canvas: HTMLCanvasElement, settings?: CanvasRenderingContext2DSettings): Brush {
  const brush = canvas.getContext('2d', settings);
  if (brush === null) throw new Error('This browser has no canvas to draw on.');
  return brush;
}

/** The smallest box around all pixels that are not transparent; null if there are none. */
export function drawnBox({ data, width, height }: ImageData): Box | null {
  let [left, right, first, last] = [width, -1, -1, -1];
  for (let y = 0; y < height; y++) {
    const row = y * width * 4 + 3;
    let from = 0;
    while (from < width && data[row + from * 4] === 0) from++;
    if (from === width) continue;
    let until = width - 1;
    while (data[row + until * 4] === 0) until--;
    left = Math.min(left, from);
    right = Math.max(right, until);
    if (first < 0) first = y;
    last = y;
  }
  return first < 0 ? null : { x: left, y: first, width: right - left + 1, height: last - first + 1 };
}

/** Paints a sprite. The origin of `paint` is the sprite's centre; lengths are in units. */
export function paintSprite(
  width: number,
  height: number,
  paint: (brush: Brush) => void,
  pixelsPerUnit = 1,
): Sprite {
  const image = newCanvas(width * pixelsPerUnit, height * pixelsPerUnit);
  const brush = brushOf(image);
  brush.scale(pixelsPerUnit, pixelsPerUnit);
  brush.translate(width / 2, height / 2);
  paint(brush);
  return { image, width, height };
}

/** `#rrggbb` with an alpha from 0 to 1. */
export function fade(colour: string, alpha: number): string {
  const part = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16);
  return `rgba(${part(1)},${part(3)},${part(5)},${alpha})`;
}

/** Paints a round glow. */
export function glow(
  brush: Brush,
  x: number,
  y: number,
  radius: number,
  colour: string,
  alpha: number,
): void {
  const light = brush.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, fade(colour, alpha));
  light.addColorStop(0.4, fade(colour, alpha * 0.45));
  light.addColorStop(0.75, fade(colour, alpha * 0.1));
  light.addColorStop(1, fade(colour, 0));
  brush.fillStyle = light;
  brush.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}

export function glowSprite(radius: number, colour: string, alpha = 1): Sprite {
  return paintSprite(radius * 2, radius * 2, (brush) => glow(brush, 0, 0, radius, colour, alpha));
}
