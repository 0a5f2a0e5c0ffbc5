import type { PackInput } from '#shared/contract/overlay/pack.ts';
import type { ArtPack, ArtPicture } from './art.ts';
import { chinese } from './packs/chinese.ts';
import { frost } from './packs/frost.ts';
import { ink } from './packs/ink.ts';
import { lava } from './packs/lava.ts';
import { black, lightningCyan, orange, purple } from './packs/lines.ts';
import { princess } from './packs/princess.ts';
import { smoke } from './packs/smoke.ts';

/** The project's packs by name, see `PackLibrary`. */
const packs: Readonly<Record<string, ArtPack>> = {
  'style-chinese': chinese,
  'style-ink': ink,
  'style-lava': lava,
  'style-princess': princess,
  'scene-frost': frost,
  'scene-smoke': smoke,
  'line-black': black,
  'line-lightningCyan': lightningCyan,
  'line-orange': orange,
  'line-purple': purple,
};

/** Compression of the pictures, 0 to 1. */
const QUALITY = 0.75;

interface Rendered {
  manifest: PackInput;
  /** The pictures as `data:` URLs, by file name. */
  files: Record<string, string>;
}

/** Renders a pack. */
function render(name: string): Rendered {
  const art = packs[name];
  if (art === undefined) throw new Error(`There is no art ${name}.`);
  const files: Record<string, string> = {};
  const pictures: PackInput['pictures'] = {};
  for (const [key, picture] of Object.entries(art.pictures)) {
    const { width, height, frames = 1, fps = 12 } = picture;
    const columns = columnsOf(picture);
    const file = `${key}.webp`;
    files[file] = sheetOf(picture, columns).toDataURL('image/webp', QUALITY);
    pictures[key] = { file, width, height, ...(frames > 1 && { frames, columns, fps }) };
  }
  return { manifest: { version: 1, ...art, pictures }, files };
}

/** As many columns as make the file about square. */
function columnsOf({ width, height, frames = 1 }: ArtPicture): number {
  return Math.max(1, Math.min(frames, Math.round(Math.sqrt((frames * height) / width))));
}

function sheetOf({ width, height, frames = 1, draw }: ArtPicture, columns: number): HTMLCanvasElement {
  const sheet = document.createElement('canvas');
  sheet.width = width * columns;
  sheet.height = height * Math.ceil(frames / columns);
  const brush = sheet.getContext('2d');
  if (brush === null) throw new Error('This browser has no canvas to draw on.');
  for (let frame = 0; frame < frames; frame++) {
    brush.save();
    brush.translate((frame % columns) * width, Math.floor(frame / columns) * height);
    brush.beginPath();
    brush.rect(0, 0, width, height);
    brush.clip();
    draw(brush, frame / frames, { width, height });
    brush.restore();
  }
  return sheet;
}

Object.assign(window, { studio: { names: Object.keys(packs), render } });
