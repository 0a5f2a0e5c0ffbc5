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
