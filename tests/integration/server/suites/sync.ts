import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sweep } from '#server/accounts/sweep.ts';
import { api } from '#shared/contract/api/index.ts';
import type { TestServer } from '../support/harness.ts';

const { account, preset, show, statistics, user } = api;
const page = { page: 1, size: 100 };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const presetOf = (id: string, name: string, extra: object = {}) => ({
  version: 1,
  id,
  name,
  anchors: [],
  ...extra,
});

export function syncSuite(server: () => TestServer): void {
  const showOf = (id: string, extra: object = {}) => {
    const now = server().clock.now().getTime();
    return {
      id,
      name: 'Friday',
      room: { username: `room_${id}`, nickname: 'Room' },
      startedAt: now - 2 * HOUR,
      endedAt: now - HOUR,
      income: 1000,
      gifts: 100,
      givers: 10,
      fans: 500,
      viewers: [{ id: '7', nickname: 'Viewer', username: 'viewer', income: 1, gifts: 1 }],
      ...extra,
    };
  };

  describe('presets of an account', () => {
    it('come back as they were saved, with their changes in order', async () => {
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

    it('that were changed on two devices are both kept, and the later one is named', async () => {
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
      // The answer got lost and the client asks again: there is still one copy.
      expect((await save('From the phone', 1, 'Phone')).data.copy?.id).toBe(conflict.copy?.id);
      expect((await client.call(preset.list, { token, params: page })).data.total).toBe(2);
    });

    it('never overwrite each other, however many save at once', async () => {
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

    it('are nobody else’s, whatever id is asked for', async () => {
      const { client, join, admin } = server();
      const [owner, thief] = [await join(), await join()];
      const item = presetOf('mine', 'Mine');
      await client.call(preset.save, {
        token: owner.token,
        params: { id: 'mine' },
        body: { baseRevision: 0, item },
      });
      for (const token of [thief.token, admin]) {
        expect((await client.call(preset.echo, { token, params: { id: 'mine' } })).code).toBe(404);
        expect((await client.call(preset.remove, { token, params: { id: 'mine' } })).code).toBe(404);
        expect((await client.call(preset.list, { token, params: page })).data.total).toBe(0);
      }
      const own = presetOf('mine', 'Stolen');
      await client.call(preset.save, {
        token: thief.token,
        params: { id: 'mine' },
        body: { baseRevision: 1, item: own },
      });
      const kept = await client.call(preset.echo, { token: owner.token, params: { id: 'mine' } });
      expect(kept.data.name).toBe('Mine');
      const devices = (await client.call(account.devices, { token: owner.token })).data;
      const params = { id: devices[0]?.id ?? 0 };
      expect((await client.call(account.signoutDevice, { token: thief.token, params })).code).toBe(404);
      expect((await client.call(account.info, { token: owner.token })).code).toBe(200);
    });
  });

  describe('shows of an account', () => {
    it('are counted by the day of the visitor’s time zone, and copies are not counted', async () => {
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

    it('are deleted with their viewers when they have been kept long enough', async () => {
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

  describe('everything of one’s own', () => {
    it('can be exported, without anybody else’s and without secrets', async () => {
      const { client, join } = server();
      const [host, other] = [await join(), await join()];
      const save = (token: string, name: string) =>
        client.call(preset.save, {
          token,
          params: { id: 'x' },
          body: { baseRevision: 0, item: presetOf('x', name) },
        });
      await save(host.token, 'My preset');
      await save(other.token, 'Their preset');
      const body = { baseRevision: 0, item: showOf('s') };
      await client.call(show.save, { token: host.token, params: { id: 's' }, body });
      const exported = JSON.stringify((await client.call(account.exportAll, { token: host.token })).data);
      for (const own of ['My preset', 'Friday', 'viewer', host.email, 'POST /user/signin']) {
        expect(exported).toContain(own);
      }
      for (const foreign of ['Their preset', other.email, 'argon2', 'tokenHash', host.token]) {
        expect(exported).not.toContain(foreign);
      }
    });

    it('is deleted with the account, by who knows the password', async () => {
      const { client, join, admin, api: running } = server();
      const host = await join();
      const body = { baseRevision: 0, item: showOf('gone') };
      await client.call(show.save, { token: host.token, params: { id: 'gone' }, body });
      const remove = (password: string) =>
        client.call(account.deleteAccount, { token: host.token, body: { password } });
      expect((await remove('Wrong_11')).code).toBe(400);
      expect((await remove(host.password)).code).toBe(200);
      expect((await client.call(account.info, { token: host.token })).code).toBe(500);
      expect((await client.call(user.echo, { token: admin, params: { id: host.userId } })).code).toBe(404);
      await running.services.audit.flush();
      const db = await running.services.database();
      const tables = ['users', 'sessions', 'codes', 'logs', 'synced', 'show_figures', 'signin_failures'];
      for (const table of tables) {
        const { rows } = await db.execute(
          sql`select t::text from ${sql.identifier(table)} t where t::text like ${`%${host.email}%`}`,
        );
        expect([table, rows]).toEqual([table, []]);
      }
      const { rows } = await db.execute(sql`select 1 from synced where user_id = ${host.userId}`);
      expect(rows).toEqual([]);
    });
  });

  describe('the own profile', () => {
    it('is changed field by field, and refuses what makes no sense', async () => {
      const { client, join } = server();
      const { token } = await join();
      const update = (body: object) => client.call(account.updateProfile, { token, body });
      const changed = await update({ phone: '+81 90-1234-5678', language: 'ja', timeZone: 'Asia/Tokyo' });
      expect(changed.data).toMatchObject({
        phone: '+81 90-1234-5678',
        language: 'ja',
        timeZone: 'Asia/Tokyo',
      });
      expect((await update({ phone: '' })).data).toMatchObject({ phone: '', language: 'ja' });
      expect((await update({ phone: 'call me' })).raw).toMatchObject({ fields: [{ path: 'phone' }] });
      expect((await update({ timeZone: 'Moon/Base' })).raw).toMatchObject({ fields: [{ path: 'timeZone' }] });
      expect((await update({ language: 'fr' })).code).toBe(400);
      expect((await update({})).data).toMatchObject({ language: 'ja' });
    });
  });
}
