import type { SafeStorage, Session } from 'electron';
import type { RelayUser } from '../backstage/wire.ts';
import type { Answerer } from '../safety/appProtocol.ts';
import type { SettingsFile } from '../settings/settingsFile.ts';
import type { Log } from '../system/logFile.ts';
import type { Translate } from '../system/translate.ts';
import { createApiProxy } from './apiProxy.ts';
import { serverOrigin } from './serverOrigin.ts';
import { ACCOUNT_PARTITION, guardAccountSession } from './session.ts';
import { SignIn } from './signIn.ts';

export interface AccountOptions {
  safeStorage: SafeStorage;
  sessions: { fromPartition(partition: string): Session };
  settings: SettingsFile;
  /** Where the sign-in is kept. */
  file: string;
  platform: NodeJS.Platform;
  version: string;
  t: () => Translate;
  log: Log;
}

export interface Account {
  signIn: SignIn;
  /** Answers the `/api` calls of the app's pages. */
  api: Answerer;
  /** The server's origin, null when the host has set none. */
  server: () => string | null;
  relayUser: () => RelayUser | null;
}

/** What the devices of an account are told apart by, as browsers say it. */
const systems: Partial<Record<NodeJS.Platform, string>> = { win32: 'Windows', darwin: 'Macintosh' };

/** The host's account: which server it is at, the sign-in there, and the way of calls to it. */
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
    say: (what) => options.t()(`desktop.server.${what}`),
    userAgent: `Ringside/${options.version} (${systems[platform] ?? 'Linux'})`,
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
