import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

const folder = join(import.meta.dirname, 'samplePack');

/** A small effect pack, as a designer makes one: files by name. */
export function samplePack(): Record<string, Buffer> {
  return Object.fromEntries(
    readdirSync(folder).map((name): [string, Buffer] => [name, readFileSync(join(folder, name))]),
  );
}

/** The sample pack with another manifest. */
export function samplePackWith(change: (manifest: Record<string, unknown>) => void): Record<string, Buffer> {
  const files = samplePack();
  const manifest: Record<string, unknown> = JSON.parse((files['pack.json'] ?? '').toString());
  change(manifest);
  return { ...files, 'pack.json': Buffer.from(JSON.stringify(manifest)) };
}

interface ZipOptions {
  /** Bytes that the zip file states for its files, if they are not true. */
  statedSize?: number;
}

/** Packs files into a zip file. */
export function zipOf(files: Readonly<Record<string, Uint8Array>>, { statedSize }: ZipOptions = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const packed = deflateRawSync(bytes);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    // Bit 11: the name is UTF-8. Method 8: deflate.
    header.writeUInt16LE(0x800, 2);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(crc32(bytes), 10);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(statedSize ?? bytes.length, 18);
    header.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), header, place, Buffer.from(name)]),
    );
    locals.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, list, Buffer.from('PK\x05\x06'), end]);
}
