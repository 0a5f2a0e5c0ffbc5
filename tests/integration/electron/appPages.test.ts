import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAppHandler } from '#electron/safety/appProtocol.ts';
import { safetyHeaders } from '#electron/safety/contentPolicy.ts';
import { launchBrowser } from '#tests/support/browser.ts';

let folder = '';
let handle: ReturnType<typeof createAppHandler>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-pages-'));
  mkdirSync(join(folder, 'pages', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'pages', 'index.html'), '<p>tool</p>');
  writeFileSync(join(folder, 'pages', 'assets', 'a.js'), 'let a;');
  writeFileSync(join(folder, 'secret.json'), '{}');
  handle = createAppHandler(join(folder, 'pages'), new Map([['/desktop/help', () => '<p>help</p>']]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = (url: string, init?: RequestInit) => handle(new Request(url, init));

describe('pages of the desktop app', () => {
  it.each(['app://ringside/', 'app://ringside/tool/setting', 'app://ringside/workbench?layout=vertical'])(
    'return the single page for %s',
    async (url) => {
      const response = await get(url);
      expect([response.status, await response.text()]).toEqual([200, '<p>tool</p>']);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    },
  );

  it('include files with their types, and pages that the app generates', async () => {
    const script = await get('app://ringside/assets/a.js');
    expect([await script.text(), script.headers.get('content-type')]).toEqual([
      'let a;',
      'text/javascript; charset=utf-8',
    ]);
    expect(await (await get('app://ringside/desktop/help')).text()).toBe('<p>help</p>');
  });

  it.each([
    'app://ringside/../secret.json',
    'app://ringside/%2e%2e/secret.json',
    'app://ringside/..%2fsecret.json',
    'app://ringside/assets/..%5c..%5csecret.json',
    'app://ringside/missing.js',
    'app://elsewhere/',
  ])('do not exist at %s', async (url) => {
    const response = await get(url);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.text()).toBe('');
  });

  it('accept only read requests', async () => {
    expect((await get('app://ringside/', { method: 'POST', body: 'x' })).status).toBe(405);
  });

  it('have the security headers in every response', async () => {
    for (const url of [
      'app://ringside/',
      'app://ringside/assets/a.js',
      'app://ringside/missing.js',
      'app://x/',
    ]) {
      const { headers } = await get(url);
      for (const [name, value] of Object.entries(safetyHeaders)) expect(headers.get(name)).toBe(value);
    }
  });
});

describe('content security policy of the desktop app', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('blocks inline scripts, eval, foreign pictures, frames and forms in a real browser', async () => {
    const page = await browser.newPage();
    const body = `<script>window.inline = 1</script><img src="https://example.test/a.png" onerror="window.attr = 1">
      <iframe src="https://example.test/"></iframe><base href="https://example.test/">
      <form action="https://example.test/"><button>go</button></form><script src="/own.js"></script>`;
    const asked: string[] = [];
    await page.route('**/*', (route) => {
      const url = new URL(route.request().url());
      asked.push(url.host);
      if (url.pathname === '/own.js') {
        const source = 'try { window.evaluated = eval("1") } catch { window.stopped = 1 } window.own = 1';
        return route.fulfill({ contentType: 'text/javascript', headers: safetyHeaders, body: source });
      }
      return route.fulfill({ contentType: 'text/html', headers: safetyHeaders, body });
    });
    await page.goto('https://page.test/');
    const stoppedBy = await page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
          document.querySelector('form')?.requestSubmit();
        }),
    );
    expect(stoppedBy).toBe('form-action');
    const seen = await page.evaluate(() =>
      ['inline', 'attr', 'evaluated', 'stopped', 'own'].filter((name) => Reflect.has(window, name)),
    );
    expect(seen).toEqual(['stopped', 'own']);
    expect(new Set(asked)).toEqual(new Set(['page.test']));
  });
});
