import type { KeyObject } from 'node:crypto';
import type { Session } from 'electron';
import type { Log } from '../system/logFile.ts';
import { NoFeed, UnsignedFeed } from './failure.ts';
import { type FeedContent, feedName, isSignedFeed } from './signedFeed.ts';
import type { Updater } from './updates.ts';

/** What is used of electron-updater. It checks sums and signatures itself before a download resolves. */
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

export interface LibraryOptions {
  /** Loads the library, which starts nothing by itself. */
  load: () => Promise<UpdateLibrary>;
  /** The feed to ask, null when there is none. */
  feed: () => string | null;
  /** Whose signature a feed needs. */
  keys: readonly KeyObject[];
  log: Log;
}

/**
 * Updates by electron-updater: over https alone, only what the publisher has signed, and installed only when the
 * host says so. The library compares each file with the sum in the feed, and the feed is what is signed.
 */
export function libraryUpdater({ load, feed, keys, log }: LibraryOptions): Updater {
  let library: UpdateLibrary | null = null;
  const open = async (): Promise<UpdateLibrary> => {
    if (library !== null) return library;
    library = await load();
    library.autoDownload = false;
    // The end of the app is no permission to change it: the host may be about to start it again for a show.
    library.autoInstallOnAppQuit = false;
    library.allowDowngrade = false;
    library.disableWebInstaller = true;
    library.logger = {
      info: (message) => log('info', `updater: ${String(message)}`),
      warn: (message) => log('warn', `updater: ${String(message)}`),
      error: (message) => log('error', `updater: ${String(message)}`),
    };
    // Also where the feed names another address, or answers with a redirection.
    library.netSession.webRequest.onBeforeRequest(({ url }, answer) => {
      answer({ cancel: !URL.canParse(url) || new URL(url).protocol !== 'https:' });
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
      const tell = ({ percent }: { percent: number }) => onProgress(percent);
      opened.on('download-progress', tell);
      try {
        await opened.downloadUpdate();
      } finally {
        opened.removeListener('download-progress', tell);
      }
    },
    install: () => library?.quitAndInstall(false, true),
  };
}
