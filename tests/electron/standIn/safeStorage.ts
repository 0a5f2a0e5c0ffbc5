import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SafeStorage } from 'electron';
import { app } from './app.ts';
import { loud, refuse } from './refuse.ts';

type Imitated = Pick<
  SafeStorage,
  'decryptString' | 'encryptString' | 'getSelectedStorageBackend' | 'isEncryptionAvailable'
>;

const VECTOR = 12;
const TAG = 16;
const hasKeyring = process.env.STAND_IN_NO_KEYRING === undefined;

/** Encrypts with a key in the user data, which replaces the system's keyring. */
class StandInSafeStorage implements Imitated {
  isEncryptionAvailable(): boolean {
    if (!app.isReady()) refuse('safeStorage before the app is ready');
    return true;
  }

  getSelectedStorageBackend(): ReturnType<SafeStorage['getSelectedStorageBackend']> {
    return hasKeyring ? 'gnome_libsecret' : 'basic_text';
  }

  encryptString(plainText: string): Buffer {
    const vector = randomBytes(VECTOR);
    const cipher = createCipheriv('aes-256-gcm', key(), vector);
    const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
    return Buffer.concat([vector, cipher.getAuthTag(), sealed]);
  }

  decryptString(encrypted: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', key(), encrypted.subarray(0, VECTOR));
    decipher.setAuthTag(encrypted.subarray(VECTOR, VECTOR + TAG));
    return decipher.update(encrypted.subarray(VECTOR + TAG), undefined, 'utf8') + decipher.final('utf8');
  }
}

function key(): Buffer {
  const file = path.join(app.getPath('userData'), 'stand-in.keyring');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32));
  return readFileSync(file);
}

export const safeStorage = loud('safeStorage', new StandInSafeStorage());
