import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { skins, workbenchLayouts } from '#shared/contract/overlay/widget.ts';
import { workbenchSize } from '#shared/overlay/workbenchSize.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { lostToKey } from '#tests/support/chromaKey.ts';
import { alphaIn, keyedPixels } from '#tests/support/overlayAlpha.ts';
import { overlayPages } from '#tests/support/overlayBuild.ts';
import { type OverlayDesk, openOverlayDesk } from '#tests/support/overlayDoor.ts';
import { battleState, widgetOptions } from '#tests/support/overlayShows.ts';
import { type OverlayView, openOverlayView } from '#tests/support/overlayView.ts';

const hostile = [
  '<img src=x onerror=alert(1)><b>bold</b>',
  '\u202e\u2067gnp.exe\u202e right to left',
  'x'.repeat(200),
  '👨‍👩‍👧‍👦'.repeat(60),
  'Z\u0351\u0352\u0353\u0354\u0355\u0356'.repeat(20),
  '\u200b\u200d\ufeff\u3164',
  '長い名前を四十文字ちょうどになるまで書き続けたらこうなりましたという例です',
  'W'.repeat(40),
  'a\nb\tc\u2028d',
  'نور الهدى ✨ اسم طويل جدا',
  '1',
  'みか',
];

/** One of them is out, one tries to come back, one is far over the clearance score. */
function show(
  names: readonly string[],
  votes: (index: number) => number = (index) => index * 8_888_880,
): OverlayState {
  const state = battleState({ names, votes, perSide: Math.max(1, Math.floor(names.length / 3)) });
  const scores = Object.entries(state.scores).map(([id, score], index) => [
    id,
    {
      ...score,
      streak: index % 3 === 0 ? 12 : 0,
      out: index === 1,
      reviving: index === 2,
      overTenths: index === names.length - 1 ? 123_450 : null,
    },
  ]);
  const now = state.round.now;
  if (now === undefined) return state;
  const countdown = { length: 60_000, ran: 20_000, since: null };
  return {
    ...state,
    scores: Object.fromEntries(scores),
    round: { now: { ...now, kind: 'resurrection', countdown } },
  };
}

/** Every anchor in another skin. */
const inAllSkins = (names: readonly string[]) =>
  Object.fromEntries(names.map((_, index) => [`a${index + 1}`, skins[index % skins.length]]));
const options = (more: object = {}, calm = false) =>
  widgetOptions('workbench', { frame: { language: 'en', calm }, ...more });

let browser: Browser;
let desk: OverlayDesk;

beforeAll(async () => {
  browser = await launchBrowser();
  desk = await openOverlayDesk(await overlayPages(), {
    options: options(),
    state: show(['Mika', 'Rei', 'Yuki']),
  });
});
afterAll(async () => {
  await browser?.close();
  await desk?.close();
});

async function openBench(layout: 'horizontal' | 'vertical', anchors: number, by = 1): Promise<OverlayView> {
  const { width, height } = workbenchSize(layout, anchors);
  const view = await openOverlayView(browser, desk.url, {
    width: Math.round(width * by),
    height: Math.round(height * by),
  });
  await view.page
    .locator('.wb-seat')
    .nth(anchors - 1)
    .waitFor();
  return view;
}

/** Faults of the layout as a viewer would see them. */
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

describe('a workbench', () => {
  it.each(workbenchLayouts.flatMap((layout) => [3, 8, 12].map((anchors) => [layout, anchors] as const)))(
    'that is %s keeps its layout with %i hostile names',
    async (layout, anchors) => {
      desk.options(options({ layout, skinOf: inAllSkins(hostile) }));
      desk.show(show(hostile.slice(0, anchors)));
      for (const by of [1, 0.5, 0.37]) {
        const view = await openBench(layout, anchors, by);
        expect({ by, faults: await view.page.evaluate(layoutFaults) }).toEqual({ by, faults: [] });
        expect(await view.page.locator('.wb b, .wb img').count()).toBe(0);
        expect(view.faults).toEqual([]);
        await view.close();
      }
    },
  );

  it('shows each anchor in its own skin, or in that of all', async () => {
    desk.options(options({ skin: 'ember', skinOf: { a2: 'sakura' } }));
    desk.show(show(['Mika', 'Rei', 'Yuki']));
    const view = await openBench('horizontal', 3);
    const worn = () =>
      view.page.locator('.skin').evaluateAll((all) => all.map((skin) => skin.getAttribute('data-skin')));
    expect(await worn()).toEqual(['ember', 'sakura', 'ember']);
    desk.options(options({ skin: 'dragon' }));
    await view.page.locator('[data-skin="dragon"]').nth(2).waitFor();
    expect(await worn()).toEqual(['dragon', 'dragon', 'dragon']);
    await view.close();
  });

  it('says in words who attacks, who defends, who is out and who tries to come back', async () => {
    desk.options(options());
    desk.show(show(['Mika', 'Rei', 'Yuki', 'Sora']));
    const view = await openBench('horizontal', 4);
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
    desk.options(options({ showScore: false, showRank: false, showStreak: false, showLive: false }));
    await view.page.locator('.wb-seat__figure').first().waitFor({ state: 'hidden' });
    for (const part of ['rank', 'streak', 'live']) expect(await words(0, `.wb-seat__${part}`)).toBeNull();
    await view.close();
  });

  it('lets what is behind it through where it draws nothing', async () => {
    desk.options(options());
    desk.show(show(['Mika', 'Rei', 'Yuki']));
    const view = await openBench('horizontal', 3);
    const [corner, all] = await alphaIn(view.page, [
      { left: 0, top: 0, right: 0.1, bottom: 1 },
      { left: 0, top: 0, right: 1, bottom: 1 },
    ]);
    expect(corner?.most).toBe(0);
    expect(all?.drawn).toBeGreaterThan(0.1);
    await view.close();
  });

  it.each(workbenchLayouts)(
    'that is %s has nothing half transparent before a colour that is keyed out',
    async (layout) => {
      for (const names of [hostile, hostile.slice(0, 5)]) {
        desk.show(show(names));
        const skinOf = inAllSkins(names);
        // Calm, or something would have moved between the two pictures.
        desk.options(options({ layout, skinOf, background: { kind: 'green' } }, true));
        const view = await openBench(layout, names.length, names.length > 8 ? 1 : 0.75);
        const behind = (background: object, colour: string): [() => Promise<void>, string] => [
          async () => {
            desk.options(options({ layout, skinOf, background }, true));
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
    },
  );

  it('loses nothing to the chroma key of OBS as it comes, in any skin and state', async () => {
    for (const shift of [0, 5]) {
      const names = ['Mika', 'Rei', 'Yuki', 'Sora', 'Hina', 'Kaito', 'Nao', 'Ren', 'Aya', 'Jun'];
      const skinOf = Object.fromEntries(
        names.map((_, at) => [`a${at + 1}`, skins[(at + shift) % skins.length]]),
      );
      desk.show(show(names));
      desk.options(options({ skinOf, background: { kind: 'green' } }));
      const view = await openBench('horizontal', names.length);
      const { ground, drawn, thinned, lost } = await lostToKey(view.page);
      expect({ shift, lost }).toEqual({ shift, lost: [] });
      // Where yellow and cyan meet, a pixel between them may be greenish: a few of a hundred thousand.
      expect(thinned / drawn).toBeLessThan(1 / 20_000);
      expect(ground).toBeGreaterThan(10_000);
      expect(drawn).toBeGreaterThan(10_000);
      await view.close();
    }
  });

  it('is the custom colour wherever it draws nothing', async () => {
    desk.show(show(['Mika']));
    desk.options(options({ background: { kind: 'custom', colour: '#0047bb' } }));
    const view = await openBench('horizontal', 1);
    expect(await view.page.locator('.host').evaluate((host) => getComputedStyle(host).backgroundColor)).toBe(
      'rgb(0, 71, 187)',
    );
    await view.close();
  });

  it('moves one skin at a time, and none in calm mode', async () => {
    desk.show(show(['Mika', 'Rei', 'Yuki']));
    const playing = (view: OverlayView) => view.page.locator('.skin[data-play]').count();
    for (const calm of [false, true]) {
      desk.options(options({ skin: 'sakura' }, calm));
      const view = await openOverlayView(browser, desk.url, {
        width: 1920,
        height: 360,
        prepare: (page) => page.clock.install(),
      });
      await view.page.locator('.wb-seat').nth(2).waitFor();
      let most = 0;
      let played = 0;
      for (let step = 0; step < 40; step += 1) {
        await view.page.clock.runFor(500);
        const now = await playing(view);
        most = Math.max(most, now);
        played += now;
      }
      expect({ calm, most, moved: played > 0 }).toEqual({ calm, most: calm ? 0 : 1, moved: !calm });
      await view.close();
    }
  });
});
