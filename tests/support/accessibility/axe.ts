import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** A look of the product: a theme in one brightness. */
const looks = (['aura', 'lara', 'nora'] as const).flatMap((theme) =>
  [true, false].map((dark) => ({ theme, dark })),
);
type Look = (typeof looks)[number];

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result depends on colours and sizes, and therefore on the look. All others run once. */
const visible: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block', 'target-size'] },
};
/** All rules that axe runs by default, and two that it does not. */
const all: RunOptions = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
};

/** Runs axe on the page in each look, with all rules in the first one. Describes each violation in a sentence. */
export async function axeViolations(page: Page): Promise<string[]> {
  const found = new Map<string, string[]>();
  await page.evaluate(source);
  for (const [place, look] of looks.entries()) {
    await putOn(page, look);
    for (const text of await page.evaluate(run, place === 0 ? all : visible)) {
      found.set(text, [...(found.get(text) ?? []), `${look.theme} ${look.dark ? 'dark' : 'light'}`]);
    }
  }
  return [...found].map(([text, where]) => `${text} (${where.join(', ')})`);
}

/**
 * Puts a look on the page without the reload that a change of the theme needs in the product, so that opened dialogs
 * stay open: replaces the theme's stylesheet, and changes the brightness as another window of the browser would.
 */
async function putOn(page: Page, { theme, dark }: Look): Promise<void> {
  const sheet = sheetOf(theme);
  await page.evaluate(
    async ({ href, name, isDark }) => {
      const link = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find((each) =>
        /\/(?:aura|lara|nora)-[^/]*\.css$/.test(each.href),
      );
      if (link === undefined) throw new Error('The page has no stylesheet of a theme.');
      if (!link.href.endsWith(href)) {
        const loaded = new Promise((resolve) => link.addEventListener('load', resolve, { once: true }));
        link.href = href;
        await loaded;
      }
      document.documentElement.dataset.theme = name;
      const key = 'ringside.settings';
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
      localStorage.setItem(key, JSON.stringify({ version: 1, ...Object(stored), dark: isDark }));
      window.dispatchEvent(new StorageEvent('storage', { key }));
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      const ends = document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(ends.map((animation) => animation.finished));
    },
    { href: sheet, name: theme, isDark: dark },
  );
}

/** Returns the path of a theme's stylesheet in the built product. */
function sheetOf(theme: Look['theme']): string {
  const folder = join(import.meta.dirname, '../../../dist/renderer/assets');
  const file = readdirSync(folder).find((name) => name.startsWith(`${theme}-`) && name.endsWith('.css'));
  if (file === undefined) throw new Error(`There is no stylesheet of ${theme} in ${folder}.`);
  return `/assets/${file}`;
}

declare const axe: { run(options: RunOptions): Promise<AxeResults> };

/** Runs in the page. */
async function run(options: RunOptions): Promise<string[]> {
  const { violations } = await axe.run({ ...options, preload: false, resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const summary = failureSummary.replace(/^Fix.*\n\s*/, '').replaceAll(/\s+/g, ' ');
      return `${id} at ${target.join(' ')}: ${summary.slice(0, 200)}`;
    }),
  );
}
