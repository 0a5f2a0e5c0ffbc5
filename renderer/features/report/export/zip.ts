export interface ZipEntry {
  name: string;
  text: string;
}

/** 1980-01-01, the first day that the format knows: equal contents give equal files. */
const DATE = 0x21;
const UTF8_NAME = 0x0800;

const table = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** A zip archive of texts, stored as they are: office programs read it, and it needs no packing. */
export function zip(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = encoder.encode(entry.name);
    const data = encoder.encode(entry.text);
    const common = [
      ...u16(20),
      ...u16(UTF8_NAME),
      ...u16(0),
      ...u16(0),
      ...u16(DATE),
      ...u32(crc32(data)),
      ...u32(data.length),
      ...u32(data.length),
      ...u16(name.length),
      ...u16(0),
    ];
    const local = bytesOf([...u32(0x04034b50), ...common], name);
    directory.push(
      bytesOf(
        [
          ...u32(0x02014b50),
          ...u16(20),
          ...common,
          ...u16(0),
          ...u16(0),
          ...u16(0),
          ...u32(0),
          ...u32(offset),
        ],
        name,
      ),
    );
    parts.push(local, data);
    offset += local.length + data.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = u16(entries.length);
  const end = [...u32(0x06054b50), ...u16(0), ...u16(0), ...count, ...count, ...u32(size), ...u32(offset)];
  return join([...parts, ...directory, Uint8Array.from([...end, ...u16(0)])]);
}

function u16(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

function u32(value: number): number[] {
  return [...u16(value & 0xffff), ...u16(value >>> 16)];
}

function bytesOf(head: number[], name: Uint8Array): Uint8Array {
  return join([Uint8Array.from(head), name]);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
