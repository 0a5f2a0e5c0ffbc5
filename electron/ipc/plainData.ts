/**
 * Largest message that a window may send. The largest legitimate one is a preset with fifty pictures. A larger message
 * is refused before a schema parses it or another process gets a copy.
 */
export const messageLimits = { depth: 24, nodes: 50_000, characters: 12_000_000 } as const;

export interface PlainDataLimits {
  depth: number;
  nodes: number;
  characters: number;
}

/**
 * Whether the value is a tree of plain objects, arrays, strings, finite numbers, booleans, null and undefined, within
 * the limits. Structured clone also transports maps, dates, buffers, errors and cycles, which no call uses. A cycle
 * exceeds the depth limit.
 */
export function isPlainData(value: unknown, limits: PlainDataLimits = messageLimits): boolean {
  const budget = { nodes: limits.nodes, characters: limits.characters };
  const walk = (node: unknown, depth: number): boolean => {
    budget.nodes -= 1;
    if (budget.nodes < 0 || depth > limits.depth) return false;
    if (node === null || node === undefined || typeof node === 'boolean') return true;
    if (typeof node === 'number') return Number.isFinite(node);
    if (typeof node === 'string') {
      budget.characters -= node.length;
      return budget.characters >= 0;
    }
    if (typeof node !== 'object') return false;
    return Array.isArray(node) ? walkArray(node, depth) : walkRecord(node, depth);
  };
  const walkArray = (list: readonly unknown[], depth: number) => {
    // A sparse array can have a huge length at no cost, so check the length before walking it.
    if (list.length > budget.nodes) return false;
    return list.every((item) => walk(item, depth + 1));
  };
  const walkRecord = (record: object, depth: number) => {
    const prototype: unknown = Object.getPrototypeOf(record);
    if (prototype !== Object.prototype && prototype !== null) return false;
    for (const [key, item] of Object.entries(record)) {
      budget.characters -= key.length;
      if (budget.characters < 0 || key === '__proto__' || !walk(item, depth + 1)) return false;
    }
    return true;
  };
  return walk(value, 0);
}
