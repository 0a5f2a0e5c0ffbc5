import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '../database/backup/format.ts';
import { type ControlNote, controlAnswerSchema, controlFile, controlNoteSchema } from './note.ts';

/**
 * Asks the server that runs on a data folder to write a backup. Returns the number of rows, or null if no server runs.
 * Throws a BackupError with the server's message.
 */
export async function askForBackup(dataDir: string, file: string): Promise<number | null> {
  const note = readNote(dataDir);
  if (note === null) return null;
  const response = await fetch(`http://127.0.0.1:${note.port}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${note.secret}` },
    body: JSON.stringify({ command: 'backup', file }),
  }).catch(() => null);
  // The server that wrote the note was killed. Its port may now belong to another program, which does not know the
  // secret.
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
