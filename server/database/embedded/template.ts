import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from '../../root.ts';

/**
 * Templates of new databases. Initialising and migrating a database always has the same result, so it is done once,
 * and new databases are copies. A template has no data: the server creates accounts, roles and menus later.
 */

/** The folder of the templates, among the other build outputs. */
export const templatesFolder = join(root, 'dist/database');

/** The age (ms) at which templates of other releases and migrations are removed. */
const OLD_MS = 86_400_000;

/** Returns the name of a template. It depends on the PGlite release and on the migrations. */
export function templateName(migrations: readonly { hash: string; folderMillis: number }[]): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest: unknown = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  const sum = createHash('sha256');
  for (const { hash, folderMillis } of migrations) sum.update(`${folderMillis} ${hash}\n`);
  return `pglite-${version}-${sum.digest('hex').slice(0, 12)}`;
}

/**
 * Returns the path of the template `name` in `folder`. If it does not exist, calls `make` with the path to fill.
 * Returns null if the template cannot be made. Concurrent callers each fill a separate path; the first one to finish
 * wins.
 */
export async function ensureTemplate(
  folder: string,
  name: string,
  make: (path: string) => Promise<void>,
): Promise<string | null> {
  const template = join(folder, name);
  if (existsSync(template)) return template;
  let temporary: string | null = null;
  try {
    mkdirSync(folder, { recursive: true });
    await removeOld(folder);
    temporary = mkdtempSync(`${template}.`);
    const made = join(temporary, 'made');
    await make(made);
    renameSync(made, template);
  } catch {
    // Another process was faster, or the folder is read-only. A database can be made without a template.
  }
  if (temporary !== null) await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
  return existsSync(template) ? template : null;
}

/** Removes templates of earlier releases, and unfinished ones of starts that were killed. */
async function removeOld(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isOld = statSync(path).mtimeMs < Date.now() - OLD_MS;
    if (isOld) await rm(path, { recursive: true, force: true });
  }
}
