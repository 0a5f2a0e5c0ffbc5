import { expect, it } from 'vitest';
import { packSchema } from '#shared/contract/overlay/pack.ts';
import { layOut } from '../../overlay/effects/core/page.ts';
import { seeded } from '../../overlay/effects/core/random.ts';
import { packArt } from '../../overlay/effects/packs/packArt.ts';

const picture = (fps: number) => ({ file: 'strip.webp', width: 90, height: 90, frames: 4, columns: 4, fps });
const strip = (name: string) => ({ kind: 'strip', picture: name, anchor: 'topLeft' });

it('pictures of more than 15 frames a second are drawn with every frame', () => {
  const pack = packSchema.parse({
    version: 1,
    fills: 'style',
    name: { en: 'Test', ja: 'Test', zh_CN: 'Test' },
    pictures: { slow: picture(15), fast: picture(24) },
    levels: [
      [
        strip('slow'),
        strip('fast'),
        { kind: 'burst', picture: 'fast', every: 1, from: { x: [0, 1], y: [0, 1] } },
      ],
      [],
      [],
    ],
  });
  const images = new Map(Object.keys(pack.pictures).map((name) => [name, new Image()]));
  const page = layOut(1080, 1920, { top: 0, bottom: 0, side: 7 });
  const scene = { page, level: 1, random: seeded(1), amount: 1 } as const;
  const actors = packArt({ pack, images, sounds: {}, banners: new Map() }, 1).actors(scene);
  expect(actors.map(({ isSlow }) => isSlow)).toEqual([true, false, false]);
});
