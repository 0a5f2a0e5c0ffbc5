import type { App, Session, Shell, WebContents } from 'electron';
import type { DesktopPush, DesktopPushName } from '#shared/contract/desktop.ts';
import type { SignIn } from '../account/signIn.ts';
import type { BackstageHost } from '../backstage/host.ts';
import { judgeUrl } from '../safety/trustedUrl.ts';
import { preferencesOf, type Settings, type SettingsFile } from '../settings/settings.ts';
import { clearCache } from '../system/clearCache.ts';
import type { Updates } from '../update/updates.ts';
import type { Workbench } from '../windows/workbenchWindow.ts';
import type { Register, WindowRole } from './register.ts';
import type { WindowClients } from './windowClients.ts';

export interface HandlerOptions {
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
  updates: Updates;
  workbench: Pick<Workbench, 'open' | 'close' | 'state'>;
  contentsById: (id: number) => WebContents | null;
  /** Tells every window of the app. */
  tellAll: <N extends DesktopPushName>(name: N, payload: DesktopPush<N>) => void;
  /** Makes what was changed true: menu language, start with the system. */
  applied: (settings: Settings, before: Settings) => void;
}

const anyWindow: readonly WindowRole[] = ['main', 'workbench'];
const mainWindow: readonly WindowRole[] = ['main'];

/** Answers every call of the contract; the workbench may only look on. */
export function registerHandlers(register: Register, options: HandlerOptions): void {
  registerBackstage(register, options);
  registerApp(register, options);
  const { updates, workbench } = options;
  register('getUpdate', mainWindow, () => updates.state);
  register('checkUpdate', mainWindow, () => updates.check());
  register('installUpdate', mainWindow, () => updates.install());
  register('openWorkbench', mainWindow, (wanted) => workbench.open(wanted));
  register('closeWorkbench', mainWindow, () => workbench.close());
  register('getWorkbench', anyWindow, () => workbench.state);
}

function registerBackstage(register: Register, { host, clients, contentsById }: HandlerOptions): void {
  register('openBackstage', anyWindow, (_nothing, { contentsId, role }) => {
    // A page that asks is a page that works: after it was given up, this is the host's "try again".
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
  register('showLogs', mainWindow, async () => {
    await shell.openPath(folders.logs);
    return {};
  });
  register('openLink', mainWindow, async ({ url }) => {
    if (judgeUrl(url) !== 'external') return { opened: false };
    await shell.openExternal(url);
    return { opened: true };
  });
  register('getPreferences', anyWindow, () => preferencesOf(settings.current));
  register('savePreferences', mainWindow, (change) => {
    const before = settings.current;
    const after = settings.update(change);
    options.applied(after, before);
    options.tellAll('preferences', preferencesOf(after));
    return preferencesOf(after);
  });
  register('getSignIn', mainWindow, () => options.signIn.state);
  register('clearCache', mainWindow, async () => ({
    freedBytes: await clearCache({
      session: options.session,
      userData: folders.userData,
      logFolder: folders.logs,
      tempFolder: folders.temp,
    }),
  }));
}
