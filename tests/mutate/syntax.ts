import { parseSync } from 'vite';

/** A node of the syntax tree. `start` and `end` are positions in the source. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'start' in value &&
    typeof value.start === 'number'
  );
}

export function parseSource(path: string, source: string): SyntaxNode {
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const root: unknown = program;
  if (!isNode(root)) throw new Error(`${path}: no program`);
  return root;
}

/** Type-only wrappers around an expression. */
const typedExpressions = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** Returns the children that exist at run time: no types, imports or property names. */
function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (const [part, value] of Object.entries(node)) {
    if (part === 'key' && node.computed !== true) continue;
    for (const each of Array.isArray(value) ? value : [value]) {
      if (!isNode(each) || each.type === 'ImportDeclaration' || each.type === 'ExportAllDeclaration')
        continue;
      if (!each.type.startsWith('TS') || typedExpressions.has(each.type)) children.push(each);
    }
  }
  return children;
}

/** Visits every node that exists at run time. `around` has its ancestors, the nearest last. */
export function walk(
  root: SyntaxNode,
  visit: (node: SyntaxNode, around: readonly SyntaxNode[]) => void,
): void {
  const around: SyntaxNode[] = [];
  const enter = (node: SyntaxNode): void => {
    visit(node, around);
    around.push(node);
    for (const child of childrenOf(node)) enter(child);
    around.pop();
  };
  enter(root);
}

/** Returns a property of a node if it is a node itself. */
export function part(node: SyntaxNode, name: string): SyntaxNode | null {
  const value = node[name];
  return isNode(value) ? value : null;
}

export function lineOf(source: string, place: number): number {
  return source.slice(0, place).split('\n').length;
}
