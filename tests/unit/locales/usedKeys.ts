import { isNode, type Source, walk } from './sources.ts';

/** A text key in the sources: complete, or a pattern with `*` for computed parts. */
interface UsedKey {
  file: string;
  shown: string;
  matches: RegExp;
  /** Whether the text is used without values for its placeholders. */
  bare: boolean;
}

/** Collects the keys in `t(...)` and in `{ key: ... }`. */
export function usedKeys({ file, program }: Source): UsedKey[] {
  const found: UsedKey[] = [];
  const add = (value: unknown, bare = false) => {
    for (const shown of keysOf(value)) {
      const matches = new RegExp(`^${shown.replaceAll('.', '\\.').replaceAll('*', '.+')}(_one|_other)?$`);
      found.push({ file, shown, matches, bare });
    }
  };
  walk(program, (node) => {
    if (node.type === 'CallExpression' && isTranslate(node.callee) && Array.isArray(node.arguments)) {
      add(node.arguments[0], node.arguments.length === 1);
    }
    if (node.type === 'Property' && isNode(node.key) && node.key.name === 'key') {
      add(node.value);
    }
  });
  return found;
}

function isTranslate(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return callee.name === 't';
  return callee.type === 'MemberExpression' && isNode(callee.property) && callee.property.name === 't';
}

/** The possible values of an expression; `*` replaces a computed part. */
function keysOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'Literal' && typeof value.value === 'string') return [value.value];
  if (value.type === 'TemplateLiteral' && Array.isArray(value.quasis)) {
    return [value.quasis.map((quasi) => cooked(quasi)).join('*')];
  }
  if (value.type === 'ConditionalExpression')
    return [...keysOf(value.consequent), ...keysOf(value.alternate)];
  if (value.type === 'TSAsExpression') return keysOf(value.expression);
  return [];
}

function cooked(quasi: unknown): string {
  if (!isNode(quasi) || typeof quasi.value !== 'object' || quasi.value === null) return '';
  return 'cooked' in quasi.value ? String(quasi.value.cooked) : '';
}

const shownAttributes = new Set([
  'title',
  'aria-label',
  'ariaLabel',
  'aria-description',
  'aria-valuetext',
  'placeholder',
  'label',
  'confirmLabel',
  'alt',
  'text',
  'hint',
  'header',
]);

/** Names on keyboard keys, alone or followed by another key. */
const keyNames = /^(Ctrl|Shift|Alt|Del|Enter|Esc|Tab|Space|[A-Z])( \S+)?$/;

/** Example URLs are the same in every language. */
const address = /^https:\/\/\S+$/;

/** Collects visible texts that are literals in the sources. Names of keyboard keys are exempt. */
export function hardCodedTexts({ file, program }: Source): string[] {
  const found: string[] = [];
  const add = (text: string) => {
    if (/\p{L}/u.test(text) && !keyNames.test(text) && !address.test(text))
      found.push(`${file}: ${text.trim()}`);
  };
  walk(program, (node) => {
    if (node.type === 'JSXAttribute' && isNode(node.name) && shownAttributes.has(String(node.name.name))) {
      for (const text of textsOf(node.value)) add(text);
    }
    if ((node.type === 'JSXElement' || node.type === 'JSXFragment') && Array.isArray(node.children)) {
      for (const child of node.children) for (const text of childTexts(child)) add(text);
    }
  });
  return found;
}

function childTexts(child: unknown): string[] {
  if (!isNode(child)) return [];
  if (child.type === 'JSXText') return [String(child.value)];
  return child.type === 'JSXExpressionContainer' ? textsOf(child.expression) : [];
}

/** The literal texts that an expression can evaluate to. */
function textsOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  switch (value.type) {
    case 'Literal':
      return typeof value.value === 'string' ? [value.value] : [];
    case 'TemplateLiteral':
      return Array.isArray(value.quasis) ? value.quasis.map(cooked) : [];
    case 'JSXExpressionContainer':
      return textsOf(value.expression);
    case 'ConditionalExpression':
      return [...textsOf(value.consequent), ...textsOf(value.alternate)];
    case 'LogicalExpression':
      return textsOf(value.right);
    case 'BinaryExpression':
      return value.operator !== '+' ? [] : [...textsOf(value.left), ...textsOf(value.right)];
    default:
      return [];
  }
}
