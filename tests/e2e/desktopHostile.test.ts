import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/contract/backstage.ts';
import { desktopCalls } from '#shared/contract/desktop.ts';
import { eventually } from '#tests/electron/desktops.ts';
import { findElectron, needsStandIn } from '#tests/electron/findElectron.ts';
import { Desktop } from '#tests/electron/launch.ts';
import { PRELOAD_WORLD, SEND_BINDING } from '#tests/electron/page/scripts.ts';
import { ask } from '#tests/electron/toolWindow.ts';

/** Runs in the page: calls the bridge with invalid values. */
async function attack({ names, huge }: { names: readonly string[]; huge: boolean }): Promise<string[]> {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const big = [
    'x'.repeat(13_000_000),
    new Array(100_000).fill(0),
    { id: 1, call: 'show.list', args: 'x'.repeat(13_000_000) },
  ];
  const odd: unknown[] = [
    undefined,
    null,
    0,
    -1,
    Number.NaN,
    '',
    '../../etc/passwd',
    true,
    [],
    [1, 2],
    new Array(1_000_000_000),
    cycle,
    { id: 1, call: 'show.list', args: cycle },
    JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
    new Map([['a', 1]]),
    new Date(0),
    new Uint8Array(1000),
    10n,
    JSON.parse('{"__proto__": {"polluted": true}}'),
    { url: 'file:///etc/passwd' },
    { url: 'javascript:alert(1)' },
    { url: 'https://user@example.test/' },
    { id: 1, call: '__proto__', args: {} },
    { id: 'one', call: 5 },
    { number: -5 },
    { language: 'xx' },
    { updateFeed: 'http://example.test/' },
    { layout: {} },
    { unknown: 1 },
  ];
  const accepted: string[] = [];
  for (const name of names) {
    const call: unknown = Reflect.get(window.ringside ?? {}, name);
    for (const [index, value] of (huge ? big : odd).entries()) {
      const answer = await Promise.resolve()
        .then(() => (typeof call === 'function' ? call(value) : null))
        .catch(() => ({ ok: false }));
      const isOk = typeof answer === 'object' && answer !== null && Reflect.get(answer, 'ok') === true;
      if (isOk) accepted.push(`${name} ${index} ${JSON.stringify(Reflect.get(answer, 'result'))}`);
    }
  }
  return accepted;
}

/** Calls that may succeed: the backstage refuses the request itself, and `openLink` opens nothing. */
const harmless = [/^request \d+ \{.*"ok":false/, /^openLink \d+ \{"opened":false\}/];

/** The app's own files, without those of Chromium. */
function ownFiles(userData: string): string[] {
  const shows = readdirSync(join(userData, 'backstage'), { recursive: true, encoding: 'utf8' });
  const settings = readdirSync(userData).filter((name) => name.endsWith('.json'));
  return [...shows.sort(), ...settings.map((name) => readFileSync(join(userData, name), 'utf8'))];
}

async function expectRunning(page: Page): Promise<void> {
  await eventually(() => ask(page, 'show.list', {}).catch(() => null)).toEqual({ shows: [] });
}

describe('hostile page in the desktop app', () => {
  /** One app for all tests, which must survive each of them. Its page is loaded anew for each. */
  let desktop: Desktop;
  let page: Page;
  beforeAll(async () => {
    desktop = await Desktop.launch();
    page = await desktop.page('/tool');
  });
  beforeEach(async () => {
    await page.reload();
    await page.waitForSelector('[data-totals]');
  });
  afterAll(() => desktop?.dispose());

  it('cannot affect the app by sending wrong types or huge, deep and cyclic values on any channel', async () => {
    const before = ownFiles(desktop.userData);
    const names = Object.keys(desktopCalls);
    const accepted = [
      ...(await page.evaluate(attack, { names, huge: false })),
      ...(await page.evaluate(attack, { names: ['request', 'savePreferences'], huge: true })),
    ];
    expect(accepted.filter((line) => !harmless.some((pattern) => pattern.test(line)))).toEqual([]);
    expect(desktop.notes.filter(({ note }) => note === 'opened')).toEqual([]);
    expect(ownFiles(desktop.userData)).toEqual(before);
    await expectRunning(page);
    expect(desktop.log).not.toContain('uncaught');
  });

  it('is refused by every call of the backstage, and the show continues', async () => {
    const { backstagePid } = desktop;
    const odd = [
      null,
      'x',
      7,
      [[]],
      { showId: {} },
      { rowIds: 'all', to: 'everyone', preset: [], lines: [1] },
    ];
    const requests = Object.keys(calls).flatMap((call) => odd.map((args) => ({ id: 1, call, args })));
    const answers = await page.evaluate(async (all) => {
      const texts: string[] = [];
      for (const request of all) texts.push(JSON.stringify(await window.ringside?.request(request)));
      return texts;
    }, requests);
    for (const [index, { call, args }] of requests.entries()) {
      const text = `${call} ${answers[index]}`;
      expect(text).not.toContain('internal');
      if (typeof args !== 'object' || args === null) expect(text).toContain('"ok":false');
    }
    await expectRunning(page);
    expect(desktop.backstagePid).toBe(backstagePid);
  });

  it('cannot leave the app, open windows, or reach the network', async () => {
    // As text, because the test runner rewrites imports in functions.
    const outcomes = await page.evaluate(`(async () => {
      const reached = (task) => task().then(() => 'reached', () => 'stopped');
      window.open('https://example.test/page');
      window.open('file:///etc/passwd');
      location.href = 'https://example.test/elsewhere';
      return [
        await reached(() => fetch('https://example.test/')),
        await reached(() => fetch('http://127.0.0.1:9/')),
        await reached(() => navigator.serviceWorker.register('/sw.js')),
        await reached(() => import('data:text/javascript,1')),
        await reached(() => navigator.mediaDevices.getUserMedia({ audio: true })),
      ];
    })()`);
    expect(outcomes).toEqual(Array(5).fill('stopped'));
    if (findElectron() === null) {
      await desktop.note('opened', ({ what }) => what === 'https://example.test/page');
      expect(desktop.notes.filter(({ note }) => note === 'opened')).toHaveLength(1);
    }
    expect(new URL(page.url()).pathname).toBe('/tool');
    await expectRunning(page);
  });

  it('can frame the overlays on this machine, but no other address of it', async () => {
    const other = createServer((_request, response) => response.end('<p id="other">other</p>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    try {
      const { link } = await ask(page, 'overlay.create', { kind: 'ranking', name: 'Ranking' });
      const url = new URL(link.url);
      await page.evaluate(
        (addresses) => {
          for (const src of addresses)
            document.body.append(Object.assign(document.createElement('iframe'), { src }));
        },
        [link.url, `${url.origin}/`, `http://127.0.0.1:${port}/overlay/`, 'https://example.test/overlay/'],
      );
      const shown = () =>
        page
          .frames()
          .filter((frame) => frame.parentFrame() !== null)
          .map((frame) => frame.url());
      await eventually(() => shown().some((each) => each.startsWith(`${url.origin}/overlay/`))).toBe(true);
      for (const frame of page.frames()) expect(await frame.locator('#other').count()).toBe(0);
      expect(shown().filter((each) => each.startsWith('http'))).toEqual([link.url]);
      await expectRunning(page);
    } finally {
      other.close();
    }
  });

  it('is ignored inside a frame', needsStandIn(), async () => {
    const cdp = await page.context().newCDPSession(page);
    const worlds: { id: number; frameId: string }[] = [];
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === PRELOAD_WORLD)
        worlds.push({ id: context.id, frameId: String(context.auxData?.frameId) });
    });
    await cdp.send('Runtime.enable');
    await page.evaluate(() => {
      document.body.append(document.createElement('iframe'));
    });
    await eventually(() => worlds.length).toBe(2);
    const inner = worlds.at(-1)?.id ?? 0;
    const names = Object.keys(desktopCalls);
    for (const [id, name] of names.entries()) {
      const request = { kind: 'invoke', id, channel: `ringside:${name}`, args: '[["o",[]]]' };
      await cdp.send('Runtime.evaluate', {
        contextId: inner,
        expression: `${SEND_BINDING}(${JSON.stringify(JSON.stringify(request))})`,
      });
    }
    for (const name of names) {
      await eventually(() => desktop.log).toContain(`refused ${name} from about:blank`);
    }
  });
});
