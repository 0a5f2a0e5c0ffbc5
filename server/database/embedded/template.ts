import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from '../../root.ts';

/**
 * What setting a database up and bringing it to the newest migration comes to is the same every time, so it is done
 * once, into a template, and new databases begin as copies of that. Nothing of an installation is in it: accounts,
 * roles and menus are what the server makes in a database afterwards.
 */

/** Where templates are kept, beside what else is made of the sources. */
export const templatesFolder = join(root, 'dist/database');

/** Since when templates of other releases and migrations have to lie there unchanged to be removed. */
const OLD_MS = 86_400_000;

/** The name of a template: another release of the database, or other migrations, must not meet it. */
export function templateName(migrations: readonly { hash: string; folderMillis: number }[]): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest: unknown = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  const sum = createHash('sha256');
  for (const { hash, folderMillis } of migrations) sum.update(`${folderMillis} ${hash}\n`);
  return `pglite-${version}-${sum.digest('hex').slice(0, 12)}`;
}

/**
 * The template of that name in `folder`; where there is none, `make` makes it in the place that it is given. Null
 * where it cannot be made or kept. However many make one at the same time, each has a place of its own, and one wins.
 */
export async function readyTemplate(
  folder: string,
  name: string,
  make: (place: string) => Promise<void>,
): Promise<string | null> {
  const template = join(folder, name);
  if (existsSync(template)) return template;
  let workshop: string | null = null;
  try {
    mkdirSync(folder, { recursive: true });
    await removeOld(folder);
    workshop = mkdtempSync(`${template}.`);
    const made = join(workshop, 'made');
    await make(made);
    renameSync(made, template);
  } catch {
    // Another start was faster, or there is no room, or no right to write: a database can be made without it.
  }
  if (workshop !== null) await rm(workshop, { recursive: true, force: true }).catch(() => undefined);
  return existsSync(template) ? template : null;
}

/** What earlier releases have left, and starts that were killed while they made one. */
async function removeOld(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isOld = statSync(path).mtimeMs < Date.now() - OLD_MS;
    if (isOld) await rm(path, { recursive: true, force: true });
  }
}
