import path from 'node:path';
import type * as Electron from 'electron';
import type { UtilityProcess, utilityProcess } from 'electron';
import { openAccount, serverOrigin } from './account/account.ts';
import { BackstageHost } from './backstage/host.ts';
import type { BackstageProcess } from './backstage/messages.ts';
import type { Folders } from './folders.ts';
import { registerHandlers } from './ipc/handlers.ts';
import { createRegister, sendTo } from './ipc/register.ts';
import { WindowClients } from './ipc/windowClients.ts';
import { prepareSessions } from './safety/guards.ts';
import { openObsFile } from './settings/encryptedFile.ts';
import { openSettings, type SettingsFileOptions } from './settings/settings.ts';
import { createDialogs } from './system/dialogs.ts';
import { superviseExit } from './system/exit.ts';
import { GlobalShortcuts } from './system/globalShortcuts.ts';
import type { Log } from './system/logFile.ts';
import { menuTemplate } from './system/menu.ts';
import { createPowerSave } from './system/powerSave.ts';
import { setStartWithSystem } from './system/startWithSystem.ts';
import { translator } from './system/translate.ts';
import { feedOf } from './update/support.ts';
import { type Updater, Updates } from './update/updates.ts';
import { createWindows } from './windows/createWindows.ts';
import { HELP_PATH, helpPage } from './windows/helpPage.ts';
import { LivePages } from './windows/livePages.ts';
import { bringToFront } from './windows/toolWindows.ts';

type ElectronModule = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'globalShortcut'
  | 'ipcMain'
  | 'Menu'
  | 'powerSaveBlocker'
  | 'safeStorage'
  | 'screen'
  | 'session'
  | 'shell'
  | 'utilityProcess'
>;

interface ApplicationOptions {
  electron: ElectronModule;
  folders: Folders;
  log: Log;
  openStore: SettingsFileOptions['openStore'];
  /** Creates the updater and has the packed feed. If the copy cannot update itself: null, or 'noKey' as the reason. */
  updating: { packedFeed: string; create: (feed: () => string | null) => Updater } | 'noKey' | null;
  /** Runs `task` after `ms`; returns a function that cancels it. */
  after: (ms: number, task: () => void) => () => void;
}

/** Time (ms) that an installer gets to end the app before the backstage starts again. */
const INSTALL_LIMIT_MS = 15_000;

/** Creates and connects all parts of the app. Call it when Electron is ready. */
export function startApplication(options: ApplicationOptions): void {
  const { electron, folders, log, after } = options;
  const { app, session, shell } = electron;
  const now = () => Date.now();
  const { platform } = process;

  const settings = openSettings({
    folder: folders.userData,
    name: 'settings',
    openStore: options.openStore,
    now,
  });
  const t = () => translator(settings.current.language);
  const account = openAccount({
    safeStorage: electron.safeStorage,
    sessions: session,
    settings,
    file: folders.signIn,
    platform,
    version: app.getVersion(),
    t,
    log,
  });
  const obs = openObsFile({ file: folders.obs, platform, safeStorage: electron.safeStorage, log });

  const livePages = new LivePages({
    electron,
    sessions: session,
    title: () => t()('desktop.livePage'),
    log,
  });
  const host = new BackstageHost({
    pages: livePages,
    launch: () =>
      launchUtility({
        fork: electron.utilityProcess.fork,
        modulePath: folders.backstageModule,
        onOutput: (text) => log('info', `backstage: ${text}`),
      }),
    start: { dataDir: folders.backstage, build: app.getVersion() },
    relayUser: account.relayUser,
    now,
    after,
    log,
  });
  account.signIn.onChange(() => host.relayUserChanged());
  const clients = new WindowClients(host);

  const openExternal = (url: string) => void shell.openExternal(url);
  const { windows, workbench, wall, openMain, showHelp } = createWindows({
    electron,
    folders,
    settings,
    clients,
    openExternal,
    hub: () => host.hub,
    now,
    after,
    log,
  });
  const dialogs = createDialogs({ dialog: electron.dialog, t, parent: () => windows.get('main') });

  const { updating } = options;
  const feed = (packed: string) => feedOf(settings.current.updateFeed, account.server(), packed);
  const updates = new Updates({
    updater:
      updating === null || updating === 'noKey' ? null : updating.create(() => feed(updating.packedFeed)),
    unsupported: updating === 'noKey' ? updating : null,
    current: app.getVersion(),
    isBusy: () => host.busy,
    prepareInstall: async () => {
      await host.close();
      app.releaseSingleInstanceLock();
      // If the installer has not ended the app within the limit, start the backstage again.
      after(INSTALL_LIMIT_MS, () => host.start());
    },
    stateChanged: (state) => windows.pushToAll('update', state),
    log,
  });
  const globalShortcuts = new GlobalShortcuts(electron.globalShortcut, (actions) => {
    const main = windows.get('main');
    if (main !== null) sendTo(main.webContents, 'globalKey', { actions });
  });
  const keepAwake = createPowerSave(electron.powerSaveBlocker);
  host.onBusy((busy) => {
    keepAwake(busy);
    updates.busyChanged();
  });
  host.onState((state) => {
    windows.pushToAll('backstageState', state);
    if (state.state === 'failed') showHelp();
  });

  const setMenu = () => {
    const actions = {
      openWorkbench: () => void workbench.open({}),
      openWall: wall.open,
      showLogs: () => void shell.openPath(folders.logs),
      checkUpdate: () => void updates.check(),
      about: () => void dialogs.showAbout(app.getVersion()),
    };
    electron.Menu.setApplicationMenu(
      electron.Menu.buildFromTemplate(menuTemplate({ t: t(), platform, actions })),
    );
  };

  const page = () =>
    helpPage({ t: t(), language: settings.current.language, state: host.state, logFolder: folders.logs });
  prepareSessions(session, {
    folder: folders.pages,
    builtIn: new Map([[HELP_PATH, page]]),
    api: account.api,
    hub: () => host.hub,
    obs: obs.origin,
  });
  registerHandlers(
    createRegister({ ipcMain: electron.ipcMain, roleOf: (contents) => windows.roleOf(contents), log }),
    {
      app,
      shell,
      session: session.defaultSession,
      folders,
      platform,
      electronVersion: process.versions.electron ?? '',
      host,
      clients,
      settings,
      signIn: account.signIn,
      obs,
      globalShortcuts,
      updates,
      workbench,
      wall,
      contentsById: (id) => windows.contentsById(id),
      pushToAll: (name, payload) => windows.pushToAll(name, payload),
      apply: (changed, before) => {
        if (changed.language !== before.language) setMenu();
        if (changed.globalKeys !== before.globalKeys) globalShortcuts.register(changed.globalKeys);
        if (changed.startWithSystem !== before.startWithSystem) applyStartWithSystem(changed.startWithSystem);
        // A token belongs to one server, so a change of the server signs the host out.
        if (serverOrigin(changed.server) !== serverOrigin(before.server)) account.signIn.forget();
      },
    },
  );
  const applyStartWithSystem = (on: boolean) =>
    setStartWithSystem(on, {
      platform,
      app,
      autostartFolder: path.join(app.getPath('appData'), 'autostart'),
      program: process.env.APPIMAGE ?? app.getPath('exe'),
    });

  const guard = superviseExit({
    app,
    host,
    quits: () => livePages.quit(),
    ask: dialogs.confirmLeavingShow,
  });
  host.start();
  globalShortcuts.register(settings.current.globalKeys);
  app.on('will-quit', () => globalShortcuts.register({}));
  setMenu();
  const main = openMain();
  main.on('close', (event) => {
    if (!guard.mayClose()) event.preventDefault();
  });
  main.on('closed', () => app.quit());
  app.on('second-instance', () => bringToFront(main));
  // Write the entry again: the program may have moved, for example to an AppImage with a new version in its name.
  if (settings.current.startWithSystem) applyStartWithSystem(true);
  if (settings.backupFile !== null) void dialogs.showSettingsBackup(settings.backupFile);
  if (settings.current.checkForUpdates) void updates.check();
}

interface UtilityOptions {
  fork: typeof utilityProcess.fork;
  /** The built file that the process runs. */
  modulePath: string;
  /** Receives the output of the process, which includes the error message of a crash. */
  onOutput: (text: string) => void;
}

/** Starts the backstage in an Electron utility process. */
function launchUtility(options: UtilityOptions): BackstageProcess {
  const child: UtilityProcess = options.fork(options.modulePath, [], {
    serviceName: 'Ringside Backstage',
    stdio: 'pipe',
  });
  child.stdout?.on('data', (chunk: unknown) => options.onOutput(String(chunk)));
  child.stderr?.on('data', (chunk: unknown) => options.onOutput(String(chunk)));
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.postMessage(message),
    onMessage: (listener) => {
      child.on('message', listener);
    },
    onExit: (listener) => {
      child.once('exit', listener);
    },
    kill: () => {
      child.kill();
    },
  };
}
