import { app } from './app.ts';
import { BrowserWindow } from './browserWindow.ts';
import { dialog, globalShortcut, Menu, powerSaveBlocker, protocol, shell } from './desktop.ts';
import { ipcMain } from './ipcMain.ts';
import { net } from './net.ts';
import { absent, LoudEmitter, loud } from './refuse.ts';
import { safeStorage } from './safeStorage.ts';
import { screen } from './screen.ts';
import { session } from './session.ts';
import { utilityProcess } from './utilityProcess.ts';

/** The stand-in's exports for `import ... from 'electron'`. Everything else in Electron throws on use. */
export {
  app,
  BrowserWindow,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  net,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
};

/** An emitter without the system's own updates. */
export const autoUpdater = loud('autoUpdater', new LoudEmitter('autoUpdater', []));
export const clipboard = absent('clipboard');
export const contentTracing = absent('contentTracing');
export const crashReporter = absent('crashReporter');
export const desktopCapturer = absent('desktopCapturer');
export const MessageChannelMain = absent('MessageChannelMain');
export const nativeImage = absent('nativeImage');
export const nativeTheme = absent('nativeTheme');
export const netLog = absent('netLog');
export const Notification = absent('Notification');
export const powerMonitor = absent('powerMonitor');
export const systemPreferences = absent('systemPreferences');
export const Tray = absent('Tray');
export const webContents = absent('webContents');
export const webFrameMain = absent('webFrameMain');

export default {
  app,
  BrowserWindow,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  screen,
  session,
  shell,
  utilityProcess,
};
