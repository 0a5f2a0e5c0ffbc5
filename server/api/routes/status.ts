import { inArray, sql } from 'drizzle-orm';
import { api } from '#shared/contract/api/index.ts';
import type { BackstageRow } from '#shared/contract/api/status.ts';
import type { Db } from '../../database/open.ts';
import { users } from '../../database/schema.ts';
import { FIRST_ACCOUNT } from '../../hosting/screenAdmission.ts';
import { hostKeyOf } from '../../hosting/tokenResolver.ts';
import { type BackstageFigures, rankOfState } from '../../metrics/overview.ts';
import { type ApiRoutes, contract } from '../contract.ts';
import { notFound } from '../errors.ts';
import { pageOf, windowOf } from '../lists.ts';

type Account = NonNullable<BackstageRow['account']>;
type AccountOf = (row: Pick<BackstageFigures, 'kind' | 'folder'>) => Account | null;

/** The calls of the status screen. */
export const statusRoutes: ApiRoutes = async (app, { services }) => {
  const { status, cluster, databaseKind, toolIsOpen } = services;
  app.route({
    ...contract(api.status.nodes),
    handler: async () => (await cluster?.nodes()) ?? [],
  });
  app.route({
    ...contract(api.status.drain),
    handler: async ({ params: { name, action } }) => {
      if ((await cluster?.setDraining(name, action === 'drain')) !== true) throw notFound();
      return null;
    },
  });
  app.route({
    ...contract(api.status.overview),
    handler: async ({ db, now }) => {
      const asked = performance.now();
      await db.execute(sql`select 1`);
      const answerMs = performance.now() - asked;
      const { disk, ...figures } = status.overview();
      const found = disk.largest.map((entry) => ({ ...entry, kind: 'host' as const }));
      const accountOf = await accountsOf(db, found, toolIsOpen);
      const largest = found.map(({ folder, bytes, kind }) => {
        return { folder, bytes, account: accountOf({ folder, kind }) };
      });
      const database = { kind: databaseKind, answerMs };
      return { ...figures, at: now.getTime(), database, disk: { ...disk, largest } };
    },
  });
  app.route({
    ...contract(api.status.list),
    handler: async ({ params, query, db }) => {
      const { state, kind, search = '', sort = 'state', order = 'asc' } = query;
      const rows = status
        .backstages()
        .filter((row) => (state === undefined || row.state === state) && (kind ?? row.kind) === row.kind);
      const { limit, offset } = windowOf(params);
      const finish = (page: BackstageFigures[], total: number, accountOf: AccountOf) =>
        pageOf(
          params,
          total,
          page.map(({ folder, ...row }) => ({ ...row, account: accountOf({ folder, kind: row.kind }) })),
        );
      if (search === '' && sort !== 'email') {
        const page = rows.sort(compareBy(sort, order)).slice(offset, offset + limit);
        return finish(page, rows.length, await accountsOf(db, page, toolIsOpen));
      }
      // Only sorting and searching by account need the accounts of all rows.
      const accountOf = await accountsOf(db, rows, toolIsOpen);
      const matching = rows.filter((row) => matches(accountOf(row), search));
      const ordered =
        sort === 'email' ? byEmail(matching, order, accountOf) : matching.sort(compareBy(sort, order));
      return finish(ordered.slice(offset, offset + limit), matching.length, accountOf);
    },
  });
};

/**
 * Finds the accounts of backstages. The folder of a deleted account may remain, and its id may belong to another
 * account.
 */
async function accountsOf(
  db: Db,
  rows: readonly Pick<BackstageFigures, 'kind' | 'folder'>[],
  toolIsOpen: boolean,
): Promise<AccountOf> {
  const ids = new Set<number>();
  for (const { kind, folder } of rows) {
    const id = kind === 'own' ? FIRST_ACCOUNT : Number(folder?.split('-')[0]);
    if (kind !== 'visitor' && Number.isSafeInteger(id)) ids.add(id);
  }
  if (ids.size === 0) return () => null;
  const found = await db
    .select({ id: users.id, email: users.email, username: users.username, since: users.createdAt })
    .from(users)
    .where(inArray(users.id, [...ids]));
  const byFolder = new Map<string, Account>();
  let first: Account | null = null;
  for (const { since, ...account } of found) {
    byFolder.set(hostKeyOf({ userId: account.id, since }), account);
    if (account.id === FIRST_ACCOUNT) first = account;
  }
  // On a personal server, nobody needs an account for the machine's own backstage.
  const own = toolIsOpen ? null : first;
  return ({ kind, folder }) => (kind === 'own' ? own : (byFolder.get(folder ?? '') ?? null));
}

const matches = (account: Account | null, search: string): boolean =>
  search === '' ||
  [account?.email, account?.username].some((text) => text?.toLowerCase().includes(search.toLowerCase()));

type Sorted = Exclude<keyof BackstageFigures, 'kind' | 'folder' | 'rehearsal' | 'upstream'>;

/** Compares rows by a column. Equal rows keep the order in which they were opened. */
function compareBy(sort: string, order: 'asc' | 'desc') {
  const value = (row: BackstageFigures): number => {
    const field = row[(sort in row ? sort : 'id') as Sorted];
    return typeof field === 'string' ? rankOfState(field) : (field ?? -1);
  };
  const sign = order === 'asc' ? 1 : -1;
  return (a: BackstageFigures, b: BackstageFigures) => sign * (value(a) - value(b)) || a.id - b.id;
}

/** Sorts rows without an account last, in both orders. */
function byEmail(rows: BackstageFigures[], order: 'asc' | 'desc', accountOf: AccountOf): BackstageFigures[] {
  const sign = order === 'asc' ? 1 : -1;
  const named = rows.map((row) => ({ row, email: accountOf(row)?.email ?? null }));
  named.sort((a, b) => {
    if (a.email === null || b.email === null) return Number(a.email === null) - Number(b.email === null);
    return sign * a.email.localeCompare(b.email) || a.row.id - b.row.id;
  });
  return named.map(({ row }) => row);
}
