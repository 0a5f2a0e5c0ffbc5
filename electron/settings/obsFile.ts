import { defaultObsSettings, type ObsSettings, obsSettingsSchema } from '#shared/contract/obs.ts';
import { EncryptedFile, type EncryptedFileOptions } from './encryptedFile.ts';

/** The connection to OBS, stored encrypted because of its password. */
export interface ObsFile {
  readonly current: ObsSettings;
  save(settings: ObsSettings): void;
  /** The origin of OBS's WebSocket server, which the main window may connect to. */
  origin(): string;
}

export function openObsFile(options: Omit<EncryptedFileOptions, 'name'>): ObsFile {
  const file = new EncryptedFile({ ...options, name: 'connection to OBS' }, obsSettingsSchema);
  let current = file.read() ?? defaultObsSettings;
  return {
    get current() {
      return current;
    },
    save: (settings) => {
      current = settings;
      file.write(settings);
    },
    origin: () => new URL(current.address).origin,
  };
}
