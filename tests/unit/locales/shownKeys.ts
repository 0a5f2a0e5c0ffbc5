import { isNode, type Source, walk } from './sources.ts';

/** Strings of the sources that can be text keys, and the patterns of composed keys. */
interface KeyParts {
  words: Set<string>;
  patterns: RegExp[];
}

/** Collects every string, property name and template: each can be a key, a part of a key, or a pattern. */
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
      // A key begins with a literal first part, so skip templates that only end like a key.
      else if (/^[\w-]+\./.test(fixed[0] ?? '') && fixed.every((part) => /^[\w.:-]*$/.test(part))) {
        patterns.set(fixed.join('*'), new RegExp(`^${fixed.map(escaped).join('(.+?)')}$`));
      }
    });
  }
  return { words, patterns: [...patterns.values()] };
}

/** Whether the sources contain this key, or can compose it. */
export function isShown(key: string, { words, patterns }: KeyParts): boolean {
  const plain = key.replace(/_(one|other)$/, '');
  if (words.has(plain)) return true;
  return patterns.some((pattern) => {
    const [, ...filled] = pattern.exec(plain) ?? [];
    return filled.length > 0 && filled.every((part) => words.has(part) || isPath(part, words));
  });
}

/** The value of a placeholder can be composed of several words with dots. */
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
