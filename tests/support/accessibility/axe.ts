import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const themes = ['aura', 'lara', 'nora'] as const;

/** A look of the product: a theme in one brightness. Each look changes one thing of the look before it. */
const looks = [
  { theme: 'aura', dark: true },
  { theme: 'aura', dark: false },
  { theme: 'lara', dark: false },
  { theme: 'lara', dark: true },
  { theme: 'nora', dark: true },
  { theme: 'nora', dark: false },
] as const;

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All rules that axe runs by default, and two that it does not. They run once, in the first look. */
const all: RunOptions = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
};
/** The rules whose result depends on colours, and therefore on the look. */
const coloured: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/**
 * Runs axe on the page in each look and describes each violation in a sentence: all rules in the first look, and in the
 * others those that depend on colours. The others check one text of each style, and no style that has passed in that look
 * on an earlier screen of the same open page. Leaves the page in its first look.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  const found = new Map<string, string[]>();
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source);
    await page.evaluate(addSheets, sheets());
  }
  for (const [place, look] of looks.entries()) {
    const name = `${look.theme} ${look.dark ? 'dark' : 'light'}`;
    await page.evaluate(putOn, look);
    const texts = await page.evaluate(
      run,
      place === 0 ? { options: all } : { options: coloured, look: name },
    );
    for (const text of texts) found.set(text, [...(found.get(text) ?? []), name]);
  }
  await page.evaluate(putOn, looks[0]);
  return [...found].map(([text, where]) => `${text} (${where.join(', ')})`);
}

/** The paths of the themes' stylesheets in the built product. */
function sheets(): { theme: string; href: string }[] {
  const folder = join(import.meta.dirname, '../../../dist/renderer/assets');
  const files = readdirSync(folder);
  return themes.map((theme) => {
    const file = files.find((name) => name.startsWith(`${theme}-`) && name.endsWith('.css'));
    if (file === undefined) throw new Error(`There is no stylesheet of ${theme} in ${folder}.`);
    return { theme, href: `/assets/${file}` };
  });
}

/** Runs in the page: replaces the stylesheet of the theme with those of all themes. */
async function addSheets(all: readonly { theme: string; href: string }[]): Promise<void> {
  const own = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].find(({ href }) =>
    all.some((sheet) => href.endsWith(sheet.href)),
  );
  if (own === undefined) throw new Error('The page has no stylesheet of a theme.');
  const links = all.map(({ theme, href }) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href });
    link.dataset.sheet = theme;
    return link;
  });
  const loaded = links.map((link) => new Promise((resolve) => link.addEventListener('load', resolve)));
  own.after(...links);
  await Promise.all(loaded);
  own.disabled = true;
}

/**
 * Runs in the page: puts a look on it without the reload that a change of the theme needs in the product, so that opened
 * dialogs stay open. Changes the brightness as another window of the browser would. Ends all animations that have an end.
 */
async function putOn({ theme, dark }: { theme: string; dark: boolean }): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-sheet]')) {
    link.disabled = link.dataset.sheet !== theme;
  }
  document.documentElement.dataset.theme = theme;
  const key = 'ringside.settings';
  const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
  localStorage.setItem(key, JSON.stringify({ version: 1, ...Object(stored), dark }));
  window.dispatchEvent(new StorageEvent('storage', { key }));
  // Timers, because a page without changes may draw no frame.
  const until = performance.now() + 10_000;
  while (document.documentElement.classList.contains('dark-mode') !== dark) {
    if (performance.now() > until) throw new Error(`The page does not turn ${dark ? 'dark' : 'light'}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
}

declare const axe: {
  run(context: { include: Element[]; exclude: Element[] }, options: RunOptions): Promise<AxeResults>;
};

interface Run {
  options: RunOptions;
  /** Checks one text of each style that has not passed in this look before, instead of the whole page. */
  look?: string;
}

/** Runs in the page. Leaves out the items of a list after the first four with equal tags and classes. */
async function run({ options, look }: Run): Promise<string[]> {
  const passed = new Set<string>(look === undefined ? [] : (Reflect.get(window, look) ?? []));
  const fresh = new Map<string, Element>();
  const grounds = new Map<Element, string>();
  if (look !== undefined) collectTexts();
  const include = look === undefined ? [document.documentElement] : [...fresh.values()];
  if (include.length === 0) return [];
  // Overlays in frames have tests of their own.
  const own: RunOptions = { preload: false, iframes: false, resultTypes: ['violations'] };
  if (look !== undefined) Object.assign(own, { resultTypes: ['violations', 'passes'], elementRef: true });
  const { violations, passes } = await axe.run({ include, exclude: alike(4) }, { ...options, ...own });
  if (look !== undefined) {
    // Axe decides nothing about a text that something covers.
    const decided = passes.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes);
    const elements = new Set<Element | undefined>(decided.map(({ element }) => element));
    const styles = [...fresh].filter(([, element]) => elements.has(element)).map(([style]) => style);
    Reflect.set(window, look, [...passed, ...styles]);
  }
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const summary = failureSummary.replace(/^Fix.*\n\s*/, '').replaceAll(/\s+/g, ' ');
      return `${id} at ${target.join(' ')}: ${summary.slice(0, 200)}`;
    }),
  );

  function alike(most: number): Element[] {
    const lists = new Map<Element | null, string[]>();
    return [...document.querySelectorAll('li, tr, [data-row]')].filter((element) => {
      const kinds = lists.get(element.parentElement) ?? [];
      const kind = `${element.tagName} ${element.className}`;
      lists.set(element.parentElement, [...kinds, kind]);
      return kinds.filter((each) => each === kind).length >= most;
    });
  }

  /**
   * Adds the first visible text of each style: its colours, its size, and the backgrounds behind it. Axe does not judge
   * disabled texts and those on pictures.
   */
  function collectTexts(): void {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = new Set<Element>(document.querySelectorAll('input, textarea, select'));
    while (walker.nextNode() !== null) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement !== null && textContent?.trim() !== '') texts.add(parentElement);
    }
    for (const element of texts) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest(':disabled, [aria-disabled="true"]') !== null) continue;
      const ground = groundOf(element);
      const style = `${styleOf(element)} on ${ground}`;
      if (/url\(|gradient\(/.test(ground)) continue;
      if (!passed.has(style) && !fresh.has(style)) fresh.set(style, element);
    }
  }

  /** Of the size, only whether it is large counts; the texts around it count only for a link. */
  function styleOf(element: Element): string {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
    const isField = element.matches('input, textarea, select');
    const style = `${color} ${isLarge} ${textShadow} ${isField}`;
    const link = element.closest('a, [role="link"]');
    if (link === null) return style;
    return `${style} ${fontWeight} ${textDecorationLine} in ${getComputedStyle(link.parentElement ?? link).color}`;
  }

  /** The backgrounds up to an opaque one, or all of them if an element around it is translucent. */
  function groundOf(element: Element): string {
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const behind = element.parentElement === null ? '' : groundOf(element.parentElement);
    const own = `${backgroundColor} ${backgroundImage}${opacity === '1' ? '' : ` at ${opacity}`}`;
    const isOpaque = /^rgb\(.* none$/.test(own) && !behind.includes(' at 0');
    const ground = isOpaque ? own : own === 'rgba(0, 0, 0, 0) none' ? behind : `${own}, ${behind}`;
    grounds.set(element, ground);
    return ground;
  }
}
