import { randomUUID } from 'node:crypto';
import { lstatSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';

const PREFIX = 'ringside-db-';
/** `mkdtemp` appends six characters. */
const NAME = new RegExp(`^${PREFIX}\\w{6}$`);

/** The file beside the database's folder that records the host, so that the next start can remove it after a kill. */
const recordOf = (folder: string): string => `${folder}.socket`;

/**
 * Creates the host for the socket of an embedded database, in the form that `pg` expects. The database has no
 * password, so the host is a folder that only this system user can open. It is in the system's temporary folder,
 * because a socket's path is limited to some 100 bytes. On Windows it is a named pipe, which other users cannot write
 * to.
 *
 * `folder` is the database's folder, whose lock the caller holds. Removes the host of an earlier process that was
 * killed.
 */
export function makeHost(folder: string): string {
  if (process.platform === 'win32') return `//./pipe/ringside-${randomUUID()}`;
  removeOldHost(folder);
  const host = mkdtempSync(join(tmpdir(), PREFIX));
  try {
    writeFileSync(recordOf(folder), host, { mode: 0o600 });
  } catch {
    // The disk is full. The database is still readable; without the record, a kill leaves an empty folder behind.
  }
  return host;
}

/** Removes the recorded host. Removes only a folder of ours, because another process may have changed the record. */
function removeOldHost(folder: string): void {
  try {
    const host = readFileSync(recordOf(folder), 'utf8');
    const { uid } = lstatSync(host);
    if (!isAbsolute(host) || !NAME.test(basename(host)) || uid !== process.getuid?.()) return;
    rmSync(socketIn(host), { force: true });
    rmdirSync(host);
  } catch {
    // There is no record, or its folder is gone or has other files in it.
  }
}

/** The socket that `pg` connects to on PostgreSQL's default port. */
export const socketIn = (host: string): string => `${host}/.s.PGSQL.5432`;

export function removeHost(host: string): void {
  if (process.platform !== 'win32') rmSync(host, { recursive: true, force: true });
}
