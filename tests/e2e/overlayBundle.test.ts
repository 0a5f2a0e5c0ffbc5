import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { widgetKinds } from '#shared/contract/overlay/widget.ts';
import { overlayPages } from '#tests/support/overlayBuild.ts';
import { type OverlayDesk, openOverlayDesk } from '#tests/support/overlayEndpoint.ts';
import { battleState, widgetOptions } from '#tests/support/overlayShows.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';

/** Most compressed bytes that the first widget may load. */
const MOST_BYTES = 110_000;

const first = { options: widgetOptions('ranking'), state: battleState({ names: ['Mika', 'Rei'] }) };

let browser: Browser;
let desk: OverlayDesk;
let dir: string;

beforeAll(async () => {
  dir = await overlayPages();
  browser = await sharedBrowser();
  desk = await openOverlayDesk(dir, first);
});
afterAll(async () => {
  await desk?.close();
});

/** The files that the page of this widget loads. */
async function filesOf(kind: (typeof widgetKinds)[number]): Promise<string[]> {
  desk.options(widgetOptions(kind));
  const page = await browser.newPage({ viewport: { width: 540, height: 960 } });
  const files: string[] = [];
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname.replace('/overlay/', '');
    if (response.url().startsWith('http')) files.push(name === '' ? 'index.html' : name);
  });
  await page.goto(desk.url);
  await page.locator('.host > *').first().waitFor({ state: 'attached' });
  await page.close();
  return [...new Set(files)];
}

describe('overlay bundle', () => {
  it.each(widgetKinds)('has at most 110 kB for the first widget, a %s', async (kind) => {
    const files = await filesOf(kind);
    const sizes = files.map((file) => gzipSync(readFileSync(join(dir, file))).length);
    const sum = sizes.reduce((all, size) => all + size, 0);
    expect(files.length).toBeGreaterThan(4);
    expect(sum, files.join(' ')).toBeLessThan(MOST_BYTES);
  });

  it('contains no React, no PrimeReact, and only texts for viewers', () => {
    const scripts = readdirSync(join(dir, 'assets')).filter((name) => name.endsWith('.js'));
    const code = scripts.map((name) => readFileSync(join(dir, 'assets', name), 'utf8')).join('\n');
    expect(code).toContain('overlay.ranking.anchors');
    expect(code).not.toMatch(/react|primereact|useState|jsx/i);
    expect(code).not.toMatch(/["'](stage|setting|home|error)\.[a-z]+(\.[a-z]+)?["']\s*:/);
  });

  it('uses no CSS that Chromium 103 lacks', () => {
    const styles = readdirSync(join(dir, 'assets')).filter((name) => name.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(9);
    for (const name of styles) {
      const css = readFileSync(join(dir, 'assets', name), 'utf8');
      expect({ name, found: newStyles(css) }).toEqual({ name, found: [] });
    }
  });

  it('uses no JavaScript that Chromium 103 lacks', () => {
    const scripts = readdirSync(join(dir, 'assets')).filter((name) => name.endsWith('.js'));
    for (const name of scripts) {
      const code = readFileSync(join(dir, 'assets', name), 'utf8');
      expect({ name, found: newCalls(code) }).toEqual({ name, found: [] });
    }
  });

  it('is checked by rules that detect newer CSS', () => {
    const sheet = `.a:has(.b){color:oklch(1 0 0)}.a{height:1dvh;translate:1px;inset-inline:0;rotate:2deg}
      @container (width>3px){}.a{.b{color:red}}.c{color:color-mix(in srgb,red,blue)}@media (width>=3px){}.d{mask:url(x)}`;
    expect(newStyles(sheet)).toEqual([
      ':has()',
      '@container',
      'color-mix()',
      'new colour spaces',
      'dynamic viewport units',
      'separate transforms',
      'ranges in media queries',
      'nesting',
    ]);
    expect(newCalls('a.toSorted();Promise.withResolvers();/x/v')).toEqual(['toSorted', 'withResolvers']);
  });
});

const tooNew: readonly (readonly [string, RegExp])[] = [
  [':has()', /:has\(/],
  ['@container', /@container|container-type/],
  ['color-mix()', /color-mix\(/],
  ['new colour spaces', /\b(oklch|oklab|lch|lab|color)\(/],
  ['dynamic viewport units', /\d(d|s|l)v(h|w|min|max)\b/],
  ['separate transforms', /[;{]\s*(translate|rotate|scale)\s*:/],
  ['ranges in media queries', /@media[^{]*[<>]/],
  ['@property and @scope', /@(property|scope|starting-style)\b/],
  ['text-wrap', /text-wrap\s*:/],
  ['subgrid', /subgrid/],
];

function newStyles(css: string): string[] {
  const found = tooNew.filter(([, pattern]) => pattern.test(css)).map(([name]) => name);
  return isNested(css) ? [...found, 'nesting'] : found;
}

/** Whether a rule is nested in another style rule. */
function isNested(css: string): boolean {
  const open: boolean[] = [];
  let begin = 0;
  for (let at = 0; at < css.length; at += 1) {
    const letter = css[at];
    if (letter === '{') {
      const isRule = !css.slice(begin, at).trim().startsWith('@');
      if (isRule && open.includes(true)) return true;
      open.push(isRule);
      begin = at + 1;
    } else if (letter === '}') {
      open.pop();
      begin = at + 1;
    } else if (letter === ';') begin = at + 1;
  }
  return false;
}

function newCalls(code: string): string[] {
  const names = [
    'toSorted',
    'toReversed',
    'toSpliced',
    'groupBy',
    'withResolvers',
    'isWellFormed',
    'fromAsync',
    'isSubsetOf',
    'symmetricDifference',
    'checkVisibility',
    'startViewTransition',
    'getOrInsert',
  ];
  return names.filter((name) => new RegExp(`\\.${name}\\(`).test(code));
}
