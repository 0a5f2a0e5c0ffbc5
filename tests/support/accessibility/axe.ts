import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/** A look of the product: a theme in one brightness. Each look changes one thing of the look before it. */
const looks = [
  { theme: 'aura', dark: true },
  { theme: 'aura', dark: false },
  { theme: 'lara', dark: false },
  { theme: 'lara', dark: true },
  { theme: 'nora', dark: true },
  { theme: 'nora', dark: false },
] as const;
type Look = (typeof looks)[number];

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result depends on colours, and therefore on the look. */
const coloured = ['color-contrast', 'link-in-text-block'];
/** The rules whose result depends on sizes too, and therefore on the theme, but not on the brightness. */
const sized = ['target-size'];
/** All rules that axe runs by default, and two that it does not. They run once, in the first look. */
const all: RunOptions = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
};

/**
 * Runs axe on the page in each look: all rules in the first look, and in the others those that depend on the look. These
 * check the first items of a long list, because the others have the same style. Describes each violation in a sentence.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  const found = new Map<string, string[]>();
  await page.evaluate(source);
  for (const [place, look] of looks.entries()) {
    await putOn(page, look);
    const values = look.theme === looks[place - 1]?.theme ? coloured : [...coloured, ...sized];
    const options: RunOptions = { runOnly: { type: 'rule', values } };
    for (const text of await page.evaluate(
      run,
      place === 0 ? { options: all } : { options, mostAlike: MOST_ALIKE },
    )) {
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

/** How many items of a list are checked in a further look. */
const MOST_ALIKE = 4;

declare const axe: {
  run(context: { include: Element[]; exclude: Element[] }, options: RunOptions): Promise<AxeResults>;
};

interface Run {
  options: RunOptions;
  /** Leaves out the items of a list, with equal tags and classes, after this many. */
  mostAlike?: number;
}

/** Runs in the page. */
async function run({ options, mostAlike = Number.POSITIVE_INFINITY }: Run): Promise<string[]> {
  const exclude: Element[] = [];
  const met = new Map<Element | null, Map<string, number>>();
  for (const element of mostAlike === Number.POSITIVE_INFINITY
    ? []
    : document.querySelectorAll('li, tr, [data-row]')) {
    const kinds = met.get(element.parentElement) ?? new Map<string, number>();
    met.set(element.parentElement, kinds);
    const kind = `${element.tagName} ${element.className}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if ((kinds.get(kind) ?? 0) > mostAlike) exclude.push(element);
  }
  const { violations } = await axe.run(
    { include: [document.documentElement], exclude },
    // Overlays in frames have tests of their own.
    { ...options, preload: false, iframes: false, resultTypes: ['violations'] },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const summary = failureSummary.replace(/^Fix.*\n\s*/, '').replaceAll(/\s+/g, ' ');
      return `${id} at ${target.join(' ')}: ${summary.slice(0, 200)}`;
    }),
  );
}
