import { afterEach, expect } from 'vitest';
import type { Visitor } from './visitor.ts';

/** Returns a function that opens a visitor. After each test, closes all visitors and expects no errors on a page. */
export function visits(open: (path: string) => Promise<Visitor>): (path?: string) => Promise<Visitor> {
  const visitors: Visitor[] = [];
  afterEach(async () => {
    const complaints = visitors.flatMap((visitor) => visitor.complaints);
    await Promise.all(visitors.splice(0).map((visitor) => visitor.close()));
    expect(complaints).toEqual([]);
  });
  return async (path = '') => {
    const visitor = await open(path);
    visitors.push(visitor);
    return visitor;
  };
}
