import { posix } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { globalStyles, nativeElements } from './rules.ts';

/** Elements for which the kit has a component. */
const kitElements: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'table', 'dialog']);

/** Returns why the renderer may not have this style sheet, or null. Paths are relative to the project, with slashes. */
export function sheetFault(path: string): string | null {
  if (path.endsWith('.module.css') || path.startsWith(globalStyles)) return null;
  return `is a global style sheet outside ${globalStyles}; make it a CSS module (X.module.css)`;
}

/** Returns why a file of a feature may not use its native elements: the kit has a component for each. */
export function elementFaults(path: string, source: string): string[] {
  if (!path.startsWith('renderer/features/')) return [];
  const allowed = nativeElements[path]?.elements ?? [];
  const found: string[] = [];
  new Visitor({
    JSXOpeningElement({ name }) {
      if (name.type !== 'JSXIdentifier' || !kitElements.has(name.name)) return;
      if (!allowed.includes(name.name)) found.push(`uses <${name.name}>; use the component of renderer/kit`);
    },
  }).visit(parseSync(path, source).program);
  return found;
}

/**
 * Returns the classes that a file takes from CSS modules that lack them. Types cannot see that, and the element would
 * have no style. `read` returns the text of a style sheet.
 */
export function classFaults(path: string, source: string, read: (sheet: string) => string): string[] {
  const sheets = new Map<string, string>();
  const found: string[] = [];
  new Visitor({
    ImportDeclaration({ source: { value }, specifiers: [specifier] }) {
      if (!value.endsWith('.module.css') || specifier === undefined) return;
      const sheet = value.startsWith('#') ? value.slice(1) : posix.join(posix.dirname(path), value);
      sheets.set(specifier.local.name, sheet);
    },
    MemberExpression({ object, property, computed }) {
      if (computed || object.type !== 'Identifier' || property.type !== 'Identifier') return;
      const sheet = sheets.get(object.name);
      if (sheet === undefined || new RegExp(`\\.${property.name}(?![-\\w])`).test(read(sheet))) return;
      found.push(`uses ${object.name}.${property.name}, which ${sheet} does not have`);
    },
  }).visit(parseSync(path, source).program);
  return found;
}

/** Parentheses with at most two more pairs inside. */
const PARENTHESES = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
const SELECTOR = new RegExp(`(?:[^,()]|${PARENTHESES})+`, 'g');
const HAS = new RegExp(`:has${PARENTHESES}`, 'g');
const LAST_COMPOUND = new RegExp(String.raw`(?:[^\s>+~()]|${PARENTHESES})+$`);

/**
 * Returns the selectors with `:has()` that match elements by their tag only, or by nothing. With each element that a
 * page adds or removes, the browser would compute the styles of all those elements again: half the page with each gift.
 */
export function wideSelectors(css: string): string[] {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/[^{};]+(?=\{)/g);
  return [...rules]
    .flatMap(([text]) => text.match(SELECTOR) ?? [])
    .map((selector) => selector.trim())
    .filter((selector) => {
      if (!selector.includes(':has(') || selector.startsWith('@')) return false;
      const subject = LAST_COMPOUND.exec(selector.replace(HAS, ''))?.[0] ?? '';
      return !/[.#[]|\bhtml|\bbody|:root/.test(subject);
    });
}
