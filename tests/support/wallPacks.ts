import type { Browser } from 'playwright';
import { fileKind } from '#backstage/anchors/pictureStore.ts';
import type { Picture } from '#backstage/overlay/overlayEndpoint.ts';
import { checkPack } from '#backstage/packs/packFile.ts';
import { filesOf, type PackFills, packMoments, packSchema } from '#shared/contract/overlay/pack.ts';
import { lottieBanner, lottieFile } from './lottie.ts';

const WALL_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 16"><rect width="9" height="16"/></svg>';

/** A banner that covers everything, if it may. */
const WALL_BANNER = lottieFile({
  ...lottieBanner(),
  w: 1080,
  h: 1920,
  layers: [{ ty: 1, sw: 1080, sh: 1920, sc: '#000000', ip: 0, op: 60, st: 0, ks: {} }],
});

/** Packs whose pictures are opaque walls over the whole page, as an overlay hub serves them. */
export async function wallPacks(
  browser: Browser,
): Promise<Record<PackFills, string> & { pictures: Map<string, Picture> }> {
  const page = await browser.newPage();
  const wall = async (width: number, height: number) => {
    const url = await page.evaluate(
      ([wide, high]) => {
        const canvas = document.createElement('canvas');
        canvas.width = wide ?? 0;
        canvas.height = high ?? 0;
        canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height);
        return canvas.toDataURL('image/webp');
      },
      [width, height],
    );
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  };
  const contents = new Map([
    ['still.webp', await wall(1080, 1920)],
    ['moving.webp', await wall(1080, 800)],
    ['wall.svg', Buffer.from(WALL_SVG)],
    ['wall.json', WALL_BANNER],
  ]);
  await page.close();
  const pictures = new Map<string, Picture>();
  const make = (fills: PackFills): string => {
    const still = [{ kind: 'strip', picture: 'still', anchor: 'topLeft', sides: 'both' }];
    const pieces = [
      ...still,
      { kind: 'strip', picture: 'moving', anchor: 'topLeft', repeat: { axis: 'x' } },
      { kind: 'strip', picture: 'moving', anchor: 'left', repeat: { axis: 'x' }, blend: 'add' },
      { kind: 'burst', picture: 'moving', every: 0.2, from: { x: [0, 1], y: [0.3, 0.5] } },
    ];
    const pack = packSchema.parse({
      version: 1,
      fills,
      name: { en: `Wall ${fills}` },
      pictures: {
        still: { file: fills === 'scene' ? 'wall.svg' : 'still.webp', width: 1080, height: 1920 },
        moving: { file: 'moving.webp', width: 540, height: 400, frames: 4, columns: 2 },
      },
      // Level 1 has the still picture alone.
      levels: [still, pieces, pieces],
      ...(fills === 'style' && {
        moments: Object.fromEntries(packMoments.map((moment) => [moment, pieces])),
        banners: Object.fromEntries(packMoments.map((moment) => [moment, 'wall.json'])),
      }),
    });
    const named = new Map([...contents].filter(([name]) => filesOf(pack).includes(name)));
    const checked = checkPack(pack, named);
    for (const [id, bytes] of checked.files) {
      pictures.set(id, { type: fileKind(bytes)?.type ?? '', bytes });
    }
    pictures.set(checked.id, { type: 'application/json', bytes: checked.manifest });
    return checked.id;
  };
  return { style: make('style'), scene: make('scene'), line: make('line'), pictures };
}
