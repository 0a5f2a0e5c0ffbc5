/**
 * Structured clone as text, for values between a page and the stand-in. Both functions are injected into pages as
 * source, so they use only their arguments and the language.
 */

/** Converts a function to a number for the other side. Without it, functions are rejected. */
type MarkFunction = (task: (...args: unknown[]) => unknown) => number;
type ReviveFunction = (id: number) => (...args: unknown[]) => unknown;

/** Throws a DataCloneError for functions, symbols, promises and DOM objects, as structured clone does. */
export function encodeClone(value: unknown, mark: MarkFunction | null): string {
  const nodes: unknown[] = [];
  const seen = new Map<object, number>();
  const refuse = (what: string): never => {
    throw new DOMException(`An object could not be cloned: ${what}.`, 'DataCloneError');
  };
  const bytesOf = (view: Uint8Array) => Array.from(view);
  const add = (node: unknown): number => {
    if (node === null || typeof node === 'boolean' || typeof node === 'string')
      return nodes.push(['v', node]) - 1;
    if (node === undefined) return nodes.push(['u']) - 1;
    if (typeof node === 'number') return nodes.push(['n', Object.is(node, -0) ? '-0' : String(node)]) - 1;
    if (typeof node === 'bigint') return nodes.push(['b', String(node)]) - 1;
    if (typeof node === 'symbol') return refuse('a symbol');
    if (typeof node === 'function') {
      const task = (...args: unknown[]): unknown => Reflect.apply(node, undefined, args);
      return mark === null ? refuse('a function') : nodes.push(['f', mark(task)]) - 1;
    }
    const known = seen.get(node);
    if (known !== undefined) return known;
    const index = nodes.push(null) - 1;
    seen.set(node, index);
    nodes[index] = describe(node);
    return index;
  };
  const describe = (node: object): unknown => {
    if (Array.isArray(node))
      return ['a', node.length, Object.entries(node).map(([key, item]) => [key, add(item)])];
    if (node instanceof Date) return ['d', String(node.getTime())];
    if (node instanceof RegExp) return ['r', node.source, node.flags];
    if (node instanceof Map) return ['m', [...node].map(([key, item]) => [add(key), add(item)])];
    if (node instanceof Set) return ['s', [...node].map((item) => add(item))];
    if (node instanceof Error) return ['e', node.name, node.message, node.stack ?? ''];
    if (node instanceof ArrayBuffer) return ['x', bytesOf(new Uint8Array(node))];
    if (node instanceof Uint8Array) return ['y', bytesOf(node)];
    const tag = Object.prototype.toString.call(node);
    if (tag !== '[object Object]') return refuse(tag);
    return ['o', Object.entries(node).map(([key, item]) => [key, add(item)])];
  };
  add(value);
  return JSON.stringify(nodes);
}

/** Decodes a value into a copy. */
export function decodeClone(text: string, revive: ReviveFunction | null): unknown {
  const nodes: unknown[][] = JSON.parse(text);
  const made: unknown[] = [];
  const done = new Set<number>();
  const set = (target: object, key: string, index: number) => {
    const value = build(index);
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  };
  const keep = <T>(index: number, value: T): T => {
    made[index] = value;
    done.add(index);
    return value;
  };
  const build = (index: number): unknown => {
    if (done.has(index)) return made[index];
    const [kind, first, second] = nodes[index] ?? ['u'];
    const pairs = (list: unknown): [never, never][] => (Array.isArray(list) ? list : []);
    switch (kind) {
      case 'v':
        return first;
      case 'n':
        return first === '-0' ? -0 : Number(first);
      case 'b':
        return BigInt(String(first));
      case 'f':
        return revive === null ? undefined : keep(index, revive(Number(first)));
      case 'd':
        return keep(index, new Date(Number(first)));
      case 'r':
        return keep(index, new RegExp(String(first), String(second)));
      case 'x':
        return keep(index, Uint8Array.from(pairs(first).flat()).buffer);
      case 'y':
        return keep(index, Uint8Array.from(pairs(first).flat()));
      case 'e': {
        const error = keep(index, new Error(String(second)));
        error.name = String(first);
        return error;
      }
      case 'm': {
        const map = keep(index, new Map<unknown, unknown>());
        for (const [key, item] of pairs(first)) map.set(build(key), build(item));
        return map;
      }
      case 's': {
        const items = keep(index, new Set<unknown>());
        for (const item of pairs(first).flat()) items.add(build(item));
        return items;
      }
      case 'a': {
        const list: unknown[] = keep(index, []);
        list.length = Number(first);
        for (const [key, item] of pairs(second)) set(list, key, item);
        return list;
      }
      case 'o': {
        const record = keep(index, {});
        for (const [key, item] of pairs(first)) set(record, key, item);
        return record;
      }
      default:
        return undefined;
    }
  };
  return build(0);
}
