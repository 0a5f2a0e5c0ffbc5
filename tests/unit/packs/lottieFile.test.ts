import { describe, expect, it } from 'vitest';
import { checkLottie, lottieLimits } from '#backstage/packs/lottieFile.ts';
import { lottieBanner, lottieFile } from '#tests/support/lottie.ts';

const still = (k: number) => ({ a: 0, k });
const shapeLayer = (shapes: unknown[]) => ({ ty: 4, ks: {}, shapes });
const rectangle = { ty: 'rc', p: { a: 0, k: [0, 0] }, s: { a: 0, k: [10, 10] }, r: still(0) };
const repeated = (copies: unknown, inside: unknown[]) => ({
  ty: 'gr',
  it: [...inside, { ty: 'rp', c: copies, o: still(0), tr: {} }],
});

/** What is refused in the sample with other layers, or with other values of its own. */
const checkWith = (changes: Record<string, unknown>) =>
  checkLottie(lottieFile({ ...lottieBanner(), ...changes }));
const checkLayers = (...layers: unknown[]) => checkWith({ layers });
const checkShapes = (...shapes: unknown[]) => checkLayers(shapeLayer(shapes));

describe('a banner of an effect pack', () => {
  it('is accepted as programs export it: shapes, compositions, key frames', () => {
    expect(checkLottie(lottieFile(lottieBanner()))).toBeNull();
    expect(checkShapes(repeated(still(12), [rectangle]))).toBeNull();
    expect(
      checkShapes(
        repeated(
          {
            a: 1,
            k: [
              { t: 0, s: [1] },
              { t: 20, s: [12] },
            ],
          },
          [rectangle],
        ),
      ),
    ).toBeNull();
  });

  it.each<[string, string, unknown]>([
    ['a picture', 'Image', { ty: 2, refId: 'x' }],
    ['text in a font', 'Text', { ty: 5 }],
    ['a sound', 'Audio', { ty: 6 }],
    ['a camera', 'Camera', { ty: 13 }],
    ['depth', '3D', { ...shapeLayer([]), ddd: 1 }],
    ['an effect', 'Effect', { ...shapeLayer([]), ef: [{ ty: 5 }] }],
    [
      'an expression',
      'Expression',
      { ...shapeLayer([]), ks: { r: { k: 0, x: 'var $bm_rt = wiggle(1, 1);' } } },
    ],
    ['an unknown shape', 'ty = zz', shapeLayer([{ ty: 'zz' }])],
    ['an unknown layer', 'ty = 99', { ty: 99 }],
    ['a composition that is not there', 'refId = nothing', { ty: 0, refId: 'nothing' }],
  ])('is refused with %s', (_, what, layer) => {
    expect(checkLayers(layer)).toBe(what);
  });

  it('is refused with a picture among its assets', () => {
    expect(checkWith({ assets: [{ id: 'a', u: 'https://example.com/', p: 'a.png', w: 1, h: 1 }] })).toBe(
      'Image',
    );
  });

  it('is refused if it lasts too long, is too large, or is something else', () => {
    expect(checkWith({ op: 30 * lottieLimits.seconds + 1 })).toBe('10.0 s');
    expect(checkWith({ op: 0.5 })).toBe('op');
    expect(checkWith({ w: 100_000 })).toBe('w');
    expect(checkWith({ layers: [] })).toBe('layers');
    expect(checkWith({ fr: 1e7 })).toBe('fr = 10000000');
    expect(checkWith({ note: 'a'.repeat(lottieLimits.bytes) })).toBe('> 512 kB');
    for (const text of ['', 'no', '[]', 'null', '{"__proto__":{}}', '['.repeat(100_000)])
      expect(checkLottie(Buffer.from(text))).not.toBeNull();
  });

  it('is refused if a small file would draw for ever', () => {
    const inOneAnother = (depth: number, copies: number) =>
      Array.from({ length: depth }, (_, at) => ({
        id: `c${at}`,
        layers: Array.from({ length: copies }, () =>
          at === 0 ? shapeLayer([rectangle]) : { ty: 0, refId: `c${at - 1}` },
        ),
      }));
    expect(checkWith({ assets: inOneAnother(20, 10), layers: [{ ty: 0, refId: 'c19' }] })).toBe(
      '> 200 layers',
    );
    expect(checkWith({ assets: inOneAnother(3, 2), layers: [{ ty: 0, refId: 'c2' }] })).toBeNull();
    expect(
      checkWith({ assets: [{ id: 'a', layers: [{ ty: 0, refId: 'a' }] }], layers: [{ ty: 0, refId: 'a' }] }),
    ).toBe('refId = a');
    const nested = repeated(still(100), [repeated(still(100), [rectangle])]);
    expect(checkShapes(nested)).toBe('> 2000 shapes');
    expect(checkShapes(repeated(still(1e5), [rectangle]))).toBe('c = 100000');
    expect(checkShapes({ ty: 'sr', pt: still(1e5) })).toBe('pt = 100000');
    expect(checkShapes({ ty: 'gf', g: { p: 5000, k: {} } })).toBe('g.p');
    const matted = Array.from({ length: 7 }, () => ({ ...shapeLayer([]), tt: 1 }));
    expect(checkLayers(...matted)).toBe('> 6 mattes');
  });
});
