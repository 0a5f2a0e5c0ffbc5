import type { PackPicture } from '#shared/contract/overlay/pack.ts';
import { type Brush, brushOf, newCanvas } from '../core/canvas.ts';
import type { Stamp } from './place.ts';

/** The frames of a picture at the resolution of a page, so that they are drawn without scaling. */
export class Atlas {
  /** Size of a frame in canvas pixels. */
  readonly width: number;
  readonly height: number;
  readonly picture: PackPicture;
  private readonly image: HTMLImageElement;
  private readonly sheets = new Map<string, HTMLCanvasElement>();

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

  private paint(look: SheetLook): HTMLCanvasElement {
    const { frames, columns } = this.picture;
    const rows = Math.ceil(frames / columns);
    const [from, to] = [this.image.naturalWidth / columns, this.image.naturalHeight / rows];
    const sheet = newCanvas(this.width * columns, this.height * rows);
    const brush = brushOf(sheet);
    brush.imageSmoothingQuality = 'high';
    for (let frame = 0; frame < frames; frame++) {
      const { x, y } = this.corner(frame);
      const [column, row] = [frame % columns, Math.floor(frame / columns)];
      const mirror = look.mirrored ? -1 : 1;
      brush.setTransform(mirror, 0, 0, 1, look.mirrored ? x + this.width : x, y);
      brush.drawImage(this.image, column * from, row * to, from, to, 0, 0, this.width, this.height);
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
