import { afterEach, expect } from 'vitest';
import type { Visitor } from './visitor.ts';

/**
 * For the head of a test file: the way in for its visitors. Each test ends with all of them gone, and none may have
 * complained.
 */
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
