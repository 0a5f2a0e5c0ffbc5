import { contextBridge, ipcRenderer } from 'electron';
import type {
  DesktopArgs,
  DesktopBridge,
  DesktopCallName,
  DesktopPush,
  DesktopPushName,
} from '#shared/contract/desktop.ts';

/**
 * The preload script, the only code with access to both Electron and a page. It exposes one function per call and push.
 * A page cannot choose a channel and never gets an event object, which would expose the sender.
 */

function call<N extends DesktopCallName>(name: N) {
  return (args: DesktopArgs<N>) => ipcRenderer.invoke(`ringside:${name}`, args);
}

function on<N extends DesktopPushName>(name: N) {
  return (listener: (payload: DesktopPush<N>) => void) => {
    const channel = `ringside:${name}`;
    const handler = (_event: unknown, payload: DesktopPush<N>) => listener(payload);
    ipcRenderer.on(channel, handler);
    return () => {
      ipcRenderer.off(channel, handler);
    };
  };
}

const bridge = {
  openBackstage: call('openBackstage'),
  request: call('request'),
  acknowledge: call('acknowledge'),
  appInfo: call('appInfo'),
  showLogs: call('showLogs'),
  openLink: call('openLink'),
  getPreferences: call('getPreferences'),
  savePreferences: call('savePreferences'),
  getSignIn: call('getSignIn'),
  checkGlobalKeys: call('checkGlobalKeys'),
  getObs: call('getObs'),
  saveObs: call('saveObs'),
  printPdf: call('printPdf'),
  clearCache: call('clearCache'),
  getUpdate: call('getUpdate'),
  checkUpdate: call('checkUpdate'),
  installUpdate: call('installUpdate'),
  openWorkbench: call('openWorkbench'),
  closeWorkbench: call('closeWorkbench'),
  getWorkbench: call('getWorkbench'),
  openWall: call('openWall'),
  closeWall: call('closeWall'),
  onBackstagePush: on('backstagePush'),
  onBackstageState: on('backstageState'),
  onUpdate: on('update'),
  onPreferences: on('preferences'),
  onWorkbench: on('workbench'),
  onGlobalKey: on('globalKey'),
} satisfies DesktopBridge;

contextBridge.exposeInMainWorld('ringside', bridge);
