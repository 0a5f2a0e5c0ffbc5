import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WidgetKind, widgetKinds, widgetThemes } from '#shared/contract/overlay/widget.ts';
import { overlayPages } from '#tests/support/overlayBuild.ts';
import { type OverlayDesk, openOverlayDesk } from '#tests/support/overlayEndpoint.ts';
import { widgetOptions } from '#tests/support/overlayShows.ts';
import { openOverlayView } from '#tests/support/overlayView.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { documentedVariables } from '#tests/support/themingDocs.ts';
import { transparentPicture } from '#tests/support/transparentPicture.ts';

/** Channels of 0 and 255 stay exact when layers of premultiplied colours are rounded one by one. */
const MARKER = [255, 0, 255] as const;
const marker = `rgb(${MARKER.join(', ')})`;

/** The value of a variable in which the marker is the only colour; null for one that is no colour. */
function markedValue(name: string): string | null {
  if (/-(radius|gap|pad|spacing|slant)$|^--font$/.test(name)) return null;
  if (name.endsWith('-rgb')) return MARKER.join(', ');
  if (name.endsWith('-border')) return `0.03rem solid ${marker}`;
  if (name.endsWith('-shadow')) return `0 0 0.1rem ${marker}`;
  return name === '--pk-sheen' ? `linear-gradient(${marker}, ${marker})` : marker;
}

const everyVariable = documentedVariables('en')
  .map((name) => [name, markedValue(name)])
  .filter(([, value]) => value !== null)
  .map(([name, value]) => `${name}: ${value};`)
  .join(' ');
/** Pictures, emoji and the filters of faces have colours of their own. */
const withoutPictures =
  'img, .name__emoji, .wb-seat__skin { visibility: hidden; } .avatar { filter: none !important; }';
const css = `:root { ${everyVariable} } ${withoutPictures}`;

/** Effects are art, and a scene consists of the pages of its widgets. */
const kinds = widgetKinds.filter((kind) => kind !== 'effects' && kind !== 'scene');

/** A 9:16 page, smaller than a stream: a picture of it takes less time. */
const small = { width: 270, height: 480 };

let browser: Browser;
let desk: OverlayDesk;

beforeAll(async () => {
  browser = await sharedBrowser();
  desk = await openOverlayDesk(await overlayPages(), { options: widgetOptions('ranking'), state: {} });
});
afterAll(async () => {
  await desk?.close();
});

function sample(kind: WidgetKind, at: number, frame: object, more: object = {}): string {
  const options = { ...more, frame: { language: 'en', calm: true, ...frame } };
  const [page] = desk.url.split('#');
  return `${page}#sample=${kind}&at=${at}&options=${encodeURIComponent(JSON.stringify(options))}`;
}

/** Shows a sample on an open page, without a reload, and waits until it has this theme. */
async function showSample(page: Page, url: string, theme: string): Promise<void> {
  const wanted = { hash: new URL(url).hash, selector: `:root[data-theme="${theme}"] .host > *` };
  await page.evaluate(async ({ hash, selector }) => {
    location.hash = hash;
    const frame = () => new Promise((painted) => requestAnimationFrame(painted));
    do await frame();
    while (document.querySelector(selector) === null);
  }, wanted);
}

/** The number of painted pixels, and the colours of those that are not in the marker's colour. */
async function paintedColours(page: Page): Promise<{ painted: number; other: string[] }> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    // What fades in stands at its end.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });
  const { data } = await transparentPicture(page);
  const other = new Set<string>();
  let painted = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 40) continue;
    painted += 1;
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    if (red < 247 || green > 8 || blue < 247) other.add([red, green, blue].join(', '));
  }
  return { painted, other: [...other].slice(0, 5) };
}

/** The showing of a comeback, of a result and of the running round. */
const moments = [30, 68, 106];
const everything: Partial<Record<WidgetKind, object>> = {
  ranking: { a: { content: ['rank', 'avatar', 'name', 'votes', 'diamonds', 'count', 'streak'], top: 12 } },
};

describe('documented variables of the CSS', () => {
  it.each(kinds)('recolour all of a %s in each theme', async (kind) => {
    const view = await openOverlayView(browser, sample(kind, 30, { css }, everything[kind]), small);
    await view.page.locator('.host > *').first().waitFor();
    for (const at of moments) {
      for (const theme of widgetThemes) {
        await showSample(view.page, sample(kind, at, { css, theme }, everything[kind]), theme);
        const { painted, other } = await paintedColours(view.page);
        expect({ theme, at, other }).toEqual({ theme, at, other: [] });
        if (at === 30) expect(painted).toBeGreaterThan(250);
      }
    }
    expect(view.faults).toEqual([]);
    await view.close();
  });

  it('are measured by pictures that show a colour which none of them sets', async () => {
    const without = css.replace(/--gold: [^;]+;/, '');
    const view = await openOverlayView(browser, sample('ranking', 30, { css: without }), small);
    await view.page.locator('.host > *').first().waitFor();
    expect((await paintedColours(view.page)).other).not.toEqual([]);
    await view.close();
  });

  it('give the sides all their tones from one colour each', async () => {
    const view = await openOverlayView(browser, sample('pkBar', 30, {}));
    const tones = () =>
      view.page.evaluate(() =>
        ['deep', 'strong', 'pale', 'dark', 'edge'].map((tone) =>
          getComputedStyle(document.documentElement).getPropertyValue(`--attacker-${tone}`),
        ),
      );
    await view.page.locator('.pk').waitFor();
    const own = await tones();
    await view.page.goto(sample('pkBar', 30, { css: ':root { --attacker: rebeccapurple; }' }));
    await view.page.waitForFunction((before) => {
      const now = getComputedStyle(document.documentElement).getPropertyValue('--attacker-deep');
      return now !== before;
    }, own[0]);
    const changed = await tones();
    for (const [place, tone] of changed.entries()) expect(tone).not.toBe(own[place]);
    await view.page.goto(
      sample('pkBar', 30, { css: ':root { --attacker: red; --attacker-deep: #010203; }' }),
    );
    await view.page.waitForFunction(
      () =>
        getComputedStyle(document.documentElement).getPropertyValue('--attacker-deep').trim() === '#010203',
    );
    await view.close();
  });
});
