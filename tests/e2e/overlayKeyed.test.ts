import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skins, workbenchLayouts } from '#shared/contract/overlay/widget.ts';
import { lostToKey } from '#tests/support/chromaKey.ts';
import { hostileNames } from '#tests/support/hostileNames.ts';
import { keyedPixels } from '#tests/support/overlayAlpha.ts';
import type { OverlayDesk } from '#tests/support/overlayEndpoint.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import {
  inAllSkins,
  openBench,
  openWorkbenchDesk,
  workbenchOptions,
  workbenchState,
} from '#tests/support/workbenchShows.ts';

let browser: Browser;
let desk: OverlayDesk;

beforeAll(async () => {
  browser = await sharedBrowser();
  desk = await openWorkbenchDesk();
});
afterAll(async () => {
  await desk?.close();
});

describe('workbench with a chroma key background', () => {
  it.each(workbenchLayouts)('has no half-transparent pixels in the %s layout', async (layout) => {
    for (const names of [hostileNames, hostileNames.slice(0, 5)]) {
      desk.show(workbenchState(names));
      const skinOf = inAllSkins(names);
      // Calm mode: nothing moves between the two pictures.
      desk.options(workbenchOptions({ layout, skinOf, background: { kind: 'green' } }, true));
      const view = await openBench(browser, desk.url, layout, names.length, names.length > 8 ? 1 : 0.75);
      const behind = (background: object, colour: string): [() => Promise<void>, string] => [
        async () => {
          desk.options(workbenchOptions({ layout, skinOf, background }, true));
          const host = view.page.locator('.host');
          await expect.poll(() => host.evaluate((element) => element.style.backgroundColor)).toBe(colour);
        },
        colour,
      ];
      const [toGreen] = behind({ kind: 'green' }, 'rgb(0, 255, 0)');
      const [toMagenta] = behind({ kind: 'magenta' }, 'rgb(255, 0, 255)');
      const keyed = await keyedPixels(view.page, [
        [toGreen, '#00ff00'],
        [toMagenta, '#ff00ff'],
      ]);
      expect(keyed).toMatchObject({ between: 0, where: [] });
      expect(keyed.solid).toBeGreaterThan(10_000);
      expect(keyed.behind).toBeGreaterThan(10_000);
      await view.close();
    }
  });

  it('loses nothing to the default chroma key of OBS, in any skin and state', async () => {
    for (const shift of [0, 5]) {
      const names = ['Mika', 'Rei', 'Yuki', 'Sora', 'Hina', 'Kaito', 'Nao', 'Ren', 'Aya', 'Jun'];
      const skinOf = Object.fromEntries(
        names.map((_, at) => [`a${at + 1}`, skins[(at + shift) % skins.length]]),
      );
      desk.show(workbenchState(names));
      desk.options(workbenchOptions({ skinOf, background: { kind: 'green' } }));
      const view = await openBench(browser, desk.url, 'horizontal', names.length);
      const { ground, drawn, thinned, lost } = await lostToKey(view.page);
      expect({ shift, lost }).toEqual({ shift, lost: [] });
      // Between yellow and cyan, a pixel may be greenish: a few of a hundred thousand.
      expect(thinned / drawn).toBeLessThan(1 / 20_000);
      expect(ground).toBeGreaterThan(10_000);
      expect(drawn).toBeGreaterThan(10_000);
      await view.close();
    }
  });

  it('has the custom colour wherever nothing is drawn', async () => {
    desk.show(workbenchState(['Mika']));
    desk.options(workbenchOptions({ background: { kind: 'custom', colour: '#0047bb' } }));
    const view = await openBench(browser, desk.url, 'horizontal', 1);
    expect(await view.page.locator('.host').evaluate((host) => getComputedStyle(host).backgroundColor)).toBe(
      'rgb(0, 71, 187)',
    );
    await view.close();
  });
});
