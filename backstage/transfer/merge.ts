import { isDeepStrictEqual } from 'node:util';
import type { DeviceItem } from '#shared/contract/transfer.ts';

export interface Merged<T> {
  /** What the device has after the import. */
  value: T;
  items: DeviceItem[];
}

/** How entries of a list are merged. */
export interface ListMerge<T, U> {
  /** The entry of this device that is the same as one of the file. */
  find(entries: readonly T[], theirs: U): T | undefined;
  /** What the device has after the import of one entry: `mine` itself if that does not change. */
  take(theirs: U, mine: T | undefined, entries: readonly T[]): T;
  /** Says how the preview shows the entry. */
  show(entry: T): Pick<DeviceItem, 'name'> & Partial<Pick<DeviceItem, 'at' | 'until'>>;
  /** Fields that a host does not know, such as ids. */
  hidden?: readonly string[];
  /** Whether an entry of the device that differs stays as it is. */
  keeps?(mine: T, theirs: U): boolean;
}

/** Merges the list of a file into that of the device. Entries that only the device has stay where they are. */
export function mergeList<T extends object, U>(
  mine: readonly T[],
  theirs: readonly U[],
  how: ListMerge<T, U>,
): Merged<T[]> {
  const value = [...mine];
  const items: DeviceItem[] = [];
  for (const each of theirs) {
    const known = how.find(value, each);
    const taken = how.take(each, known, value);
    const line = (state: DeviceItem['state'], fields: string[] = []) =>
      items.push({ at: null, until: null, ...how.show(taken), state, fields });
    if (known === undefined) {
      value.push(taken);
      line('new');
    } else if (isDeepStrictEqual(known, taken)) {
      line('same');
    } else if (how.keeps?.(known, each)) {
      line('kept', differing(known, taken, how.hidden));
    } else {
      value[value.indexOf(known)] = taken;
      line('changed', differing(known, taken, how.hidden));
    }
  }
  return { value, items };
}

/** The names of the fields in which two entries differ. */
export function differing(a: object, b: object, hidden: readonly string[] = []): string[] {
  const left = new Map(Object.entries(a));
  const right = new Map(Object.entries(b));
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].filter(
    (name) => !hidden.includes(name) && !isDeepStrictEqual(left.get(name), right.get(name)),
  );
}
