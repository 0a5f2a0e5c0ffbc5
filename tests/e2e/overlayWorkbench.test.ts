import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skins, workbenchLayouts } from '#shared/contract/overlay/widget.ts';
import { hostileNames } from '#tests/support/hostileNames.ts';
import { alphaIn } from '#tests/support/overlayAlpha.ts';
import type { OverlayDesk } from '#tests/support/overlayEndpoint.ts';
import { type OverlayView, openOverlayView } from '#tests/support/overlayView.ts';
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

/** Visible faults of the layout. */
function layoutFaults(): string[] {
  const faults: string[] = [];
  const slack = 1.5;
  const seats = [...document.querySelectorAll('.wb-seat')];
  const boxes = seats.map((seat) => seat.getBoundingClientRect());
  for (const [index, seat] of seats.entries()) {
    const box = boxes[index];
    if (box === undefined) continue;
    if (
      box.left < -slack ||
      box.top < -slack ||
      box.right > innerWidth + slack ||
      box.bottom > innerHeight + slack
    ) {
      faults.push(`seat ${index} leaves the page`);
    }
    for (const [other, its] of boxes.entries()) {
      const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (other > index && across > slack && down > slack) faults.push(`seats ${index} and ${other} overlap`);
    }
    for (const part of seat.querySelectorAll(
      '.wb-seat__name, .wb-seat__figure, .wb-seat__rank, .wb-seat__live',
    )) {
      if (part.getClientRects().length === 0) continue;
      const its = part.getBoundingClientRect();
      const inside =
        its.left >= box.left - slack &&
        its.right <= box.right + slack &&
        its.top >= box.top - slack &&
        its.bottom <= box.bottom + slack;
      if (!inside) faults.push(`${part.className} of seat ${index} leaves its seat`);
    }
    const name = seat.querySelector('.wb-seat__name');
    const figure = seat.querySelector('.wb-seat__figure');
    if (name === null || figure === null) continue;
    const size = Number.parseFloat(getComputedStyle(name).fontSize);
    if (name.getBoundingClientRect().height > size * 1.9)
      faults.push(`the name of seat ${index} takes two lines`);
    if (name.getBoundingClientRect().bottom > figure.getBoundingClientRect().top + slack) {
      faults.push(`the votes of seat ${index} lie over its name`);
    }
  }
  return faults;
}

describe('workbench', () => {
  it.each(workbenchLayouts.flatMap((layout) => [3, 8, 12].map((anchors) => [layout, anchors] as const)))(
    'in the %s layout stays intact with %i hostile names',
    async (layout, anchors) => {
      desk.options(workbenchOptions({ layout, skinOf: inAllSkins(hostileNames) }));
      desk.show(workbenchState(hostileNames.slice(0, anchors)));
      for (const by of [1, 0.5, 0.37]) {
        const view = await openBench(browser, desk.url, layout, anchors, by);
        expect({ by, faults: await view.page.evaluate(layoutFaults) }).toEqual({ by, faults: [] });
        expect(await view.page.locator('.wb b, .wb img').count()).toBe(0);
        expect(view.faults).toEqual([]);
        await view.close();
      }
    },
  );

  it('has at least eight skins, each drawn differently', async () => {
    const names = skins.map((_, index) => `A${index}`);
    desk.options(workbenchOptions({ skinOf: inAllSkins(names) }));
    desk.show(workbenchState(names));
    const view = await openBench(browser, desk.url, 'horizontal', names.length);
    // The shapes, without colours and generated gradient ids.
    const drawn = await view.page
      .locator('.skin')
      .evaluateAll((all) =>
        all.map((skin) =>
          [...skin.querySelectorAll('*')]
            .map((part) => `${part.tagName} ${part.getAttribute('d') ?? part.getAttribute('r') ?? ''}`)
            .join('; '),
        ),
      );
    expect(new Set(drawn).size).toBe(skins.length);
    expect(skins.length).toBeGreaterThanOrEqual(8);
    await view.close();
  });

  it('shows each anchor in its own skin, or in the common skin', async () => {
    desk.options(workbenchOptions({ skin: 'ember', skinOf: { a2: 'sakura' } }));
    desk.show(workbenchState(['Mika', 'Rei', 'Yuki']));
    const view = await openBench(browser, desk.url, 'horizontal', 3);
    const worn = () =>
      view.page.locator('.skin').evaluateAll((all) => all.map((skin) => skin.getAttribute('data-skin')));
    expect(await worn()).toEqual(['ember', 'sakura', 'ember']);
    desk.options(workbenchOptions({ skin: 'dragon' }));
    await view.page.locator('[data-skin="dragon"]').nth(2).waitFor();
    expect(await worn()).toEqual(['dragon', 'dragon', 'dragon']);
    await view.close();
  });

  it('shows in words who attacks, defends, is out or is in a resurrection', async () => {
    desk.options(workbenchOptions());
    desk.show(workbenchState(['Mika', 'Rei', 'Yuki', 'Sora']));
    const view = await openBench(browser, desk.url, 'horizontal', 4);
    const words = async (seat: number, part: string) => {
      const found = view.page.locator('.wb-seat').nth(seat).locator(part);
      return (await found.isVisible()) ? found.textContent() : null;
    };
    expect(await words(0, '.wb-seat__side')).toBe('Attacker');
    expect(await words(1, '.wb-seat__side')).toBe('Defender');
    expect(await words(1, '.wb-seat__mark')).toBe('Out');
    expect(await words(2, '.wb-seat__mark')).toBe('Comeback');
    expect(await view.page.locator('.wb-seat').nth(2).locator('.wb-seat__comeback').isVisible()).toBe(true);
    expect(await view.page.locator('.wb-seat').nth(0).locator('.wb-seat__comeback').isVisible()).toBe(false);
    expect(await words(0, '.wb-seat__streak')).toBe('12 wins');
    expect(await words(3, '.wb-seat__rank')).toBe('1');
    expect(await words(3, '.wb-seat__over')).toBe('+12,345');
    desk.options(workbenchOptions({ showScore: false, showRank: false, showStreak: false, showLive: false }));
    await view.page.locator('.wb-seat__figure').first().waitFor({ state: 'hidden' });
    for (const part of ['rank', 'streak', 'live']) expect(await words(0, `.wb-seat__${part}`)).toBeNull();
    await view.close();
  });

  it('is transparent where it draws nothing', async () => {
    desk.options(workbenchOptions());
    desk.show(workbenchState(['Mika', 'Rei', 'Yuki']));
    const view = await openBench(browser, desk.url, 'horizontal', 3);
    const [corner, all] = await alphaIn(view.page, [
      { left: 0, top: 0, right: 0.1, bottom: 1 },
      { left: 0, top: 0, right: 1, bottom: 1 },
    ]);
    expect(corner?.most).toBe(0);
    expect(all?.drawn).toBeGreaterThan(0.1);
    await view.close();
  });

  it('moves one skin at a time while votes arrive, none while nothing happens, and none in calm mode', async () => {
    const names = ['Mika', 'Rei', 'Yuki'];
    const playing = (view: OverlayView) => view.page.locator('.skin[data-play]').count();
    const twentySeconds = async (view: OverlayView, before: (step: number) => void) => {
      let most = 0;
      let moved = 0;
      for (let step = 1; step <= 40; step += 1) {
        before(step);
        await view.page.clock.runFor(500);
        const now = await playing(view);
        most = Math.max(most, now);
        moved += now;
      }
      return { most, moved: moved > 0 };
    };
    for (const calm of [false, true]) {
      desk.options(workbenchOptions({ skin: 'sakura' }, calm));
      desk.show(workbenchState(names));
      const view = await openOverlayView(browser, desk.url, {
        width: 1920,
        height: 360,
        prepare: (page) => page.clock.install(),
      });
      await view.page.locator('.wb-seat').nth(2).waitFor();
      expect(await twentySeconds(view, () => undefined)).toEqual({ most: 0, moved: false });
      const storm = (step: number) => desk.show(workbenchState(names, (index) => (index + step) * 8_888_880));
      expect({ calm, ...(await twentySeconds(view, storm)) }).toEqual({
        calm,
        most: calm ? 0 : 1,
        moved: !calm,
      });
      await view.close();
    }
  });
});
