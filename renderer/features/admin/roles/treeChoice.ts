import type { MenuNode } from '#shared/contract/api/menu.ts';

/** Returns the ids of a node and its descendants. */
export function idsBelow(node: MenuNode): number[] {
  return [node.id, ...node.children.flatMap(idsBelow)];
}

/** Returns the ids of a node's ancestors, its parent last; null if the node is not in the tree. */
export function idsAbove(tree: readonly MenuNode[], id: number): number[] | null {
  for (const node of tree) {
    if (node.id === id) return [];
    const above = idsAbove(node.children, id);
    if (above !== null) return [node.id, ...above];
  }
  return null;
}

/**
 * Returns the selection after a node is selected or deselected. Its descendants follow it. Selecting a node also
 * selects its ancestors, because a screen cannot be reached without its menu.
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

/** Returns whether all, some or none of a node and its descendants are selected. */
export function stateOf(node: MenuNode, chosen: ReadonlySet<number>): 'all' | 'some' | 'none' {
  const ids = idsBelow(node);
  const count = ids.filter((id) => chosen.has(id)).length;
  if (count === 0) return 'none';
  return count === ids.length ? 'all' : 'some';
}
