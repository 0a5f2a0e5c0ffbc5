import type { ApiClient } from '#renderer/data/api/client.ts';
import { siteCalls } from '#shared/contract/api/site.ts';

/** Decides whether the web tool opens without a sign-in. */
export interface ToolDoor {
  /** True if the tool has been open in this page. */
  wasOpened: boolean;
  opensWithoutSignIn(): Promise<boolean>;
  /** Opens the tool for a rehearsal until the browser's tab is closed. */
  openForRehearsal(): void;
}

export interface ToolDoorOptions {
  api: Pick<ApiClient, 'call'>;
  /** The tab's session storage. Each call may throw if storage is forbidden. */
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Resolves after `ms`. */
  wait(ms: number): Promise<void>;
}

const KEY = 'ringside.rehearses';
/** After this time without a response, the tool opens and the backstage decides. */
const PATIENCE_MS = 8_000;

export function createToolDoor({ api, storage, wait }: ToolDoorOptions): ToolDoor {
  let rehearses = false;
  let asking: Promise<boolean> | null = null;
  const ask = async (): Promise<boolean> => {
    try {
      return (await api.call(siteCalls.info, {}, { quiet: true })).tool === 'open';
    } catch {
      return true;
    } finally {
      asking = null;
    }
  };
  return {
    wasOpened: false,
    opensWithoutSignIn: async () => {
      if (rehearses || read(storage) !== null) return true;
      // The backstage rejects a visitor without the right to the tool, or offers a rehearsal only.
      asking ??= ask();
      return Promise.race([asking, wait(PATIENCE_MS).then(() => true)]);
    },
    openForRehearsal: () => {
      rehearses = true;
      try {
        storage.setItem(KEY, 'yes');
      } catch {
        // Without storage, the rehearsal is open until the page is left.
      }
    },
  };
}

function read(storage: ToolDoorOptions['storage']): string | null {
  try {
    return storage.getItem(KEY);
  } catch {
    return null;
  }
}
