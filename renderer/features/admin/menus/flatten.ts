import type { MenuNode } from '#shared/contract/api/menu.ts';

export interface MenuLine {
  node: MenuNode;
  /** 0 at the top. */
  depth: number;
}

/** The lines of a tree as they stand below one another, without what is below a folded node. */
export function flatten(nodes: readonly MenuNode[], folded: ReadonlySet<number>, depth = 0): MenuLine[] {
  return nodes.flatMap((node) => [
    { node, depth },
    ...(folded.has(node.id) ? [] : flatten(node.children, folded, depth + 1)),
  ]);
}

/** Every node of a tree that something can stand below: a screen, and not what is below `except`. */
export function parents(nodes: readonly MenuNode[], except: number | null): MenuLine[] {
  return flatten(withoutNode(nodes, except), new Set()).filter(({ node }) => node.kind === 'route');
}

function withoutNode(nodes: readonly MenuNode[], id: number | null): MenuNode[] {
  return nodes
    .filter((node) => node.id !== id)
    .map((node) => ({ ...node, children: withoutNode(node.children, id) }));
}
