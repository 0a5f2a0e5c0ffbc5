import { isNode, type Source, walk } from './sources.ts';

/** Texts of the source that can be keys of a locale, and what can be put into the keys that are put together. */
export interface KeyParts {
  words: Set<string>;
  patterns: RegExp[];
}

/** Every string, property name and template of the source: a key in full, a part of one, or a pattern of one. */
export function keyParts(sources: readonly Source[]): KeyParts {
  const words = new Set<string>();
  const patterns = new Map<string, RegExp>();
  for (const { program } of sources) {
    walk(program, (node) => {
      if (node.type === 'Literal' && typeof node.value === 'string') words.add(node.value);
      if (node.type === 'Property' && isNode(node.key) && typeof node.key.name === 'string') {
        words.add(node.key.name);
      }
      if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return;
      const fixed = node.quasis.map(textOf);
      if (fixed.length === 1) words.add(fixed[0] ?? '');
      // A key begins with the name of its family; what only ends like one is none.
      else if (/^[\w-]+\./.test(fixed[0] ?? '') && fixed.every((part) => /^[\w.:-]*$/.test(part))) {
        patterns.set(fixed.join('*'), new RegExp(`^${fixed.map(escaped).join('(.+?)')}$`));
      }
    });
  }
  return { words, patterns: [...patterns.values()] };
}

/** Whether anything in the source can ask for the text of this key. */
export function isShown(key: string, { words, patterns }: KeyParts): boolean {
  const plain = key.replace(/_(one|other)$/, '');
  if (words.has(plain)) return true;
  return patterns.some((pattern) => {
    const [, ...filled] = pattern.exec(plain) ?? [];
    return filled.length > 0 && filled.every((part) => words.has(part) || isPath(part, words));
  });
}

/** What is put in may itself be put together, with dots between. */
function isPath(part: string, words: ReadonlySet<string>): boolean {
  return part.split('.').every((step) => words.has(step));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^$()[\]\\|{}]/g, '\\$&');
}

function textOf(quasi: unknown): string {
  if (!isNode(quasi) || typeof quasi.value !== 'object' || quasi.value === null) return '';
  return 'cooked' in quasi.value ? String(quasi.value.cooked) : '';
}
