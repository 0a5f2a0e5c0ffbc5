type Brush = CanvasRenderingContext2D;

/** A canvas of a size in pixels, and its context. */
export function newBrush(width: number, height: number): Brush {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  if (brush === null) throw new Error('This browser has no canvas to draw on.');
  return brush;
}

/** Colours of metal from its dark to its light side. */
export const gold = ['#3d1d04', '#7c430b', '#c07d1e', '#f0bd4f', '#fff3bd', '#e8b04a', '#fffbe6'] as const;
export const roseGold = [
  '#5c2130',
  '#a04e5c',
  '#d98d8f',
  '#f6c4bb',
  '#fff3ec',
  '#eeb3ac',
  '#ffffff',
] as const;

/** Pixels per unit of a relief while it is computed. */
const FINE = 2;

/**
 * Draws a shape as embossed metal. `paint` draws the shape in any colour; `relief` is how far its edges are rounded in
 * units.
 */
export function emboss(
  target: Brush,
  { width, height }: { width: number; height: number },
  metal: readonly string[],
  relief: number,
  paint: (brush: Brush) => void,
): void {
  const fine = newBrush(width * FINE, height * FINE);
  fine.scale(FINE, FINE);
  paint(fine);
  const { canvas } = fine;
  const soft = newBrush(canvas.width, canvas.height);
  soft.filter = `blur(${relief * FINE * 0.5}px)`;
  soft.drawImage(canvas, 0, 0);
  soft.globalAlpha = 0.5;
  soft.filter = `blur(${relief * FINE}px)`;
  soft.drawImage(canvas, 0, 0);
  const shape = fine.getImageData(0, 0, canvas.width, canvas.height);
  const heights = soft.getImageData(0, 0, canvas.width, canvas.height).data;
  const colours = metal.map(rgb);
  const heightAt = (x: number, y: number) =>
    heights[
      (Math.min(canvas.height - 1, Math.max(0, y)) * canvas.width +
        Math.min(canvas.width - 1, Math.max(0, x))) *
        4 +
        3
    ] ?? 0;
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const at = (y * canvas.width + x) * 4;
      if ((shape.data[at + 3] ?? 0) === 0) continue;
      const across = (heightAt(x + 1, y) - heightAt(x - 1, y)) * 0.016 * relief;
      const down = (heightAt(x, y + 1) - heightAt(x, y - 1)) * 0.016 * relief;
      const length = Math.hypot(across, down, 1);
      const light = (0.5 * across + 0.72 * down + 0.5) / length;
      const sheen = Math.sin((x * 0.6 + y) * 0.011 + light * 2.2) * 0.07;
      const colour = rampAt(colours, 0.5 + (light - 0.5) * 0.78 + sheen);
      for (let part = 0; part < 3; part++) shape.data[at + part] = colour[part] ?? 0;
    }
  }
  fine.setTransform(1, 0, 0, 1, 0, 0);
  fine.putImageData(shape, 0, 0);
  target.imageSmoothingQuality = 'high';
  target.drawImage(canvas, 0, 0, width, height);
}

function rgb(hex: string): [number, number, number] {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16);
  return [part(1), part(3), part(5)];
}

function rampAt(colours: readonly (readonly number[])[], at: number): number[] {
  const place = Math.max(0, Math.min(0.999, at)) * (colours.length - 1);
  const [low, high] = [colours[Math.floor(place)] ?? [], colours[Math.floor(place) + 1] ?? []];
  return low.map((value, part) => value + ((high[part] ?? value) - value) * (place % 1));
}

/** Draws with a soft shadow below. */
export function withShadow(brush: Brush, colour: string, blur: number, down: number, draw: () => void): void {
  brush.save();
  brush.shadowColor = colour;
  brush.shadowBlur = blur;
  brush.shadowOffsetY = down;
  draw();
  brush.restore();
}

export function linear(
  brush: Brush,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  ...stops: readonly (readonly [number, string])[]
): CanvasGradient {
  const gradient = brush.createLinearGradient(x0, y0, x1, y1);
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
}

export function radial(
  brush: Brush,
  [x, y, radius]: readonly [number, number, number],
  ...stops: readonly (readonly [number, string])[]
): CanvasGradient {
  const gradient = brush.createRadialGradient(x, y, 0, x, y, radius);
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
}

/** Draws the points as one line. */
export function polyline(brush: Brush, points: readonly (readonly [number, number])[]): void {
  brush.beginPath();
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) brush.moveTo(x, y);
    else brush.lineTo(x, y);
  }
  brush.stroke();
}
