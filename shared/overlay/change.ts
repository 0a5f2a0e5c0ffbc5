import type { OverlayChange } from '../contract/overlay/message.ts';

/** Sections of keyed entries. A section, an entry and all within are replaced, never changed in place. */
export type Sections = { readonly [section: string]: { readonly [key: string]: unknown } | undefined };

/**
 * What turns `before` into `after`: the entries that are new or others, and null for those that are gone.
 * Sections that only `before` has stay as they are; an empty result means that nothing has changed.
 */
export function diff(before: Sections, after: Sections): OverlayChange {
  const changed: [string, Record<string, unknown>][] = [];
  for (const [section, entries] of Object.entries(after)) {
    const known = before[section];
    if (entries === undefined || entries === known) continue;
    if (known === undefined) changed.push([section, { ...entries }]);
    else {
      const others = otherEntries(known, entries);
      if (others.length > 0) changed.push([section, Object.fromEntries(others)]);
    }
  }
  return Object.fromEntries(changed);
}

/** `before` with a change: for every `a` and `b` of the same sections `apply(a, diff(a, b))` equals `b`. */
export function apply<S extends Sections>(before: S, change: OverlayChange): S {
  const changed = Object.entries(change).map(([section, entries]) => {
    const next = new Map(Object.entries(before[section] ?? {}));
    for (const [key, entry] of Object.entries(entries)) {
      if (entry === null) next.delete(key);
      else next.set(key, entry);
    }
    return [section, Object.fromEntries(next)];
  });
  return { ...before, ...Object.fromEntries(changed) };
}

export function isEmpty(change: OverlayChange): boolean {
  for (const _ in change) return false;
  return true;
}

function otherEntries(
  before: { readonly [key: string]: unknown },
  after: { readonly [key: string]: unknown },
): [string, unknown][] {
  const others: [string, unknown][] = [];
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) others.push([key, null]);
  for (const [key, entry] of Object.entries(after)) {
    if (!Object.hasOwn(before, key) || !isSame(before[key], entry)) others.push([key, entry]);
  }
  return others;
}

/** Whether two values of plain data say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!hasFields(one) || !hasFields(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}

/** An object or an array; nothing of it is copied to look into it, as this runs for every change of every widget. */
function hasFields(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null;
}
