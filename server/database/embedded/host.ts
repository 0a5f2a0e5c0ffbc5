import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A place for the socket of an embedded database, as `pg` names a host that is no network address. The database asks
 * for no password, so the place is a folder that only this system user can open. It is in the system's temporary
 * folder, because the path of a socket is limited to some 100 bytes. On Windows the place is a named pipe, which other
 * users cannot write to.
 */
export function makeHost(): string {
  return process.platform === 'win32'
    ? `//./pipe/ringside-${randomUUID()}`
    : mkdtempSync(join(tmpdir(), 'ringside-db-'));
}

/** The socket that `pg` connects to on PostgreSQL's default port. */
export const socketIn = (host: string): string => `${host}/.s.PGSQL.5432`;

export function removeHost(host: string): void {
  if (process.platform !== 'win32') rmSync(host, { recursive: true, force: true });
}
