import type { SafeStorage, Session } from 'electron';
import { serverAddressSchema } from '#shared/contract/desktop.ts';
import type { RelayUser } from '../backstage/messages.ts';
import type { RequestHandler } from '../safety/appProtocol.ts';
import type { SettingsFile } from '../settings/settings.ts';
import type { Log } from '../system/logFile.ts';
import type { Translate } from '../system/translate.ts';
import { createApiProxy } from './apiProxy.ts';
import { SignIn } from './signIn.ts';

interface AccountOptions {
  safeStorage: SafeStorage;
  sessions: { fromPartition(partition: string): Session };
  settings: SettingsFile;
  /** The file that stores the sign-in. */
  file: string;
  platform: NodeJS.Platform;
  version: string;
  t: () => Translate;
  log: Log;
}

interface Account {
  signIn: SignIn;
  /** Answers the `/api` calls of the app's pages. */
  api: RequestHandler;
  /** The server's origin; null when no server is set. */
  server: () => string | null;
  /** The sign-in that relay lines use; null while the host is signed out. */
  relayUser: () => RelayUser | null;
}

/** The Electron session for calls to the server. It lives in memory and shares nothing with the windows. */
const ACCOUNT_PARTITION = 'account';

/** System names for the user agent, spelled as browsers do. The account's list of devices shows them. */
const systemNames: Partial<Record<NodeJS.Platform, string>> = { win32: 'Windows', darwin: 'Macintosh' };

/** Opens the host's account: the stored sign-in and the proxy for calls to the server. */
export function openAccount(options: AccountOptions): Account {
  const { settings, platform, log, safeStorage } = options;
  const server = () => serverOrigin(settings.current.server);
  const signIn = new SignIn({ file: options.file, platform, safeStorage, log });
  const session = options.sessions.fromPartition(ACCOUNT_PARTITION);
  guardAccountSession(session, server);
  const api = createApiProxy({
    server,
    signIn,
    fetch: (url, init) => session.fetch(url, init),
    message: (key) => options.t()(`desktop.server.${key}`),
    userAgent: `Ringside/${options.version} (${systemNames[platform] ?? 'Linux'})`,
    log,
  });
  return {
    signIn,
    api,
    server,
    relayUser: () => {
      const origin = server();
      const token = origin === null ? null : signIn.tokenFor(origin);
      return origin === null || token === null ? null : { server: origin, token };
    },
  };
}

/** Returns the origin of a server's address; null if the address is empty or not allowed. */
export function serverOrigin(address: string): string | null {
  const allowed = serverAddressSchema.safeParse(address);
  return allowed.success && allowed.data !== '' ? new URL(allowed.data).origin : null;
}

/** Cancels every request of the session that does not go to the server, including redirects to other origins. */
function guardAccountSession(session: Pick<Session, 'webRequest'>, server: () => string | null): void {
  session.webRequest.onBeforeRequest(({ url }, callback) => {
    const isServer = URL.canParse(url) && new URL(url).origin === server();
    callback({ cancel: !isServer });
  });
}
