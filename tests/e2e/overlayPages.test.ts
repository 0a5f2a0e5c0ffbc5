import * as fc from 'fast-check';
import type { Browser } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawPortrait } from '#backstage/rehearsal/platform/answers.ts';
import { overlayPages } from '#tests/support/overlayBuild.ts';
import { type OverlayDesk, openOverlayDesk } from '#tests/support/overlayEndpoint.ts';
import { battleState, widgetOptions } from '#tests/support/overlayShows.ts';
import { type OverlayView, openOverlayView } from '#tests/support/overlayView.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { until } from '#tests/support/until.ts';

const names = ['Mika', 'Rei'];
const votesOf = (tenths: number) => (tenths / 10).toLocaleString('en-US');
const totals = (votesTenths: number) => {
  const tally = { votesTenths, diamonds: 5, count: 3, givers: 2 };
  return { totals: { round: tally, show: tally, all: tally } };
};
const english = { frame: { language: 'en' } };

let browser: Browser;
let dir: string;
let desk: OverlayDesk;
let view: OverlayView;

beforeAll(async () => {
  dir = await overlayPages();
  browser = await sharedBrowser();
});

beforeEach(async () => {
  desk = await openOverlayDesk(dir, {
    options: widgetOptions('totalVotes', english),
    state: { ...battleState({ names }), ...totals(1230) },
  });
});
afterEach(async () => {
  await view?.close();
  await desk.close();
});

const shown = () => view.text('.total__votes');
const shows = (votes: string) => until(async () => (await shown()) === votes, `the page to show ${votes}`);

describe('overlay on a stream', () => {
  it('shows the latest number of the hub, to the tenth of a vote', async () => {
    view = await openOverlayView(browser, desk.url);
    await shows('123');
    const all = fc.sample(fc.nat(99_999_999), { numRuns: 38, seed: 20 });
    for (const [index, tenths] of all.entries()) {
      desk.show(totals(tenths));
      await view.seen(index + 2);
      expect(await shown()).toBe(votesOf(tenths));
    }
    expect(view.faults).toEqual([]);
  });

  it('keeps its last picture without a message during a disconnect, and continues by itself', async () => {
    view = await openOverlayView(browser, desk.url);
    await shows('123');
    await desk.stop();
    desk.show(totals(5000));
    expect(await shown()).toBe('123');
    expect(await view.page.locator('.card').isVisible()).toBe(false);
    await desk.start();
    await shows('500');
  });

  it('shows nothing before the first message of the hub', async () => {
    await desk.stop();
    const page = await openOverlayDesk(dir, { options: widgetOptions('totalVotes'), state: {} });
    view = await openOverlayView(browser, page.url, {
      prepare: async (each) => {
        await each.routeWebSocket(/socket$/, () => undefined);
      },
    });
    await view.page.locator('.area').waitFor({ state: 'attached' });
    expect((await view.page.locator('body').innerText()).trim()).toBe('');
    await page.close();
  });

  it('requests a snapshot after a lost revision, and shows the correct number afterwards', async () => {
    view = await openOverlayView(browser, desk.url);
    await shows('123');
    desk.show(totals(777_770), true);
    await shows('77,777');
    expect(desk.resyncs).toBe(1);
    desk.show(totals(888_880));
    await shows('88,888');
    expect(desk.resyncs).toBe(1);
  });

  it('requests a snapshot after an invalid message', async () => {
    view = await openOverlayView(browser, desk.url);
    await shows('123');
    desk.say(
      '{"type":"change","from":1,"revision":2,"now":0,"change":{"totals":{"show":{"votesTenths":"<b>"}}}}',
    );
    await until(() => desk.resyncs === 1, 'the page to ask again');
    expect(await shown()).toBe('123');
  });

  it('shows viewers nothing while its link is revoked in the middle of a show', async () => {
    view = await openOverlayView(browser, desk.url, { prepare: (page) => page.clock.install() });
    await shows('123');
    desk.revoke();
    const host = view.page.locator('.host');
    await host.waitFor({ state: 'hidden' });
    expect((await view.page.locator('body').innerText()).trim()).toBe('');
    desk.restore();
    await until(async () => {
      await view.page.clock.fastForward(120_000);
      return host.isVisible();
    }, 'the widget to be back');
    await shows('123');
  });

  it('tells whoever sets it up, in the language of its browser, that its link is revoked', async () => {
    desk.revoke();
    view = await openOverlayView(browser, desk.url, { locale: 'ja-JP' });
    const card = view.page.locator('.card');
    await card.waitFor();
    expect(await card.innerText()).toContain('このリンクは使われていません');
  });

  it.each([
    ['en-US', 'This link is no longer in use.'],
    ['zh-CN', '此链接已停用'],
  ])('shows in the language of its browser that its token is wrong: %s', async (locale, sentence) => {
    const url = desk.url.replace(/#.*/, '#00000000000000000000000000000000');
    view = await openOverlayView(browser, url, { locale });
    const card = view.page.locator('.card');
    await card.waitFor();
    expect(await card.innerText()).toContain(sentence);
    expect(await view.page.locator('.host').innerText()).toBe('');
  });

  it('reloads itself once if the hub is newer, and shows a request to refresh if that did not help', async () => {
    view = await openOverlayView(browser, desk.url);
    await shows('123');
    await view.page.evaluate(() => Object.assign(window, { stillHere: true }));
    desk.outdate();
    await until(() => view.page.evaluate(() => !('stillHere' in window)).catch(() => false), 'the reload');
    await shows('123');
    await view.page.evaluate(() => Object.assign(window, { stillHere: true }));
    desk.outdate();
    const card = view.page.locator('.card');
    await card.waitFor();
    expect(await card.innerText()).toContain('This page is out of date.');
    expect(await view.page.evaluate(() => 'stillHere' in window)).toBe(true);
  });

  it('applies a new theme, colour, size and language while it is open', async () => {
    view = await openOverlayView(browser, desk.url);
    await shows('123');
    await view.page.evaluate(() => Object.assign(window, { stillHere: true }));
    const before = await view.page.locator('.total').boundingBox();
    const frame = { theme: 'neon', accent: '#ff0080', scale: 50, indentTop: 30, language: 'zh_CN' };
    desk.options(widgetOptions('totalVotes', { frame }));
    await until(async () => (await view.text('.total__label')) === '总票数', 'the other language');
    const after = await view.page.locator('.total').boundingBox();
    expect(await shown()).toBe('123');
    expect((after?.width ?? 0) / (before?.width ?? 1)).toBeLessThan(0.7);
    expect(after?.y ?? 0).toBeGreaterThan(960 * 0.3);
    expect(await view.page.evaluate(() => document.documentElement.dataset.theme)).toBe('neon');
    expect(await view.page.evaluate(() => 'stillHere' in window)).toBe(true);
  });

  it('never shows two of the latest gifts at one place, even if all change at once', async () => {
    const giftsOf = (viewers: readonly string[]) => battleState({ names: viewers }).recent;
    desk.options(widgetOptions('recentGifts', { ...english, top: 3 }));
    desk.show({ recent: giftsOf(['Ai', 'Bo', 'Cy']) });
    view = await openOverlayView(browser, desk.url);
    await view.page.getByText('Cy').first().waitFor();
    // Rows stay for 1.5 s.
    await view.page.clock.install();
    await view.page.clock.runFor(5000);
    desk.show({ recent: giftsOf(['Di', 'Ed', 'Flo', 'Gus', 'Hal']) });
    await until(async () => {
      await view.page.clock.runFor(100);
      return (await view.page.getByText('Hal').count()) > 0;
    }, 'the new gifts');
    expect(await view.page.evaluate(overlaps)).toEqual([]);
  });

  it('schedules no frames and no timers while nothing happens', async () => {
    view = await openOverlayView(browser, desk.url, {
      prepare: async (page) => {
        await page.addInitScript(() => {
          const native = window.requestAnimationFrame.bind(window);
          const counts = { asked: 0, native };
          Object.assign(window, { counts });
          window.requestAnimationFrame = (run) => {
            counts.asked += 1;
            return native(run);
          };
        });
      },
    });
    await shows('123');
    const framesAsked = () =>
      view.page.evaluate(async () => {
        const { counts } = window as Window & {
          counts?: { asked: number; native: typeof requestAnimationFrame };
        };
        if (counts === undefined) throw new Error('not counted');
        const passFrames = async (frames: number) => {
          for (let frame = 0; frame < frames; frame += 1) await new Promise((go) => counts.native(go));
        };
        await passFrames(10);
        const before = counts.asked;
        await passFrames(40);
        return { asked: counts.asked - before, moving: document.getAnimations().length };
      });
    expect(await framesAsked()).toEqual({ asked: 0, moving: 0 });
    desk.show(totals(99_990));
    await shows('9,999');
    expect(await framesAsked()).toEqual({ asked: 0, moving: 0 });
  });
});

/** Moments (ms) of the list's animations at which two rows can be seen at the same place. */
function overlaps(): string[] {
  const list = document.querySelector('.rows');
  if (list === null) return ['there is no list'];
  const animations = list.getAnimations({ subtree: true });
  for (const animation of animations) animation.pause();
  const found: string[] = animations.length === 0 ? ['nothing moves'] : [];
  for (let at = 0; at <= 400; at += 20) {
    for (const animation of animations) animation.currentTime = at;
    const rows = [...list.children].map((row) => ({
      box: row.getBoundingClientRect(),
      opacity: Number(getComputedStyle(row).opacity),
    }));
    rows.forEach(({ box, opacity }, index) => {
      for (const other of rows.slice(index + 1)) {
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (down > box.height / 4 && Math.min(opacity, other.opacity) > 0.1) found.push(`${at} ms`);
      }
    });
  }
  return found;
}

describe('gift', () => {
  const hash = 'a'.repeat(64);
  const picture = { type: 'image/png', bytes: drawPortrait(7) };
  const rose = { giftId: 5655, name: 'Rose', votesTenths: 10, diamonds: 1, count: 1 };

  it.each([
    ['recentGifts', {}],
    ['giftGuide', {}],
    ['thanks', {}],
    ['ranking', { a: { subject: 'gifts', span: 'show' } }],
  ] as const)('has its picture in a %s, which comes later than the gift', async (kind, more) => {
    await desk.close();
    desk = await openOverlayDesk(dir, {
      options: widgetOptions(kind, { ...english, ...more }),
      state: { ...battleState({ names }), giftsShow: { 1: rose } },
      pictures: new Map([[hash, picture]]),
    });
    view = await openOverlayView(browser, desk.url);
    await view.page.locator('.gift-sign__letter').first().waitFor();
    const path = `/overlay/picture/${hash}`;
    desk.show({ giftPictures: Object.fromEntries([0, 1, 5655].map((id) => [id, path])) });
    await view.page.locator('.gift-sign[data-pictured] img').first().waitFor();
    const loaded = () =>
      view.page
        .locator('.gift-sign img')
        .evaluateAll((images) =>
          images.every((each) => each instanceof HTMLImageElement && each.naturalWidth > 0),
        );
    await until(loaded, 'the pictures to load');
    expect(view.faults).toEqual([]);
  });
});

describe('sample show', () => {
  it('needs no hub, and applies other options without a reload', async () => {
    const sockets: string[] = [];
    const page = desk.url.replace(/#.*/, '');
    const hash = (options: object) => `#sample=pkBar&options=${encodeURIComponent(JSON.stringify(options))}`;
    view = await openOverlayView(browser, `${page}${hash({ frame: { language: 'en' } })}`, {
      prepare: async (each) => {
        each.on('websocket', (socket) => sockets.push(socket.url()));
      },
    });
    await view.page.locator('.pk__votes').first().waitFor();
    await view.page.evaluate(() => Object.assign(window, { stillHere: true }));
    const before = await view.text('.pk__votes');
    await until(async () => (await view.text('.pk__votes')) !== before, 'votes to come in');
    await view.page.evaluate(
      (to) => {
        window.location.hash = to;
      },
      hash({ frame: { language: 'en', theme: 'ink' }, showShare: false }),
    );
    await until(async () => !(await view.page.locator('.pk__shares').isVisible()), 'the shares to go');
    expect(await view.page.evaluate(() => document.documentElement.dataset.theme)).toBe('ink');
    expect(await view.page.evaluate(() => 'stillHere' in window)).toBe(true);
    expect(sockets).toEqual([]);
    expect(view.faults).toEqual([]);
  });
});
