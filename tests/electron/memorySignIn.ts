import { join } from 'node:path';
import { SignIn } from '#electron/account/signIn.ts';

/** A sign-in on a system without secure storage: nothing is written. */
export function memorySignIn(): SignIn {
  const no = () => {
    throw new Error('nothing is encrypted here');
  };
  return new SignIn({
    file: join(import.meta.dirname, 'no-such-folder', 'sign-in'),
    platform: 'linux',
    safeStorage: {
      isEncryptionAvailable: () => false,
      getSelectedStorageBackend: () => 'basic_text',
      encryptString: no,
      decryptString: no,
    },
    log: () => undefined,
  });
}
