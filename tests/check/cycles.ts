import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { importsOf } from './importRule.ts';

/**
 * Finds groups of files with circular imports, including type imports and dynamic imports. Paths are relative to
 * `root`; each group is sorted.
 */
export function importCycles(root: string, paths: readonly string[]): string[][] {
  const known = new Set(paths);
  const graph = new Map(
    paths.map((path) => {
      const targets = importsOf(path, readFileSync(path, 'utf8')).map((name) => targetOf(root, path, name));
      return [path, targets.filter((target) => known.has(target))];
    }),
  );
  return stronglyConnected(graph).map((group) => group.map((path) => relative(root, path)).sort());
}

function targetOf(root: string, path: string, name: string): string {
  if (name.startsWith('#')) return join(root, name.slice(1));
  return name.startsWith('.') ? resolve(dirname(path), name) : '';
}

/** Tarjan's algorithm: strongly connected components with several nodes, and nodes that import themselves. */
function stronglyConnected<T>(graph: ReadonlyMap<T, readonly T[]>): T[][] {
  const order = new Map<T, number>();
  const lowest = new Map<T, number>();
  const stack: T[] = [];
  const open = new Set<T>();
  const found: T[][] = [];
  const visit = (node: T): number => {
    const index = order.size;
    order.set(node, index);
    let low = index;
    stack.push(node);
    open.add(node);
    const next = graph.get(node) ?? [];
    for (const target of next) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.has(target)) low = Math.min(low, lowest.get(target) ?? order.get(target) ?? low);
      lowest.set(node, low);
    }
    lowest.set(node, low);
    if (low === index) {
      const group = stack.splice(stack.indexOf(node));
      for (const member of group) open.delete(member);
      if (group.length > 1 || next.includes(node)) found.push(group);
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
