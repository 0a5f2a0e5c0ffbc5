import type { KeyObject } from 'node:crypto';
import path from 'node:path';
import * as electron from 'electron';
import Store from 'electron-store';
import { raiseHeapGrowth } from '#backstage/heap.ts';
import { startApplication } from './application.ts';
import { foldersOf } from './folders.ts';
import { schemePrivileges } from './safety/appProtocol.ts';
import { createLog, type Log } from './system/logFile.ts';
import { createElectronUpdater } from './update/electronUpdater.ts';
import { readUpdateSupport } from './update/support.ts';

// Entry point of the main process: configures Electron before it is ready, then starts the application.
const { app, protocol } = electron;

raiseHeapGrowth();

app.setName('Ringside');
if (!app.commandLine.hasSwitch('user-data-dir')) {
  app.setPath('userData', path.join(app.getPath('appData'), 'Ringside'));
}

if (app.requestSingleInstanceLock()) {
  const folders = foldersOf(app.getPath('userData'), import.meta.dirname);
  const log = createLog({ folder: folders.logs });
  log('info', `Ringside ${app.getVersion()} on ${process.platform}, Electron ${process.versions.electron}`);
  // An uncaught error must not end a running show: log it and continue.
  process.on('uncaughtException', (error) => log('error', `uncaught: ${error.stack ?? error.message}`));
  process.on('unhandledRejection', (reason) => log('error', `unhandled: ${String(reason)}`));

  protocol.registerSchemesAsPrivileged([schemePrivileges]);
  app.enableSandbox();
  // Streaming software captures the workbench even while it is covered or minimised, so it must keep painting.
  app.commandLine.appendSwitch('disable-backgrounding-occluded-windows');
  app.commandLine.appendSwitch('disable-renderer-backgrounding');
  // The timers of a hidden room page send the heartbeats.
  app.commandLine.appendSwitch('disable-background-timer-throttling');
  app.commandLine.appendSwitch('disable-features', 'CalculateNativeWinOcclusion');

  const support = readUpdateSupport({
    platform: process.platform,
    isPackaged: app.isPackaged,
    resources: process.resourcesPath,
    appImage: process.env.APPIMAGE,
  });

  if (support === 'noKey') {
    log('warn', 'this copy was packed without an update key and does not update itself: docs/releasing.md');
  }

  await app.whenReady();
  startApplication({
    electron,
    folders,
    log,
    openStore: (options) => new Store<Record<string, unknown>>(options),
    updating: support === null || support === 'noKey' ? support : selfUpdate(support, log),
    after: (ms, task) => {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
  });
} else {
  app.quit();
}

/** Creates the updating option: an updater that accepts feeds signed by one of the packed keys. */
function selfUpdate({ feed: packedFeed, keys }: { feed: string; keys: KeyObject[] }, log: Log) {
  return {
    packedFeed,
    create: (feed: () => string | null) =>
      createElectronUpdater({
        feed,
        keys,
        log,
        load: async () => (await import('electron-updater')).autoUpdater,
      }),
  };
}
