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
    if (entries === undefined) continue;
    const known = before[section];
    const change = known === undefined ? { ...entries } : diffEntries(known, entries);
    if (known === undefined || Object.keys(change).length > 0) changed.push([section, change]);
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

function diffEntries(
  before: { readonly [key: string]: unknown },
  after: { readonly [key: string]: unknown },
): Record<string, unknown> {
  const changed: [string, unknown][] = [];
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) changed.push([key, null]);
  for (const [key, entry] of Object.entries(after)) {
    if (!Object.hasOwn(before, key) || !isSame(before[key], entry)) changed.push([key, entry]);
  }
  return Object.fromEntries(changed);
}

/** Whether two values of plain data say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const fields: Record<string, unknown> = { ...one };
  const others: Record<string, unknown> = { ...other };
  const keys = Object.keys(fields);
  if (keys.length !== Object.keys(others).length) return false;
  return keys.every((key) => Object.hasOwn(others, key) && isSame(fields[key], others[key]));
}
