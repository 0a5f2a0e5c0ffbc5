import type { PackPicture } from '#shared/contract/overlay/pack.ts';
import { type Brush, brushOf, drawnBox, newCanvas } from '../core/canvas.ts';
import type { Box } from '../core/page.ts';
import type { Stamp } from './place.ts';

/** The frames of a picture at the resolution of a page, so that they are drawn without scaling. */
export class Atlas {
  /** Size of a frame in canvas pixels. */
  readonly width: number;
  readonly height: number;
  readonly picture: PackPicture;
  private readonly image: HTMLImageElement;
  private readonly sheets = new Map<string, HTMLCanvasElement>();
  /** The part of each frame that is not transparent; null for an empty frame. */
  private readonly drawn = new Map<number, Box | null>();

  /** `scale` is canvas pixels per unit. */
  constructor(image: HTMLImageElement, picture: PackPicture, scale: number) {
    this.image = image;
    this.picture = picture;
    this.width = Math.max(1, Math.round(picture.width * scale));
    this.height = Math.max(1, Math.round(picture.height * scale));
  }

  /** All frames, in the rows and columns of the file. `look` changes each frame in its place. */
  sheet(look: SheetLook = plain): HTMLCanvasElement {
    const { mirrored, fade } = look;
    const key = fade === 'none' ? `${mirrored}` : [mirrored, fade, look.width, look.height].join(' ');
    const known = this.sheets.get(key);
    if (known !== undefined) return known;
    const sheet = this.paint(look);
    this.sheets.set(key, sheet);
    return sheet;
  }

  /** The frame at a time (s). `phase` is the share of the strip that is skipped first. */
  frameAt(time: number, phase: number): number {
    const { frames, fps } = this.picture;
    return Math.floor((((time * fps) / frames + phase) % 1) * frames);
  }

  /** The upper left corner of a frame in the sheet. */
  corner(frame: number): { x: number; y: number } {
    const { columns } = this.picture;
    return { x: (frame % columns) * this.width, y: Math.floor(frame / columns) * this.height };
  }

  /** Cuts a stamp to what its frame shows: drawing transparent pixels costs as much as any. Null if it shows nothing. */
  trim(frame: number, stamp: Stamp): Stamp | null {
    // A still picture is drawn only once.
    if (this.picture.frames === 1) return stamp;
    const drawn = this.drawnOf(frame);
    if (drawn === null) return null;
    const shownX = stamp.mirrored ? this.width - drawn.x - drawn.width : drawn.x;
    const fromX = Math.max(stamp.fromX, shownX);
    const fromY = Math.max(stamp.fromY, drawn.y);
    const width = Math.min(stamp.fromX + stamp.width, shownX + drawn.width) - fromX;
    const height = Math.min(stamp.fromY + stamp.height, drawn.y + drawn.height) - fromY;
    if (width <= 0 || height <= 0) return null;
    const [x, y] = [stamp.x + fromX - stamp.fromX, stamp.y + fromY - stamp.fromY];
    return { ...stamp, x, y, fromX, fromY, width, height };
  }

  /** Looks at a frame when it is first drawn, so that a new effect does not have to wait for all of them. */
  private drawnOf(frame: number): Box | null {
    const known = this.drawn.get(frame);
    if (known !== undefined) return known;
    const canvas = newCanvas(this.width, this.height);
    // A canvas that is read stays in main memory.
    const brush = brushOf(canvas, { willReadFrequently: true });
    brush.imageSmoothingQuality = 'high';
    this.drawFrame(brush, frame);
    const drawn = drawnBox(brush.getImageData(0, 0, this.width, this.height));
    this.drawn.set(frame, drawn);
    return drawn;
  }

  /** Draws a frame of the file at the origin. */
  private drawFrame(brush: Brush, frame: number): void {
    const { frames, columns } = this.picture;
    const [from, to] = [
      this.image.naturalWidth / columns,
      this.image.naturalHeight / Math.ceil(frames / columns),
    ];
    const [column, row] = [frame % columns, Math.floor(frame / columns)];
    brush.drawImage(this.image, column * from, row * to, from, to, 0, 0, this.width, this.height);
  }

  private paint(look: SheetLook): HTMLCanvasElement {
    const { frames, columns } = this.picture;
    const rows = Math.ceil(frames / columns);
    const sheet = newCanvas(this.width * columns, this.height * rows);
    const brush = brushOf(sheet);
    brush.imageSmoothingQuality = 'high';
    for (let frame = 0; frame < frames; frame++) {
      const { x, y } = this.corner(frame);
      const mirror = look.mirrored ? -1 : 1;
      brush.setTransform(mirror, 0, 0, 1, look.mirrored ? x + this.width : x, y);
      this.drawFrame(brush, frame);
      if (look.fade !== 'none') fadeOut(brush, look, this);
    }
    return sheet;
  }
}

type SheetLook = Pick<Stamp, 'mirrored' | 'fade' | 'width' | 'height'>;
const plain: SheetLook = { mirrored: false, fade: 'none', width: 0, height: 0 };

/** Fades out the shown part of a frame towards the end of a repetition. */
function fadeOut(
  brush: Brush,
  { fade, width, height }: SheetLook,
  frame: Pick<Atlas, 'width' | 'height'>,
): void {
  const [startX, endX] =
    fade === 'right' ? [0, width] : fade === 'left' ? [frame.width, frame.width - width] : [0, 0];
  const [startY, endY] =
    fade === 'down' ? [0, height] : fade === 'up' ? [frame.height, frame.height - height] : [0, 0];
  const gradient = brush.createLinearGradient(startX, startY, endX, endY);
  gradient.addColorStop(0, 'rgba(0,0,0,0)');
  gradient.addColorStop(0.25, 'rgba(0,0,0,0)');
  gradient.addColorStop(1, '#000000');
  brush.globalCompositeOperation = 'destination-out';
  brush.fillStyle = gradient;
  brush.fillRect(0, 0, frame.width, frame.height);
  brush.globalCompositeOperation = 'source-over';
}
