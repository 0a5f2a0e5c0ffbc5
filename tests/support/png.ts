import { inflateSync } from 'node:zlib';

/** Four bytes a pixel (red, green, blue, alpha), row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

const SIGNATURE = 8;
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/** Takes a screenshot apart: a PNG of 8 bits a channel in true colour, with alpha or without, not interlaced. */
export function readPng(file: Buffer): Pixels {
  const packed: Buffer[] = [];
  let [width, height, bytes] = [0, 0, 0];
  for (let at = SIGNATURE; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const kind = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      bytes = CHANNELS[body[9] ?? -1] ?? 0;
      if (body[8] !== 8 || bytes === 0 || body[12] !== 0) throw new Error('a PNG of another kind');
    }
    if (kind === 'IDAT') packed.push(body);
    at += length + 12;
  }
  const rows = inflateSync(Buffer.concat(packed));
  const size = width * bytes;
  let above: Uint8Array = new Uint8Array(size);
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let row = 0, to = 0; row < height; row += 1) {
    const start = row * (size + 1);
    const line = rows.subarray(start + 1, start + 1 + size);
    unfilter(rows[start] ?? -1, line, above, bytes);
    above = line;
    for (let from = 0; from < size; from += bytes, to += 4) {
      for (let part = 0; part < bytes; part += 1) data[to + part] = line[from + part] ?? 0;
    }
  }
  return { width, height, data };
}

/** Makes a row's differences bytes again, in place. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, bytes: number): void {
  if (filter < 0 || filter > 4) throw new Error(`a filter ${filter} that is unknown`);
  if (filter === 0) return;
  for (let at = 0; at < line.length; at += 1) {
    const left = at < bytes ? 0 : (line[at - bytes] ?? 0);
    const up = above[at] ?? 0;
    let guess = filter === 1 ? left : up;
    if (filter === 3) guess = (left + up) >> 1;
    if (filter === 4) guess = nearest(left, up, at < bytes ? 0 : (above[at - bytes] ?? 0));
    line[at] = (line[at] ?? 0) + guess;
  }
}

/** Which of the three is the nearest to left + up - corner, the earlier of them if two are. */
function nearest(left: number, up: number, corner: number): number {
  const byLeft = Math.abs(up - corner);
  const byUp = Math.abs(left - corner);
  const byCorner = Math.abs(left + up - 2 * corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
