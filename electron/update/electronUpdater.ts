import type { KeyObject } from 'node:crypto';
import type { Session } from 'electron';
import type { Log } from '../system/logFile.ts';
import { type FeedContent, feedName, isSignedFeed } from './signedFeed.ts';
import { NoFeed, UnsignedFeed, type Updater } from './updates.ts';

/** The part of electron-updater that is used. It verifies checksums and signatures before a download resolves. */
export interface UpdateLibrary {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  disableWebInstaller: boolean;
  logger: {
    info(message: unknown): void;
    warn(message: unknown): void;
    error(message: unknown): void;
  } | null;
  readonly netSession: Pick<Session, 'webRequest'>;
  setFeedURL(feed: { provider: 'generic'; url: string; useMultipleRangeRequest: boolean }): void;
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } & object } | null>;
  downloadUpdate(): Promise<readonly string[]>;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
  on(event: 'download-progress', listener: (progress: { percent: number }) => void): unknown;
  removeListener(event: 'download-progress', listener: (progress: { percent: number }) => void): unknown;
}

interface ElectronUpdaterOptions {
  /** Loads the library. Loading has no side effects. */
  load: () => Promise<UpdateLibrary>;
  /** The address of the feed; null if there is none. */
  feed: () => string | null;
  /** The feed must be signed by one of these public keys. */
  keys: readonly KeyObject[];
  log: Log;
}

/**
 * Creates an updater that uses electron-updater, over https only. The feed must be signed by the publisher; the library
 * compares each downloaded file with the checksum in the feed. Nothing is installed until `install` is called.
 */
export function createElectronUpdater({ load, feed, keys, log }: ElectronUpdaterOptions): Updater {
  let library: UpdateLibrary | null = null;
  const open = async (): Promise<UpdateLibrary> => {
    if (library !== null) return library;
    library = await load();
    library.autoDownload = false;
    // Do not install at quit: the host may be about to start the app again for a show.
    library.autoInstallOnAppQuit = false;
    library.allowDowngrade = false;
    library.disableWebInstaller = true;
    library.logger = {
      info: (message) => log('info', `updater: ${String(message)}`),
      warn: (message) => log('warn', `updater: ${String(message)}`),
      error: (message) => log('error', `updater: ${String(message)}`),
    };
    // Refuse other schemes, also for addresses in the feed and for redirects.
    library.netSession.webRequest.onBeforeRequest(({ url }, callback) => {
      callback({ cancel: !URL.canParse(url) || new URL(url).protocol !== 'https:' });
    });
    return library;
  };
  return {
    check: async () => {
      const url = feed();
      if (url === null) throw new NoFeed('no feed');
      const opened = await open();
      opened.setFeedURL({ provider: 'generic', url, useMultipleRangeRequest: false });
      const found = await opened.checkForUpdates();
      if (found?.isUpdateAvailable !== true) return null;
      const content: FeedContent = { ...found.updateInfo };
      if (!isSignedFeed(feedName(process.platform, process.arch), content, keys)) {
        throw new UnsignedFeed(`${url} offers an update that is not signed by the publisher of this copy`);
      }
      return { version: found.updateInfo.version };
    },
    download: async (onProgress) => {
      const opened = await open();
      const report = ({ percent }: { percent: number }) => onProgress(percent);
      opened.on('download-progress', report);
      try {
        await opened.downloadUpdate();
      } finally {
        opened.removeListener('download-progress', report);
      }
    },
    install: () => library?.quitAndInstall(false, true),
  };
}
