/** Square PNGs of one icon by width in px. */
type Pictures = ReadonlyMap<number, Buffer>;

const icoSizes = [16, 24, 32, 48, 64, 128, 256];

/** Apple's block name for each size. A second name of the same size is for displays with double density. */
const icnsTypes = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
] as const;

/** The sizes that Windows, macOS and Linux need. */
export const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/** A Windows icon: a directory with entries of 16 bytes, then the PNGs. */
export function packIco(pictures: Pictures): Buffer {
  const parts = icoSizes.map((size) => ({ size, png: pictureOf(pictures, size) }));
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(parts.length, 4);
  let offset = 6 + 16 * parts.length;
  const entries = parts.map(({ size, png }) => {
    const entry = Buffer.alloc(16);
    // A byte cannot hold 256; 0 stands for it.
    entry.writeUInt8(size % 256, 0);
    entry.writeUInt8(size % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...parts.map(({ png }) => png)]);
}

/** An Apple icon: its length, then blocks of a name, a length and a PNG. */
export function packIcns(pictures: Pictures): Buffer {
  const blocks = icnsTypes.map(([type, size]) => {
    const png = pictureOf(pictures, size);
    return Buffer.concat([Buffer.from(type, 'ascii'), uint32(png.length + 8), png]);
  });
  const body = Buffer.concat(blocks);
  return Buffer.concat([Buffer.from('icns', 'ascii'), uint32(body.length + 8), body]);
}

/** The PNGs of a Windows icon by the size in its directory. */
export function unpackIco(file: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let index = 0; index < file.readUInt16LE(4); index += 1) {
    const entry = 6 + 16 * index;
    const from = file.readUInt32LE(entry + 12);
    found.set(file.readUInt8(entry) || 256, file.subarray(from, from + file.readUInt32LE(entry + 8)));
  }
  return found;
}

/** The PNGs of an Apple icon, by name. */
export function unpackIcns(file: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    found.set(file.toString('ascii', at, at + 4), file.subarray(at + 8, at + file.readUInt32BE(at + 4)));
  }
  return found;
}

/** The width of a square PNG. Throws for anything else. */
export function pngSize(png: Buffer): number {
  const signature = '89504e470d0a1a0a';
  if (png.toString('hex', 0, 8) !== signature) throw new Error('not a PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (width !== height) throw new Error(`not square: ${width} by ${height}`);
  return width;
}

function pictureOf(pictures: Pictures, size: number): Buffer {
  const png = pictures.get(size);
  if (png === undefined) throw new Error(`no picture of ${size} pixels`);
  return png;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
