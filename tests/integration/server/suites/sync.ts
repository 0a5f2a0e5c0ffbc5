import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sweep } from '#server/accounts/sweep.ts';
import { synced, users } from '#server/database/schema.ts';
import { api } from '#shared/contract/api/index.ts';
import type { TestServer } from '../support/harness.ts';
import { presetOf, showAt } from '../support/synced.ts';

const { account, preset, show, statistics } = api;
const page = { page: 1, size: 100 };
const DAY = 86_400_000;

export function syncSuite(server: () => TestServer): void {
  const showOf = showAt(() => server().clock.now().getTime());

  describe('synced presets', () => {
    it('are returned as they were saved, with their changes in order', async () => {
      const { client, join } = server();
      const { token } = await join();
      const save = (id: string, name: string, baseRevision: number) =>
        client.call(preset.save, { token, params: { id }, body: { baseRevision, item: presetOf(id, name) } });
      expect((await save('p1', 'One', 0)).data).toMatchObject({ outcome: 'saved', current: { revision: 1 } });
      expect((await save('p1', 'One', 0)).data.outcome).toBe('unchanged');
      expect((await save('p2', 'Two', 0)).data.outcome).toBe('saved');
      expect((await save('p1', 'Uno', 1)).data).toMatchObject({ outcome: 'saved', current: { revision: 2 } });
      const shown = (await client.call(preset.echo, { token, params: { id: 'p1' } })).data;
      expect(shown.item).toMatchObject({ id: 'p1', name: 'Uno', mode: 'normal' });
      const first = (await client.call(preset.changes, { token, params: { since: 0 } })).data;
      expect(first.changes.map((change) => [change.id, change.name])).toEqual([
        ['p2', 'Two'],
        ['p1', 'Uno'],
      ]);
      await client.call(preset.remove, { token, params: { id: 'p2' }, query: { baseRevision: 1 } });
      const next = (await client.call(preset.changes, { token, params: { since: first.next } })).data;
      expect(next.changes).toMatchObject([{ id: 'p2', deleted: true, item: null }]);
      const list = (await client.call(preset.list, { token, params: page })).data;
      expect(list.rows.map((row) => row.name)).toEqual(['Uno']);
    });

    it('that were changed on two devices are both kept, the later one as a named copy', async () => {
      const { client, join, clock } = server();
      const { token } = await join();
      const save = (name: string, baseRevision: number, device: string) =>
        client.call(preset.save, {
          token,
          params: { id: 'shared' },
          body: { baseRevision, item: presetOf('shared', name), device },
          headers: { 'time-zone': 'Asia/Tokyo' },
        });
      await save('Base', 0, '');
      await save('From the desk', 1, 'Desk');
      const conflict = (await save('From the phone', 1, 'Phone')).data;
      expect(conflict.outcome).toBe('conflict');
      expect(conflict.current).toMatchObject({ id: 'shared', name: 'From the desk', revision: 2 });
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(clock.now());
      expect(conflict.copy?.name).toMatch(new RegExp(`^From the phone \\(Phone ${day} \\d\\d:\\d\\d\\)$`));
      expect(conflict.copy?.copyOf).toBe('shared');
      expect(conflict.copy?.item).toMatchObject({ id: conflict.copy?.id, name: conflict.copy?.name });
      // A retry after a lost response creates no second copy.
      expect((await save('From the phone', 1, 'Phone')).data.copy?.id).toBe(conflict.copy?.id);
      expect((await client.call(preset.list, { token, params: page })).data.total).toBe(2);
    });

    it('never overwrite each other in simultaneous saves', async () => {
      const { client, join } = server();
      const { token } = await join();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          client.call(preset.save, {
            token,
            params: { id: 'race' },
            body: { baseRevision: 0, item: presetOf('race', `Version ${index}`) },
          }),
        ),
      );
      expect(answers.filter((answer) => answer.data.outcome === 'saved')).toHaveLength(1);
      const changes = (await client.call(preset.changes, { token, params: { since: 0 } })).data.changes;
      const kept = changes.map((change) => change.name.replace(/ \(.*$/, ''));
      expect(kept.sort()).toEqual(Array.from({ length: 8 }, (_, index) => `Version ${index}`));
      expect(new Set(changes.map((change) => change.name)).size).toBe(8);
    });

    it('that were deleted on one device and changed on another are kept', async () => {
      const { client, join } = server();
      const { token } = await join();
      const params = { id: 'kept' };
      const save = (name: string, baseRevision: number) =>
        client.call(preset.save, { token, params, body: { baseRevision, item: presetOf('kept', name) } });
      await save('First', 0);
      await save('Second', 1);
      const remove = (baseRevision: number) =>
        client.call(preset.remove, { token, params, query: { baseRevision } });
      expect((await remove(1)).data.outcome).toBe('kept');
      expect((await remove(2)).data.outcome).toBe('deleted');
      expect((await save('Third', 2)).data.outcome).toBe('saved');
      expect((await client.call(preset.echo, { token, params })).data.name).toBe('Third');
    });
  });

  describe('the quota of presets', () => {
    it('limits the total bytes, and still accepts a preset that becomes smaller', async () => {
      const { client, join } = server();
      const { token } = await join();
      const points = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`gift${index}`.padEnd(32, '_'), 1]));
      const save = async (id: string, count: number, baseRevision = 0) => {
        const item = presetOf(id, id, { score: { by: 'points', points: points(count) } });
        return client.call(preset.save, { token, params: { id }, body: { baseRevision, item } });
      };
      let saved = 0;
      let refused = await save('large0', 2000);
      while (refused.code === 200 && saved < 100) {
        saved += 1;
        refused = await save(`large${saved}`, 2000);
      }
      expect(refused).toMatchObject({ code: 413, msg: expect.stringContaining('2,048 KB') });
      // 2000 gifts take 72 to 80 KB, so these presets reach the limit of 2048 KB.
      expect(saved).toBeGreaterThanOrEqual(25);
      expect(saved).toBeLessThanOrEqual(29);
      expect((await save('large0', 10, 1)).data.outcome).toBe('saved');
      expect((await save('large1', 1999, 1)).data.outcome).toBe('saved');
      expect((await save('another', 100)).data.outcome).toBe('saved');
    });
  });

  describe('tombstones of deleted items', () => {
    it('are limited per account: the oldest are deleted, and those of other accounts stay', async () => {
      const { client, join, clock, api: running } = server();
      const [host, other] = [await join(), await join()];
      const { db } = await running.wholeDatabase();
      const addTraces = async (userId: number, kind: 'preset' | 'show', count: number) => {
        const updatedAt = clock.now();
        const rows = Array.from({ length: count }, (_, index) => {
          const trace = { deleted: true, item: null, name: '', hash: '', bytes: 0, revision: 2, updatedAt };
          return { userId, kind, id: `gone${index}`, change: index + 1, ...trace };
        });
        for (let from = 0; from < count; from += 1000) {
          await db.insert(synced).values(rows.slice(from, from + 1000));
        }
        await db.update(users).set({ syncChange: count }).where(eq(users.id, userId));
      };
      await addTraces(host.userId, 'show', 1);
      await addTraces(host.userId, 'preset', 10_000);
      await addTraces(other.userId, 'preset', 10_000);
      const { token } = host;
      for (const id of ['a', 'b', 'c']) {
        await client.call(preset.save, {
          token,
          params: { id },
          body: { baseRevision: 0, item: presetOf(id, id) },
        });
        const removed = await client.call(preset.remove, {
          token,
          params: { id },
          query: { baseRevision: 1 },
        });
        expect(removed.data.outcome).toBe('deleted');
      }
      const countOf = (userId: number, kind: 'preset' | 'show') =>
        db.$count(synced, and(eq(synced.userId, userId), eq(synced.kind, kind)));
      expect(await countOf(host.userId, 'preset')).toBe(10_000);
      expect(await countOf(host.userId, 'show')).toBe(1);
      expect(await countOf(other.userId, 'preset')).toBe(10_000);
      const oldest = (await client.call(preset.changes, { token, params: { since: 0 } })).data.changes[0];
      expect(oldest?.id).toBe('gone3');
      const newest = await client.call(preset.changes, { token, params: { since: 10_000 } });
      expect(newest.data.changes.map(({ id, deleted }) => [id, deleted])).toEqual([
        ['a', true],
        ['b', true],
        ['c', true],
      ]);
    });
  });

  describe('synced shows', () => {
    it('are counted by day in the caller’s time zone, without conflict copies', async () => {
      const { client, join, clock } = server();
      const { token } = await join();
      const save = (id: string, extra: object, baseRevision = 0) =>
        client.call(show.save, { token, params: { id }, body: { baseRevision, item: showOf(id, extra) } });
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(clock.now());
      const midnight = Date.parse(`${today}T00:00:00+09:00`);
      const before = (await client.call(statistics.everyone)).data;
      const room = { username: 'tokyo' };
      await save('before', { room, startedAt: midnight - 60_000, endedAt: midnight, fans: 100 });
      await save('after', {
        room,
        startedAt: midnight,
        endedAt: midnight + 1,
        income: 5,
        gifts: 2,
        fans: 120,
      });
      await save('after', {
        room,
        startedAt: midnight,
        endedAt: midnight + 1,
        income: 7,
        gifts: 2,
        fans: 120,
      });
      const mine = async (zone: string) => {
        const headers = { 'time-zone': zone };
        return (await client.call(statistics.mine, { token, query: { days: 2 }, headers })).data;
      };
      const tokyo = await mine('Asia/Tokyo');
      expect(tokyo).toMatchObject({ broadcasts: 2, income: 1005, gifts: 102, fans: 120 });
      expect(tokyo.days.at(-1)).toEqual({ day: today, broadcasts: 1, income: 5, gifts: 2 });
      expect(tokyo.days.at(-2)).toMatchObject({ broadcasts: 1, income: 1000, gifts: 100 });
      expect((await mine('Nowhere/Else')).broadcasts).toBe(2);
      expect((await client.call(show.list, { token, params: page })).data.total).toBe(3);
      clock.forward(31);
      const after = (await client.call(statistics.everyone)).data;
      expect(after.broadcasts - before.broadcasts).toBe(2);
      expect(after.income - before.income).toBe(1005);
    });

    it('cannot inflate the public figures with made-up values', async () => {
      const { client, join, clock } = server();
      const figures = async () => {
        clock.forward(31);
        return (await client.call(statistics.everyone)).data;
      };
      const before = await figures();
      const { token } = await join();
      const now = clock.now().getTime();
      const save = async (id: string, extra: object) => {
        const body = { baseRevision: 0, item: showOf(id, extra) };
        expect((await client.call(show.save, { token, params: { id }, body })).code).toBe(200);
      };
      const huge = { income: 1_000_000_000_000, gifts: 1_000_000_000_000, fans: 1_000_000_000_000 };
      // One show of a whole year, and twenty simultaneous shows during it.
      await save('year', { ...huge, startedAt: now - 300 * DAY, endedAt: now - DAY });
      for (let index = 0; index < 20; index += 1) {
        const startedAt = now - 10 * DAY + index;
        await save(`made${index}`, { ...huge, startedAt, endedAt: startedAt + 3_600_000 });
      }
      const after = await figures();
      expect(after.broadcasts - before.broadcasts).toBe(1);
      expect(after.income - before.income).toBe(240_000_000);
      expect(after.gifts - before.gifts).toBe(24_000_000);
      expect(after.fans - before.fans).toBe(300_000_000);
      expect((await client.call(statistics.mine, { token })).data.income).toBe(21_000_000_000_000);
    });

    it('are deleted with their viewers after SHOW_DAYS', async () => {
      const { client, join, clock, api: running } = server();
      const host = await join();
      await client.call(show.save, {
        token: host.token,
        params: { id: 'old' },
        body: { baseRevision: 0, item: showOf('old') },
      });
      const db = await running.services.database();
      await sweep(db, { showDays: 365, logDays: 180 }, clock.now());
      expect((await client.call(show.echo, { token: host.token, params: { id: 'old' } })).code).toBe(200);
      await sweep(db, { showDays: 365, logDays: 180 }, new Date(clock.now().getTime() + 366 * DAY));
      const body = { email: host.email, password: host.password };
      const token = (await client.call(account.signin, { body })).data;
      expect((await client.call(show.echo, { token, params: { id: 'old' } })).code).toBe(404);
      expect((await client.call(statistics.mine, { token })).data.broadcasts).toBe(0);
      const tooOld = showOf('older', { startedAt: 1, endedAt: 2 });
      const again = { baseRevision: 0, item: tooOld };
      expect((await client.call(show.save, { token, params: { id: 'older' }, body: again })).code).toBe(400);
    });
  });
}
