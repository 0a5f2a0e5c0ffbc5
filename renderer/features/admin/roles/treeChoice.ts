import type { MenuNode } from '#shared/contract/api/menu.ts';

/** The ids of a node and of everything below it. */
export function idsBelow(node: MenuNode): number[] {
  return [node.id, ...node.children.flatMap(idsBelow)];
}

/** The ids of the nodes above a node, the nearest last; null when it is not in the tree. */
export function idsAbove(tree: readonly MenuNode[], id: number): number[] | null {
  for (const node of tree) {
    if (node.id === id) return [];
    const above = idsAbove(node.children, id);
    if (above !== null) return [node.id, ...above];
  }
  return null;
}

/**
 * What is chosen after a node was switched. With a node goes everything below it; a node that is switched on needs
 * those above it, because a screen cannot be reached without its menu.
 */
export function switchNode(
  tree: readonly MenuNode[],
  chosen: ReadonlySet<number>,
  node: MenuNode,
  on: boolean,
): ReadonlySet<number> {
  const next = new Set(chosen);
  for (const id of idsBelow(node)) {
    if (on) next.add(id);
    else next.delete(id);
  }
  if (on) for (const id of idsAbove(tree, node.id) ?? []) next.add(id);
  return next;
}

/** Whether a node and everything below it is chosen, some of it, or nothing. */
export function stateOf(node: MenuNode, chosen: ReadonlySet<number>): 'all' | 'some' | 'none' {
  const ids = idsBelow(node);
  const count = ids.filter((id) => chosen.has(id)).length;
  if (count === 0) return 'none';
  return count === ids.length ? 'all' : 'some';
}
