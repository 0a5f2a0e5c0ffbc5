import type { App, Session, Shell, WebContents } from 'electron';
import type { DesktopPush, DesktopPushName } from '#shared/contract/desktop.ts';
import type { SignIn } from '../account/signIn.ts';
import type { BackstageHost } from '../backstage/host.ts';
import { judgeUrl } from '../safety/trustedUrl.ts';
import type { ObsFile } from '../settings/encryptedFile.ts';
import { preferencesOf, type Settings, type SettingsFile } from '../settings/settings.ts';
import { clearCache } from '../system/clearCache.ts';
import type { GlobalShortcuts } from '../system/globalShortcuts.ts';
import type { Updates } from '../update/updates.ts';
import type { Workbench } from '../windows/workbenchWindow.ts';
import type { Register, WindowRole } from './register.ts';
import type { WindowClients } from './windowClients.ts';

interface HandlerOptions {
  app: Pick<App, 'getVersion'>;
  shell: Pick<Shell, 'openExternal' | 'openPath'>;
  session: Pick<Session, 'clearCache' | 'clearCodeCaches' | 'getCacheSize'>;
  folders: { userData: string; logs: string; temp: string };
  platform: NodeJS.Platform;
  electronVersion: string;
  host: BackstageHost;
  clients: WindowClients;
  settings: SettingsFile;
  signIn: SignIn;
  obs: ObsFile;
  globalShortcuts: Pick<GlobalShortcuts, 'check'>;
  updates: Updates;
  workbench: Pick<Workbench, 'open' | 'close' | 'state'>;
  wall: { open(): void; close(): void };
  contentsById: (id: number) => WebContents | null;
  /** Sends a push to every window of the app. */
  pushToAll: <N extends DesktopPushName>(name: N, payload: DesktopPush<N>) => void;
  /** Applies changed settings, for example the language of the menu or the start with the system. */
  apply: (settings: Settings, before: Settings) => void;
}

const anyWindow: readonly WindowRole[] = ['main', 'wall', 'workbench'];
/** The windows in which the host works. */
const hostWindows: readonly WindowRole[] = ['main', 'wall'];

/** Registers a handler for every call of the contract. The workbench may only use calls that change nothing. */
export function registerHandlers(register: Register, options: HandlerOptions): void {
  registerBackstage(register, options);
  registerApp(register, options);
  const { updates, workbench } = options;
  register('getUpdate', hostWindows, () => updates.state);
  register('checkUpdate', hostWindows, () => updates.check());
  register('installUpdate', hostWindows, () => updates.install());
  register('openWorkbench', hostWindows, (wanted) => workbench.open(wanted));
  register('closeWorkbench', hostWindows, () => workbench.close());
  register('getWorkbench', anyWindow, () => workbench.state);
  register('openWall', hostWindows, () => {
    options.wall.open();
    return {};
  });
  register('closeWall', hostWindows, () => {
    options.wall.close();
    return {};
  });
}

function registerBackstage(register: Register, { host, clients, contentsById }: HandlerOptions): void {
  register('openBackstage', anyWindow, (_nothing, { contentsId, role }) => {
    // Start the backstage again if it has failed: the page loads again when the host clicks "try again".
    host.start();
    const contents = contentsById(contentsId);
    return { joined: contents !== null && clients.open(contents, role) };
  });
  register('request', anyWindow, (request, { contentsId }) => clients.request(contentsId, request));
  register('acknowledge', anyWindow, ({ number }, { contentsId }) => {
    clients.acknowledge(contentsId, number);
    return {};
  });
}

function registerApp(register: Register, options: HandlerOptions): void {
  const { app, shell, folders, settings } = options;
  register('appInfo', anyWindow, () => ({
    version: app.getVersion(),
    platform: options.platform,
    electron: options.electronVersion,
    dataFolder: folders.userData,
    logFolder: folders.logs,
  }));
  register('printPdf', hostWindows, async (_nothing, { contentsId }) => {
    const pdf = await options.contentsById(contentsId)?.printToPDF({ preferCSSPageSize: true });
    return { data: Buffer.from(pdf ?? []).toString('base64') };
  });
  register('showLogs', hostWindows, async () => {
    await shell.openPath(folders.logs);
    return {};
  });
  register('openLink', hostWindows, async ({ url }) => {
    if (judgeUrl(url) !== 'external') return { opened: false };
    await shell.openExternal(url);
    return { opened: true };
  });
  register('getPreferences', anyWindow, () => preferencesOf(settings.current));
  register('savePreferences', hostWindows, (change) => {
    const before = settings.current;
    const after = settings.update(change);
    options.apply(after, before);
    options.pushToAll('preferences', preferencesOf(after));
    return preferencesOf(after);
  });
  register('getSignIn', hostWindows, () => options.signIn.state);
  register('checkGlobalKeys', hostWindows, () => ({ refused: options.globalShortcuts.check() }));
  register('getObs', hostWindows, () => options.obs.current);
  register('saveObs', hostWindows, (connection) => {
    options.obs.save(connection);
    return {};
  });
  register('clearCache', hostWindows, async () => ({
    freedBytes: await clearCache({
      session: options.session,
      userData: folders.userData,
      logFolder: folders.logs,
      tempFolder: folders.temp,
    }),
  }));
}
