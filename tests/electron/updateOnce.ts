import { readFileSync } from 'node:fs';
import type { RequestOptions } from 'node:http';
import { NodeHttpExecutor } from 'builder-util';
import { configureRequestUrl, type DownloadOptions } from 'builder-util-runtime';
import { AppImageUpdater } from 'electron-updater';
import { createElectronUpdater } from '#electron/update/electronUpdater.ts';
import { KEYS_FILE, readPublicKeys } from '#electron/update/signedFeed.ts';
import { Updates } from '#electron/update/updates.ts';
import type { UpdateState } from '#shared/contract/desktop.ts';

/**
 * Looks for an update once, as an AppImage does, and prints each state as a line of JSON. Arguments: the feed, the
 * version, and a folder for downloads that contains the public keys. Replaces Electron's network by Node's; uses the
 * real electron-updater.
 */
const [feed = '', version = '', folder = ''] = process.argv.slice(2);

class Downloader extends NodeHttpExecutor {
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    const { cancellationToken, headers } = options;
    return cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const request: RequestOptions = {};
      if (headers) request.headers = headers;
      configureRequestUrl(url, request);
      const callback = (error: unknown) => (error instanceof Error ? reject(error) : resolve(destination));
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }
}

const library = new AppImageUpdater(null, {
  version,
  name: 'Ringside',
  isPackaged: true,
  appUpdateConfigPath: `${folder}/app-update.yml`,
  userDataPath: folder,
  baseCachePath: folder,
  whenReady: () => Promise.resolve(),
  relaunch: () => undefined,
  quit: () => undefined,
  onQuit: () => undefined,
});
Object.assign(library, { httpExecutor: new Downloader() });

const say = (state: UpdateState) => process.stdout.write(`${JSON.stringify(state)}\n`);
const updates = new Updates({
  updater: createElectronUpdater({
    feed: () => feed,
    keys: readPublicKeys(readFileSync(`${folder}/${KEYS_FILE}`, 'utf8')),
    load: async () => library,
    log: (_level, message) => process.stderr.write(`${message}\n`),
  }),
  current: version,
  isBusy: () => false,
  prepareInstall: async () => undefined,
  stateChanged: say,
  log: (_level, message) => process.stderr.write(`${message}\n`),
});
say(await updates.check());
process.exit(0);
