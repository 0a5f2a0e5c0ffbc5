import { chmodSync, cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';

/**
 * Makes the folder of a new database with `fill`. It is made beside its place and moved there whole, so that a kill
 * leaves no half of one.
 */
async function makeFolder(folder: string, fill: (fresh: string) => unknown): Promise<void> {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  // What comes into it may be files that anybody may read, so it is closed beforehand.
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  await fill(fresh);
  chmodSync(fresh, 0o700);
  renameSync(fresh, folder);
}

/** By PostgreSQL's own setup, which `create` starts on the folder that it is given; that takes seconds. */
export const setUpDatabase = (folder: string, create: (fresh: string) => Promise<void>): Promise<void> =>
  makeFolder(folder, create);

/** As a copy of a database that nobody uses. */
export const copyDatabase = (template: string, folder: string): Promise<void> =>
  makeFolder(folder, (fresh) => cpSync(template, fresh, { recursive: true }));
