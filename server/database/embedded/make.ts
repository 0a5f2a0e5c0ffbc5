import { chmodSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Where the template is kept, named by the release that made it: another one's setup may differ. */
export function templateFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const manifest: unknown = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'));
  const { version } = z.object({ version: z.string() }).parse(manifest);
  return join(import.meta.dirname, '../../../dist/database', `pglite-${version}`);
}

/**
 * Makes the folder of a new database, with `create`, which starts PostgreSQL's own setup and takes seconds. It
 * is made beside its place and moved there whole, so that a kill leaves no half of one.
 *
 * What comes of it is the same every time, so a copy is kept in `template`, if that can be written, and later
 * databases begin as copies of it.
 */
export async function makeDatabaseFolder(
  folder: string,
  template: string,
  create: (folder: string) => Promise<void>,
): Promise<void> {
  if (!existsSync(folder)) {
    const fresh = `${folder}.new`;
    rmSync(fresh, { recursive: true, force: true });
    if (existsSync(template)) {
      await cp(template, fresh, { recursive: true });
    } else {
      // The setup makes files that anybody may read, so its folder is closed beforehand.
      await mkdir(fresh, { recursive: true, mode: 0o700 });
      await create(fresh);
      await keepTemplate(fresh, template);
    }
    renameSync(fresh, folder);
  }
  chmodSync(folder, 0o700);
}

async function keepTemplate(made: string, template: string): Promise<void> {
  const partial = `${template}.${process.pid}`;
  try {
    await mkdir(dirname(template), { recursive: true });
    await cp(made, partial, { recursive: true });
    renameSync(partial, template);
  } catch {
    // Another start was faster, or the place may not be written: then the next one sets up anew.
    rmSync(partial, { recursive: true, force: true });
  }
}
