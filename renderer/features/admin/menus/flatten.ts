import type { MenuNode } from '#shared/contract/api/menu.ts';

export interface MenuLine {
  node: MenuNode;
  /** 0 at the top. */
  depth: number;
}

/** Returns the visible lines of a tree from top to bottom, without the children of folded nodes. */
export function flatten(nodes: readonly MenuNode[], folded: ReadonlySet<number>, depth = 0): MenuLine[] {
  return nodes.flatMap((node) => [
    { node, depth },
    ...(folded.has(node.id) ? [] : flatten(node.children, folded, depth + 1)),
  ]);
}

/** Returns the nodes that can be a parent: screens, without `except` and its descendants. */
export function parents(nodes: readonly MenuNode[], except: number | null): MenuLine[] {
  return flatten(withoutNode(nodes, except), new Set()).filter(({ node }) => node.kind === 'route');
}

function withoutNode(nodes: readonly MenuNode[], id: number | null): MenuNode[] {
  return nodes
    .filter((node) => node.id !== id)
    .map((node) => ({ ...node, children: withoutNode(node.children, id) }));
}
