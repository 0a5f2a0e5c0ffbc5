import type { ObsStorage } from '#renderer/data/platform/platform.ts';
import type { KeyValueStore } from '#renderer/data/stores/settingsStore.ts';
import { readObsSettings } from '#shared/contract/obs.ts';

const OBS_KEY = 'ringside.obs';

/** Stores the connection to OBS in this browser. Other pages of the same site could read it. */
export function webObsStorage(storage: () => KeyValueStore): ObsStorage {
  return {
    load: async () => {
      try {
        const stored: unknown = JSON.parse(storage().getItem(OBS_KEY) ?? 'null');
        return readObsSettings(stored);
      } catch {
        return readObsSettings(null);
      }
    },
    save: async (settings) => {
      try {
        storage().setItem(OBS_KEY, JSON.stringify(settings));
      } catch {
        // Without storage, the connection lasts until the page is closed.
      }
    },
  };
}
