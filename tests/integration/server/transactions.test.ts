import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/database/open.ts';
import { roles } from '#server/database/schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'ringside-transactions-'));
let database: Database;
beforeAll(async () => {
  database = await openDatabase({ url: null, folder: join(folder, 'database') });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});
const add = (name: string) => database.db.insert(roles).values({ name, title: name });
const namesLike = async (pattern: string) => {
  const rows = await database.db.select({ name: roles.name }).from(roles).where(like(roles.name, pattern));
  return rows.map(({ name }) => name).sort();
};

describe('concurrent queries of the embedded database', () => {
  it('are not part of an open transaction and do not see its changes', async () => {
    const { db } = database;
    const fault = new Error('undone');
    const seen: string[][] = [];
    const written = Array.from({ length: 20 }, (_, index) => `alone${index}`);
    const alone = (from: number, to: number) =>
      written.slice(from, to).flatMap((name) => [
        add(name),
        namesLike('inside%').then((names) => {
          seen.push(names);
        }),
      ]);
    const before = alone(0, 5);
    const during: Promise<unknown>[] = [];
    const undone = db.transaction(async (tx) => {
      await tx.insert(roles).values({ name: 'inside', title: 'inside' });
      during.push(...alone(5, 10));
      expect(await tx.$count(roles, eq(roles.name, 'inside'))).toBe(1);
      during.push(...alone(10, 15));
      throw fault;
    });
    const after = alone(15, 20);
    await expect(undone).rejects.toBe(fault);
    await Promise.all([...before, ...during, ...after]);
    expect(await namesLike('alone%')).toEqual([...written].sort());
    expect(seen.flat()).toEqual([]);
    expect(await namesLike('inside%')).toEqual([]);
  });

  it('each get their own rows, even if a statement takes several packets', async () => {
    const ask = async (index: number) => {
      const long = `${index} ${'x'.repeat(300_000)}`;
      const wanted =
        index % 2 === 0 ? sql`${long}::text as long` : sql`${index}::int as index, ${long}::text as long`;
      const { rows } = await database.db.execute(sql`select ${wanted}`);
      return rows[0]?.long === long;
    };
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(index)));
    expect(answers.filter((isOwn) => !isOwn)).toEqual([]);
  });

  it('do not fail because another one fails', async () => {
    await add('taken');
    const results = await Promise.allSettled([add('free1'), add('taken'), add('free2'), namesLike('taken')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await namesLike('free%')).toEqual(['free1', 'free2']);
  });

  it('do not starve a transaction', async () => {
    const { db } = database;
    let stop = false;
    const coming = Array.from({ length: 8 }, async () => {
      while (!stop) await namesLike('free%');
    });
    await db.transaction(async (tx) => {
      await tx.insert(roles).values({ name: 'in turn', title: 'in turn' });
    });
    stop = true;
    await Promise.all(coming);
    expect(await namesLike('in turn')).toEqual(['in turn']);
  });
});
