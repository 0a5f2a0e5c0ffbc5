import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from './open.ts';

/** Migrations that change only rows. Each can run repeatedly. */
const TAGS: readonly string[] = ['0003_status_screen'];

const folder = join(import.meta.dirname, 'migrations');
const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** Applies migrations of rows to a restored backup. `migration` is the newest one that the backup contains. */
export async function migrateRows(tx: Db, migration: number): Promise<void> {
  const journal = journalSchema.parse(
    JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')),
  );
  for (const { tag, when } of journal.entries) {
    if (when <= migration || !TAGS.includes(tag)) continue;
    const statements = readFileSync(join(folder, `${tag}.sql`), 'utf8').split('--> statement-breakpoint');
    for (const statement of statements) await tx.execute(sql.raw(statement));
  }
}
