import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const migrations = join(import.meta.dirname, '../../../../server/database/migrations');
const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
});

/** Copies the migrations to `folder` as an earlier version had them. Returns the number of the newest, `last`. */
export function copyMigrations(folder: string, last: string): number {
  cpSync(migrations, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = journalSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const entries = journal.entries.slice(0, journal.entries.findIndex(({ tag }) => tag === last) + 1);
  writeFileSync(file, JSON.stringify({ ...journal, entries }));
  const newest = entries.at(-1);
  if (newest === undefined) throw new Error(`there is no migration ${last}`);
  return newest.when;
}
