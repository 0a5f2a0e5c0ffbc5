import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '../database/backup/format.ts';
import { type ControlNote, controlAnswerSchema, controlFile, controlNoteSchema } from './note.ts';

/**
 * Has the server that runs on a data folder write a backup. Returns how many rows it has, or null when no server
 * runs there. Throws a BackupError with what the server says.
 */
export async function askForBackup(dataDir: string, file: string): Promise<number | null> {
  const note = readNote(dataDir);
  if (note === null) return null;
  const response = await fetch(`http://127.0.0.1:${note.port}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${note.secret}` },
    body: JSON.stringify({ command: 'backup', file }),
  }).catch(() => null);
  // A note whose writer was killed leads nowhere, or by now to somebody else, who does not know the secret.
  if (response === null) return null;
  const answer = controlAnswerSchema.safeParse(await response.json().catch(() => null));
  if (!answer.success || response.status === 403) return null;
  if (!answer.data.ok) throw new BackupError(answer.data.error);
  return answer.data.rows;
}

function readNote(dataDir: string): ControlNote | null {
  try {
    const note = controlNoteSchema.safeParse(JSON.parse(readFileSync(join(dataDir, controlFile), 'utf8')));
    return note.success ? note.data : null;
  } catch {
    return null;
  }
}
