import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '../database/backup/format.ts';
import { CONTROL_FILE, type ControlFile, controlAnswerSchema, controlFileSchema } from './protocol.ts';

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
