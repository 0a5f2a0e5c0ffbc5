import type { ApiClient } from '#renderer/data/api/client.ts';
import { siteCalls } from '#shared/contract/api/site.ts';

/** Whether the web tool opens to somebody who is not signed in. */
export interface ToolDoor {
  /** The tool has been open in this page. */
  wasOpened: boolean;
  opensWithoutSignIn(): Promise<boolean>;
  /** Lets a visitor in for a rehearsal, until the browser's tab is closed. */
  openForRehearsal(): void;
}

export interface ToolDoorOptions {
  api: Pick<ApiClient, 'call'>;
  /** Of this tab; each call may throw where storage is forbidden. */
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Resolves after so many ms. */
  wait(ms: number): Promise<void>;
}

const KEY = 'ringside.rehearses';
/** A server that answers knows this at once; a line on which nothing comes must not keep a host from the tool. */
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
      // Whoever is let in here without a right to it is turned away, or has a rehearsal alone, at the backstage.
      asking ??= ask();
      return Promise.race([asking, wait(PATIENCE_MS).then(() => true)]);
    },
    openForRehearsal: () => {
      rehearses = true;
      try {
        storage.setItem(KEY, 'yes');
      } catch {
        // It holds until the page is left.
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
