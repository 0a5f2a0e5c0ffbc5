import { readFileSync } from 'node:fs';

/* Sound files, made from code. Only WAV and MP3 can be played; of the others, the check reads the headers only. */

/** Reads one of the files that FFmpeg made: 0.6 s of a tone of 660 Hz, as Vorbis, Opus or AAC. */
export function soundFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`sounds/${name}`, import.meta.url)));
}

/** A WAV file of a tone (8 kHz, 16 bit, mono). */
export function wavOf(seconds: number): Uint8Array {
  const rate = 8000;
  const samples = Math.round(seconds * rate);
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let index = 0; index < samples; index += 1)
    file.writeInt16LE(Math.round(20_000 * Math.sin((2 * Math.PI * 440 * index) / rate)), 44 + index * 2);
  return new Uint8Array(file);
}

/** Frames of silence (MPEG 1, layer III, 128 kbit/s, 44.1 kHz) after an ID3 tag. */
export function mp3Of(seconds: number): Uint8Array {
  const tag = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0]);
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9000, 0);
  const frames = Math.round((seconds * 44_100) / 1152);
  return new Uint8Array(Buffer.concat([tag, ...Array.from({ length: frames }, () => frame)]));
}

function oggPage(position: bigint, content: Buffer): Buffer {
  const head = Buffer.alloc(28);
  head.write('OggS', 0);
  head.writeBigInt64LE(position, 6);
  head.writeUInt8(1, 26);
  head.writeUInt8(content.length, 27);
  return Buffer.concat([head, content]);
}

/** The pages of an Opus file with a last position. */
export function oggOf(seconds: number): Uint8Array {
  const pages = [
    oggPage(0n, Buffer.from('OpusHead00000000000')),
    oggPage(BigInt(seconds * 48_000), Buffer.alloc(40)),
  ];
  return new Uint8Array(Buffer.concat(pages));
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length, 0);
  head.write(name, 4);
  return Buffer.concat([head, content]);
}

/** The boxes of an M4A file that say its length. */
export function m4aOf(seconds: number): Uint8Array {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1000, 12);
  header.writeUInt32BE(seconds * 1000, 16);
  return new Uint8Array(
    Buffer.concat([
      box('ftyp', Buffer.from('M4A \0\0\0\0')),
      box('moov', box('mvhd', header)),
      box('mdat', Buffer.alloc(50)),
    ]),
  );
}
