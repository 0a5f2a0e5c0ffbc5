import type { StripPiece } from '#shared/contract/overlay/pack.ts';

/** A part of a frame on the page, in canvas pixels. `x` and `y` are where its upper left corner is drawn. */
export interface Stamp {
  x: number;
  y: number;
  /** The shown part of the frame. */
  fromX: number;
  fromY: number;
  width: number;
  height: number;
  mirrored: boolean;
  /** The side of the frame towards which it fades out, before mirroring. */
  fade: Fade;
}

export type Fade = 'none' | 'left' | 'right' | 'up' | 'down';

interface Size {
  width: number;
  height: number;
}

/**
 * Computes where a strip is drawn on a page: once, or side by side from its anchor on, and with `both` also mirrored.
 * The last repetition is cut at the end, and fades out if that is not the end of the page. `page` and `frame` are in
 * canvas pixels, `scale` is canvas pixels per unit.
 */
export function placeStrip(piece: StripPiece, page: Size, frame: Size, scale: number): Stamp[] {
  const { anchor, repeat } = piece;
  const [offX, offY] = [Math.round(piece.x * scale), Math.round(piece.y * scale)];
  const fromRight = /right$/i.test(anchor);
  const fromBottom = /^bottom/.test(anchor);
  const x = fromRight
    ? page.width - frame.width - offX
    : /left$/i.test(anchor)
      ? offX
      : Math.round((page.width - frame.width) / 2) + offX;
  const y = fromBottom
    ? page.height - frame.height - offY
    : /^top/.test(anchor)
      ? offY
      : Math.round((page.height - frame.height) / 2) + offY;
  const whole: Stamp = { x, y, fromX: 0, fromY: 0, ...frame, mirrored: false, fade: 'none' };
  const stamps: Stamp[] = [];
  if (repeat === undefined) stamps.push(whole);
  else if (repeat.axis === 'x') {
    const end = endOf(Math.round(page.width * repeat.until) - offX, frame.width, repeat.until);
    for (let done = 0; done < end; done += frame.width) {
      const width = Math.min(frame.width, end - done);
      const fromX = fromRight ? frame.width - width : 0;
      const last = repeat.until < 1 && done + frame.width >= end;
      const fade = last ? (fromRight ? 'left' : 'right') : 'none';
      stamps.push({ ...whole, x: fromRight ? x - done + fromX : x + done, fromX, width, fade });
    }
  } else {
    const end = endOf(Math.round(page.height * repeat.until) - offY, frame.height, repeat.until);
    for (let done = 0; done < end; done += frame.height) {
      const height = Math.min(frame.height, end - done);
      const fromY = fromBottom ? frame.height - height : 0;
      const last = repeat.until < 1 && done + frame.height >= end;
      const fade = last ? (fromBottom ? 'up' : 'down') : 'none';
      stamps.push({ ...whole, y: fromBottom ? y - done + fromY : y + done, fromY, height, fade });
    }
  }
  if (piece.sides === 'own') return stamps;
  return [...stamps, ...stamps.map((stamp) => mirror(stamp, page.width, frame.width))];
}

/** Where repetitions end. A rest of less than half a frame is left out, because it is too short to fade out. */
function endOf(length: number, frame: number, until: number): number {
  const rest = length % frame;
  return until < 1 && length > frame && rest < frame / 2 ? length - rest : length;
}

/** Mirrors a stamp at the middle of a page. */
export function mirror(stamp: Stamp, pageWidth: number, frameWidth: number): Stamp {
  return {
    ...stamp,
    x: pageWidth - stamp.x - stamp.width,
    fromX: frameWidth - stamp.fromX - stamp.width,
    mirrored: !stamp.mirrored,
  };
}
