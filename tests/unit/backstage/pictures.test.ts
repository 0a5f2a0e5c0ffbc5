import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { trustedPicture } from '#backstage/anchors/anchorBook.ts';
import { PictureStore, pictureKind } from '#backstage/anchors/pictureStore.ts';
import { drawPortrait } from '#backstage/rehearsal/platform/answers.ts';
import { giftPicturesShape, platformPicture } from '#backstage/store/giftPictures.ts';
import { RingsideError } from '#shared/contract/error.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function store(inUse: () => string[] = () => [], most?: number): { pictures: PictureStore; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-pictures-'));
  folders.push(folder);
  return { pictures: new PictureStore(folder, inUse, most), folder: join(folder, 'pictures') };
}

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'ok';
  } catch (error) {
    return error instanceof RingsideError ? error.problem.code : 'thrown';
  }
}

/** A PNG whose header states this size (px). */
function pngOf(width: number, height: number): Uint8Array {
  const bytes = Buffer.from(drawPortrait(1));
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** The headers of a JPEG and of the three kinds of WebP, each of 300 by 200 pixels. */
const jpeg = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc2, 0, 11, 8, 0, 200, 1, 44, 1, 1, 0x11, 0,
]);
const riff = (chunk: string, content: number[]) =>
  Buffer.concat([
    Buffer.from(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0`, 'latin1'),
    Buffer.from(content),
    Buffer.alloc(12),
  ]);
const lossy = riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 44, 1, 200, 0]);
const bits = (299 | (199 << 14)) >>> 0;
const lossless = riff('VP8L', [0x2f, bits & 255, (bits >>> 8) & 255, (bits >>> 16) & 255, bits >>> 24]);
const extended = riff('VP8X', [0, 0, 0, 0, 43, 1, 0, 199, 0, 0]);

describe('picture store', () => {
  it('detects the type and size of a picture from its bytes', () => {
    expect(pictureKind(drawPortrait(77))).toEqual({ type: 'image/png', width: 128, height: 128 });
    expect(pictureKind(jpeg)).toEqual({ type: 'image/jpeg', width: 300, height: 200 });
    for (const webp of [lossy, lossless, extended]) {
      expect(pictureKind(webp)).toEqual({ type: 'image/webp', width: 300, height: 200 });
    }
  });

  it('detects nothing in truncated, mutated or other files, and never throws', () => {
    const whole = [drawPortrait(3), jpeg, lossy, lossless, extended];
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.nat({ max: 40 }),
        fc.nat({ max: 39 }),
        fc.nat({ max: 255 }),
        (one, length, at, byte) => {
          const bytes = Uint8Array.from(one).slice(0, length);
          if (at < bytes.length) bytes[at] = byte;
          const kind = pictureKind(bytes);
          if (kind !== null) expect(Math.min(kind.width, kind.height)).toBeGreaterThan(0);
        },
      ),
    );
    for (const text of ['', '<svg onload="alert(1)"/>', 'GIF89a', '<html>']) {
      expect(pictureKind(new TextEncoder().encode(text))).toBeNull();
    }
  });

  it('stores a picture once under the hash of its bytes and reads it unchanged', () => {
    const { pictures, folder } = store();
    const bytes = drawPortrait(5);
    const id = pictures.put(bytes);
    expect(pictures.put(bytes)).toBe(id);
    expect(readdirSync(folder)).toEqual([id]);
    expect(pictures.read(id)?.bytes).toEqual(Buffer.from(bytes));
    expect(pictures.dataOf(id)).toMatch(/^data:image\/png;base64,/);
    expect(pictures.dataOf('0'.repeat(64))).toBe('');
    for (const name of ['..', '../device', '', `${id}/x`]) expect(pictures.read(name)).toBeNull();
  });

  it('rejects other files, large files and pictures that are huge when decoded', () => {
    const { pictures } = store();
    expect(codeOf(() => pictures.put(new Uint8Array(100)))).toBe('picture.invalid');
    expect(codeOf(() => pictures.put(Buffer.concat([drawPortrait(5), Buffer.alloc(200_000)])))).toBe(
      'picture.tooLarge',
    );
    expect(codeOf(() => pictures.put(pngOf(30_000, 30_000)))).toBe('picture.tooLarge');
    expect(codeOf(() => pictures.put(pngOf(2048, 2048)))).toBe('ok');
  });

  it('deletes the oldest pictures above the limit, but none that a preset uses', () => {
    const used: string[] = [];
    const { pictures, folder } = store(() => used, 3);
    const ids = [1, 2, 3].map((look, index) => {
      const id = pictures.put(drawPortrait(look));
      utimesSync(join(folder, id), index + 1, index + 1);
      return id;
    });
    used.push(ids[0] ?? '');
    const newest = pictures.put(drawPortrait(4));
    expect(new Set(readdirSync(folder))).toEqual(new Set([ids[0], ids[2], newest]));
  });
});

describe('picture address', () => {
  const web = 'https://www.platform.example';

  it('is followed if it is https with a host name, or has the origin that named it', () => {
    expect(trustedPicture('https://p16.cdn.example/a.webp?x=1', web)).toBe(
      'https://p16.cdn.example/a.webp?x=1',
    );
    expect(trustedPicture('http://127.0.0.1:7000/a.png', 'http://127.0.0.1:7000')).toBe(
      'http://127.0.0.1:7000/a.png',
    );
  });

  it('is not followed into a private network or away from https', () => {
    for (const address of [
      '',
      'nonsense',
      'http://p16.cdn.example/a.webp',
      'https://127.0.0.1/a',
      'https://[::1]/a',
      'https://169.254.169.254/latest/meta-data',
      'https://2130706433/a',
      'https://0x7f.1/a',
      'https://localhost/a',
      'https://intranet/a',
      'https://printer.local/a',
      'https://db.internal/a',
      'https://name:pass@cdn.example/a',
      'https://cdn.example:8443/a',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
    ]) {
      expect(trustedPicture(address, web), address).toBe('');
    }
  });
});

describe('address of a gift picture', () => {
  const platform = 'https://www.tiktok.com';

  it('may be on the hosts for pictures of the platform, and on the origin of a simulated platform', () => {
    for (const host of ['p16-webcast.tiktokcdn.com', 'p19-sign.tiktokcdn-us.com', 'p16.tiktokcdn-eu.com']) {
      const address = `https://${host}/img/rose.png~tplv-obj.webp?x=1`;
      expect(platformPicture(address, platform)).toBe(address);
    }
    const own = 'http://127.0.0.1:7000/avatar/1.png';
    expect(platformPicture(own, 'http://127.0.0.1:7000')).toBe(own);
  });

  it('may be nowhere else', () => {
    const refused = [
      '',
      'rose.png',
      'http://p16-webcast.tiktokcdn.com/rose.png',
      'https://p16-webcast.tiktokcdn.com:8443/rose.png',
      'https://me:secret@p16-webcast.tiktokcdn.com/rose.png',
      'https://tiktokcdn.com.example.org/rose.png',
      'https://mytiktokcdn.com/rose.png',
      'https://example.org/rose.png',
      'https://127.0.0.1/rose.png',
      'file:///etc/passwd',
      `https://p16-webcast.tiktokcdn.com/${'a'.repeat(1000)}`,
    ];
    for (const address of refused) expect(platformPicture(address, platform), address).toBe('');
    const cdn = 'https://p16-webcast.tiktokcdn.com/rose.png';
    expect(platformPicture(cdn, 'http://127.0.0.1:7000')).toBe('');
    expect(platformPicture(cdn, 'https://tiktok.com.example.org')).toBe('');
  });
});

describe('stored gift pictures', () => {
  it('are read one by one, without broken entries', () => {
    const good = { giftId: 5655, picture: 'a'.repeat(64), at: 5 };
    const stored = [good, { giftId: 0, picture: good.picture, at: 5 }, { ...good, picture: '../secret' }, 7];
    expect(giftPicturesShape.read(stored)).toEqual({ value: [good], dropped: 3 });
  });
});
