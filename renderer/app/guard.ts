import type { ApiClient } from '#renderer/data/api/client.ts';
import {
  isPublic,
  isTool,
  plainPath,
  REHEARSAL_PATH,
  REHEARSAL_TOOL,
  screenOfPath,
  signInPath,
} from '#renderer/data/paths.ts';
import type { Platform } from '#renderer/data/platform/platform.ts';
import type { Session } from '#renderer/data/session/accountSession.ts';
import { siteCalls } from '#shared/contract/api/site.ts';

export interface GuardContext {
  session: Pick<Session, 'store' | 'ensureInfo' | 'forget'>;
  kind: Platform['kind'];
  door: ToolDoor;
}

/**
 * Decides before each navigation whether a screen opens. Returns null if it does, otherwise the path to redirect to.
 * Loads the signed-in account before the first screen that needs it.
 */
export async function guard(url: URL, context: GuardContext): Promise<string | null> {
  const { session, kind, door } = context;
  const path = plainPath(url.pathname);
  if (kind === 'desktop' && path === '/') return '/tool';
  if (path === REHEARSAL_PATH) {
    door.openForRehearsal();
    return REHEARSAL_TOOL;
  }
  const signedIn = session.store.getState().token !== null;
  if (path === '/login') return signedIn ? '/' : null;
  if (isPublic(path)) {
    // Do not wait: public pages only show the account's name.
    if (signedIn) void session.ensureInfo({ quiet: true });
    return null;
  }
  const wanted = `${path}${url.search}${url.hash}`;
  if (isTool(path)) return (await opensTool(context)) ? null : signInPath(wanted);
  if (!signedIn) return signInPath(wanted);
  if (!(await session.ensureInfo())) {
    session.forget();
    return signInPath(wanted);
  }
  const screen = screenOfPath(path);
  if (screen === null || session.store.getState().menuRoutes.includes(screen)) return null;
  return '/404';
}

/**
 * Whether the tool opens. On the desktop it always opens. On the web it opens to signed-in users, for rehearsals, and
 * to everybody on a personal server. Once open, it stays open in this page, so that a host keeps the show when the
 * sign-in ends.
 */
async function opensTool({ session, kind, door }: GuardContext): Promise<boolean> {
  if (kind === 'desktop' || door.wasOpened) return true;
  if (session.store.getState().token !== null) await session.ensureInfo({ quiet: true });
  // If the server did not answer, open: the backstage checks the token. `ensureInfo` has removed an invalid token.
  const opens = session.store.getState().token !== null || (await door.opensWithoutSignIn());
  if (opens) door.wasOpened = true;
  return opens;
}

/** Decides whether the web tool opens without a sign-in. */
interface ToolDoor {
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
