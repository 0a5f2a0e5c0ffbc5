import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPackFile, recheckPack } from '#backstage/packs/packFile.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { hostPackLimits } from '#shared/contract/overlay/hostPack.ts';
import { lottieBanner, lottieFile } from '#tests/support/lottie.ts';
import { samplePack, samplePackWith, zipOf } from '#tests/support/samplePack.ts';
import { soundFile, wavOf } from '#tests/support/sounds.ts';

/** The problem of a pack that is refused; null for one that is accepted. */
async function refusal(zip: Buffer) {
  try {
    await readPackFile(zip);
    return null;
  } catch (error) {
    if (error instanceof RingsideError) return error.problem;
    throw error;
  }
}

const refusalOf = (files: Record<string, Uint8Array>) => refusal(zipOf(files));

/** The first bytes of a WebP file of some size. */
function webpOf(width: number, height: number, flags = 0): Buffer {
  const file = Buffer.alloc(40);
  file.write('RIFF', 0, 'latin1');
  file.write('WEBPVP8X', 8, 'latin1');
  file[20] = flags;
  file.writeUIntLE(width - 1, 24, 3);
  file.writeUIntLE(height - 1, 27, 3);
  return file;
}

describe('a zip file with an effect pack', () => {
  it('is read as a designer packs it: the files, or their folder', async () => {
    const files = samplePack();
    const plain = await readPackFile(zipOf(files));
    expect(plain.pack).toMatchObject({ fills: 'style', base: 'princess' });
    expect(Object.keys(plain.ids).sort()).toEqual(['corner.webp', 'edge.webp', 'spark.webp']);
    // macOS adds a folder of its own.
    const inFolder: Record<string, Buffer> = { '__MACOSX/lagoon/pack.json': Buffer.from('no') };
    for (const [name, bytes] of Object.entries(files)) inFolder[`lagoon/${name}`] = bytes;
    inFolder['lagoon/sketch.psd'] = randomBytes(1000);
    expect((await readPackFile(zipOf(inFolder))).id).toBe(plain.id);
  });

  it("has Ringside's own packs within its limits", async () => {
    const packs = join(import.meta.dirname, '../../../overlay/packs');
    for (const name of readdirSync(packs)) {
      const files = readdirSync(join(packs, name)).map((file): [string, Buffer] => [
        file,
        readFileSync(join(packs, name, file)),
      ]);
      expect({ name, problem: await refusalOf(Object.fromEntries(files)) }).toEqual({ name, problem: null });
    }
  });

  it('is refused if it is no zip file, or a damaged one', async () => {
    const zip = zipOf(samplePack());
    const broken = Buffer.from(zip);
    broken.fill(0xff, 60, 400);
    for (const bytes of [randomBytes(2000), Buffer.from('PK'), zip.subarray(0, 900), broken])
      expect(await refusal(bytes)).toEqual({ code: 'pack.zip' });
  });

  it('never unpacks more than it states: a small file is not a huge one', async () => {
    const bomb = { ...samplePack(), 'edge.webp': Buffer.alloc(300 * 1024 ** 2) };
    expect(await refusal(zipOf(bomb))).toMatchObject({ code: 'pack.tooLarge' });
    expect(await refusal(zipOf({ 'pack.json': Buffer.alloc(50 * 1024 ** 2, ' ') }))).toMatchObject({
      code: 'pack.fileTooLarge',
      params: { file: 'pack.json' },
    });
    expect(await refusal(zipOf(bomb, { statedSize: 2000 }))).toEqual({ code: 'pack.zip' });
  });

  it('is refused with paths that point outside, and with too many files', async () => {
    for (const name of ['../pack.json', '/etc/pack.json', 'C:/pack.json'])
      expect(await refusalOf({ ...samplePack(), [name]: Buffer.from('{}') })).toEqual({ code: 'pack.zip' });
    const many: Record<string, Buffer> = samplePack();
    for (let index = 0; index <= hostPackLimits.entries; index += 1) many[`x${index}.txt`] = Buffer.alloc(0);
    expect(await refusalOf(many)).toMatchObject({ code: 'pack.tooManyFiles' });
  });

  it('says what to correct in its manifest', async () => {
    const { 'pack.json': _, ...pictures } = samplePack();
    expect(await refusalOf(pictures)).toEqual({ code: 'pack.noManifest' });
    expect(await refusalOf({ ...pictures, 'pack.json': Buffer.from('{"version":1,') })).toEqual({
      code: 'pack.syntax',
    });
    const marked = Buffer.concat([Buffer.from('\uFEFF'), samplePack()['pack.json'] ?? Buffer.alloc(0)]);
    expect(await refusalOf({ ...pictures, 'pack.json': marked })).toBeNull();
    const anchor = samplePackWith((pack) => {
      pack.levels = [[{ kind: 'strip', picture: 'edge', anchor: 'middle' }], [], []];
    });
    expect(await refusalOf(anchor)).toEqual({
      code: 'pack.manifest',
      params: { place: 'levels.0.0.anchor' },
    });
    const lost = samplePackWith((pack) => {
      pack.levels = [[{ kind: 'strip', picture: 'constructor', anchor: 'left' }], [], []];
    });
    expect(await refusalOf(lost)).toEqual({ code: 'pack.noPicture', params: { name: 'constructor' } });
  });

  it('says which picture is missing, no WebP, animated, or of another size', async () => {
    const files = samplePack();
    const { 'edge.webp': __, ...rest } = files;
    expect(await refusalOf(rest)).toEqual({ code: 'pack.noFile', params: { file: 'edge.webp' } });
    for (const bytes of [Buffer.from('<svg onload="alert(1)"/>'), Buffer.from('\x89PNG\r\n\x1a\n')])
      expect(await refusalOf({ ...files, 'spark.webp': bytes })).toEqual({
        code: 'pack.notPicture',
        params: { file: 'spark.webp' },
      });
    expect(await refusalOf({ ...files, 'spark.webp': webpOf(40, 40, 2) })).toMatchObject({
      code: 'pack.animated',
    });
    expect(await refusalOf({ ...files, 'spark.webp': webpOf(16_000, 16_000) })).toEqual({
      code: 'pack.size',
      params: { file: 'spark.webp', is: '16000×16000', wanted: '40×40' },
    });
  });

  it('may have SVG stills, which are refused with what they may not have', async () => {
    const files = samplePackWith((pack) => {
      pack.pictures = {
        ...Object(pack.pictures),
        corner: { file: 'corner.svg', width: 300, height: 300 },
      };
    });
    const drawn = (inside: string, side = 300) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 ${side}">${inside}<rect width="9" height="9"/></svg>`,
      );
    expect(await refusalOf({ ...files, 'corner.svg': drawn('') })).toBeNull();
    expect(await refusalOf({ ...files, 'corner.svg': drawn('<script>alert(1)</script>') })).toEqual({
      code: 'pack.svg',
      params: { file: 'corner.svg', what: '<script>' },
    });
    expect(await refusalOf({ ...files, 'corner.svg': drawn('', 200) })).toEqual({
      code: 'pack.size',
      params: { file: 'corner.svg', is: '300×200', wanted: '300×300' },
    });
  });

  it('may bring banners for moments, which are checked', async () => {
    const files = samplePackWith((pack) => {
      pack.banners = { settlement: 'win.json' };
    });
    const win = lottieFile(lottieBanner());
    const { pack, ids } = await readPackFile(zipOf({ ...files, 'win.json': win }));
    expect(pack.banners).toEqual({ settlement: 'win.json' });
    expect(Object.keys(ids)).toContain('win.json');
    expect(await refusalOf(files)).toEqual({ code: 'pack.noFile', params: { file: 'win.json' } });
    const photo = lottieFile({ ...lottieBanner(), layers: [{ ty: 2, refId: 'photo' }] });
    expect(await refusalOf({ ...files, 'win.json': photo })).toEqual({
      code: 'pack.banner',
      params: { file: 'win.json', what: 'Image' },
    });
  });

  it('may bring sounds, which are checked like those of the host', async () => {
    const files = samplePackWith((pack) => {
      pack.sounds = { level1: 'rise.wav', settlement: 'win.ogg', streak: 'rise.wav' };
    });
    const sounds = { 'rise.wav': wavOf(1), 'win.ogg': soundFile('tone.ogg') };
    const { pack, ids } = await readPackFile(zipOf({ ...files, ...sounds }));
    expect(Object.keys(pack.sounds)).toEqual(['level1', 'settlement', 'streak']);
    expect(Object.keys(ids)).toContain('win.ogg');
    expect(await refusalOf(files)).toEqual({ code: 'pack.noFile', params: { file: 'rise.wav' } });
    for (const bytes of [wavOf(16), Buffer.from('<script>'), randomBytes(3000)])
      expect(await refusalOf({ ...files, ...sounds, 'win.ogg': bytes })).toMatchObject({
        code: 'pack.sound',
        params: { file: 'win.ogg' },
      });
  });

  it('is refused if its pictures need too much memory when they are shown', async () => {
    const files = samplePackWith((pack) => {
      pack.pictures = {
        edge: { file: 'edge.webp', width: 900, height: 400, frames: 24, columns: 6 },
        corner: { file: 'corner.webp', width: 300, height: 300 },
        spark: { file: 'spark.webp', width: 40, height: 40 },
      };
    });
    expect(await refusalOf({ ...files, 'edge.webp': webpOf(5400, 1600) })).toMatchObject({
      code: 'pack.decoded',
      params: { level: 1, limit: 30 },
    });
    const stills = samplePackWith((pack) => {
      pack.pictures = Object.fromEntries(
        ['edge', 'corner', 'spark', 'more'].map((name) => [
          name,
          { file: 'corner.webp', width: 2160, height: 2160 },
        ]),
      );
    });
    expect(await refusalOf({ ...stills, 'corner.webp': webpOf(2160, 2160) })).toMatchObject({
      code: 'pack.decodedAll',
    });
  });

  it('never fails in another way, whatever its manifest is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (manifest) => {
        const problem = await refusalOf({ 'pack.json': Buffer.from(JSON.stringify(manifest)) });
        expect(problem?.code).toMatch(/^pack\./);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a stored pack', () => {
  it('is checked again with all its files', async () => {
    const { manifest, files, id } = await readPackFile(zipOf(samplePack()));
    expect(recheckPack(manifest, (file) => files.get(file) ?? null)?.id).toBe(id);
    expect(recheckPack(manifest, () => null)).toBeNull();
    expect(recheckPack(manifest, () => Buffer.from('<svg/>'))).toBeNull();
    expect(recheckPack(Buffer.from('{"pack":{}}'), (file) => files.get(file) ?? null)).toBeNull();
  });
});

describe('the pack that docs/packs.md makes from an empty folder', () => {
  it('is accepted as written', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/packs.md'), 'utf8');
    const [, manifest = ''] = /```json\n([^`]*)```/.exec(page) ?? [];
    const { 'edge.webp': edge, 'spark.webp': spark } = samplePack();
    if (edge === undefined || spark === undefined) throw new Error('the sample pack has other pictures');
    const { pack } = await readPackFile(
      zipOf({
        'lagoon/pack.json': Buffer.from(manifest),
        'lagoon/edge.webp': edge,
        'lagoon/spark.webp': spark,
      }),
    );
    expect(pack.name).toEqual({ en: 'Lagoon' });
  });
});
