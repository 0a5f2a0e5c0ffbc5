import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#server/database/open.ts';
import { copyMigrations } from './support/olderMigrations.ts';

describe('a database of an earlier version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-migrations-'));
  let opened: Database | null = null;
  afterEach(async () => {
    await opened?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Creates an embedded database whose newest migration is `last`. */
  async function databaseOf(last: string, fill: string): Promise<string> {
    const known = join(folder, 'migrations');
    copyMigrations(known, last);
    const place = join(folder, 'database');
    const old = new PGlite(place);
    await migrate(drizzle(old), { migrationsFolder: known });
    await old.exec(fill);
    await old.close();
    return place;
  }

  it('keeps its accounts and its counts of wrong passwords', async () => {
    const place = await databaseOf(
      '0000_first',
      `insert into users (email, username, password_hash) values ('host@ringside.example', 'Host', 'x');
       insert into signin_failures (email_hash, failures, last_at, blocked_until) values ('abc', 7, now(), now());`,
    );
    opened = await openDatabase({ url: null, folder: place });
    const { rows } = await opened.db.execute(
      sql`select (select count(*)::int from users) as users, email_hash, by, failures from signin_failures`,
    );
    expect(rows).toEqual([{ users: 1, email_hash: 'abc', by: '', failures: 7 }]);
    await opened.db.execute(
      sql`insert into signin_failures (email_hash, by, failures, last_at, blocked_until)
        values ('abc', 'sender', 1, now(), now())`,
    );
  });

  /** The relevant screens and roles of a first start, before there was a status screen. */
  const older = (operatorSees: string) => `
    insert into menus (id, parent_id, kind, name, title, path, sort) overriding system value values
      (1, null, 'route', 'system', 'api.menu.system', '/system', 1),
      (2, 1, 'route', 'log', 'api.menu.log', '/system/log', 4),
      (3, 2, 'permission', 'log:list', 'api.permission.log:list', '', 0),
      (4, 1, 'route', 'notice', 'api.menu.notice', '/system/notice', 0);
    select setval(pg_get_serial_sequence('menus', 'id'), 4);
    insert into roles (id, name, title, built_in) overriding system value values
      (1, 'administrator', 'x', true), (2, 'operator', 'x', true), (3, 'host', 'x', true), (4, 'own', 'x', false);
    insert into role_menus (role_id, menu_id) select 2, id from menus where name in (${operatorSees});
    insert into role_menus (role_id, menu_id) select 4, id from menus;`;
  const screenOf = async ({ db }: Database) => {
    const { rows } = await db.execute(sql`
      select m.name, p.name as parent, m.sort, m.path, coalesce(string_agg(r.name, ',' order by r.id), '') as roles
      from menus m left join menus p on p.id = m.parent_id left join role_menus rm on rm.menu_id = m.id
      left join roles r on r.id = rm.role_id where m.name like 'status%' group by m.id, p.id order by m.id`);
    return rows;
  };

  it('gets the status screen, and grants it to roles that may see the logs', async () => {
    const place = await databaseOf('0002_session_end', older(`'system', 'log', 'log:list'`));
    opened = await openDatabase({ url: null, folder: place });
    expect(await screenOf(opened)).toEqual([
      { name: 'status', parent: 'system', sort: 5, path: '/system/status', roles: 'operator' },
      { name: 'status:list', parent: 'status', sort: 0, path: '', roles: 'operator' },
      { name: 'status:drain', parent: 'status', sort: 1, path: '', roles: '' },
    ]);
  });

  it('does not grant the status screen to roles that may not see the logs', async () => {
    const place = await databaseOf('0002_session_end', older(`'system', 'notice'`));
    opened = await openDatabase({ url: null, folder: place });
    expect((await screenOf(opened)).map(({ roles }) => roles)).toEqual(['', '', '']);
  });
});
