import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { BackupError } from '../database/backup/backup.ts';

export interface Commands {
  /** Writes a backup to a file and returns the number of rows. */
  backup(file: string): Promise<number>;
}

const MAX_REQUEST_BYTES = 16 * 1024;

// A static import would load all of `node:http`, including its client.
const { createServer } = process.getBuiltinModule('node:http');

/**
 * Serves commands on a loopback port. The port and a secret are in a file that only the owner of the data folder can
 * read. `npm run backup` uses it, because only the server may open the embedded database.
 */
export async function serveControl(dataDir: string, commands: Commands): Promise<{ close(): Promise<void> }> {
  const secret = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    void answer(request, secret, commands).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  writeControlFile(dataDir, { port, secret });
  return {
    close: async () => {
      rmSync(join(dataDir, CONTROL_FILE), { force: true });
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Writes the file atomically. */
function writeControlFile(dataDir: string, content: ControlFile): void {
  mkdirSync(dataDir, { recursive: true });
  const fresh = join(dataDir, `${CONTROL_FILE}.new`);
  writeFileSync(fresh, JSON.stringify(content), { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, join(dataDir, CONTROL_FILE));
}

interface Answer {
  status: number;
  body: ControlAnswer;
}

const refused = (status: number, error: string): Answer => ({ status, body: { ok: false, error } });

async function answer(request: IncomingMessage, secret: string, commands: Commands): Promise<Answer> {
  // A web page could reach the port, but it does not know the secret.
  if (!isSame(request.headers.authorization ?? '', `Bearer ${secret}`)) return refused(403, 'Forbidden');
  try {
    if (Number(request.headers['content-length'] ?? Number.NaN) > MAX_REQUEST_BYTES) {
      return refused(413, 'Too large');
    }
    const asked = controlRequestSchema.safeParse(JSON.parse(await text(request)));
    if (!asked.success)
      return refused(400, 'The running Ringside does not know this command. It may be another version.');
    return { status: 200, body: { ok: true, rows: await commands.backup(asked.data.file) } };
  } catch (error) {
    if (error instanceof BackupError) return refused(422, error.message);
    return refused(500, 'The running Ringside could not write the backup. Its log has the reason.');
  }
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Asks the server that runs on a data folder to write a backup. Returns the number of rows, or null if no server runs.
 * Throws a BackupError with the server's message.
 */
export async function requestBackup(dataDir: string, file: string): Promise<number | null> {
  const control = readControlFile(dataDir);
  if (control === null) return null;
  const response = await fetch(`http://127.0.0.1:${control.port}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${control.secret}` },
    body: JSON.stringify({ command: 'backup', file }),
  }).catch(() => null);
  // No server runs: the one that wrote the file was killed. Another program may answer on its port.
  if (response === null) return null;
  const answer = controlAnswerSchema.safeParse(await response.json().catch(() => null));
  if (!answer.success || response.status === 403) return null;
  if (!answer.data.ok) throw new BackupError(answer.data.error);
  return answer.data.rows;
}

function readControlFile(dataDir: string): ControlFile | null {
  try {
    const text = readFileSync(join(dataDir, CONTROL_FILE), 'utf8');
    const control = controlFileSchema.safeParse(JSON.parse(text));
    return control.success ? control.data : null;
  } catch {
    return null;
  }
}

/**
 * The file in the data folder that says how to reach the running server: its control port, and a secret that each
 * request must send. Only the owner of the data folder can read it.
 */
export const CONTROL_FILE = 'control.json';

export const controlFileSchema = z.object({ port: z.number().int(), secret: z.string() });
export type ControlFile = z.infer<typeof controlFileSchema>;

export const controlRequestSchema = z.object({ command: z.literal('backup'), file: z.string().min(1) });

export const controlAnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), rows: z.number().int() }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);
export type ControlAnswer = z.infer<typeof controlAnswerSchema>;
