import type { MenuItemConstructorOptions } from 'electron';
import type { Translate } from './translate.ts';

interface MenuActions {
  openWorkbench: () => void;
  openWall: () => void;
  showLogs: () => void;
  checkUpdate: () => void;
  about: () => void;
}

interface MenuOptions {
  t: Translate;
  platform: NodeJS.Platform;
  actions: MenuActions;
}

/** Returns the application menu. It has no reload item, because the app reloads a page that hangs. */
export function menuTemplate({ t, platform, actions }: MenuOptions): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin';
  const role = (name: NonNullable<MenuItemConstructorOptions['role']>, key: string) => ({
    role: name,
    label: t(`desktop.menu.${key}`),
  });
  const separator = { type: 'separator' } as const;
  const about = { id: 'about', label: t('desktop.menu.about'), click: actions.about };
  const update = { id: 'update', label: t('desktop.menu.update'), click: actions.checkUpdate };

  const app: MenuItemConstructorOptions = {
    label: 'Ringside',
    submenu: [
      about,
      update,
      separator,
      role('hide', 'hide'),
      role('hideOthers', 'hideOthers'),
      role('unhide', 'showAll'),
      separator,
      role('quit', 'quit'),
    ],
  };
  const file: MenuItemConstructorOptions = {
    label: t('desktop.menu.file'),
    submenu: [mac ? role('close', 'close') : role('quit', 'quit')],
  };
  const edit: MenuItemConstructorOptions = {
    label: t('desktop.menu.edit'),
    submenu: [
      role('undo', 'undo'),
      role('redo', 'redo'),
      separator,
      role('cut', 'cut'),
      role('copy', 'copy'),
      role('paste', 'paste'),
      role('selectAll', 'selectAll'),
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: t('desktop.menu.view'),
    submenu: [
      role('resetZoom', 'resetZoom'),
      role('zoomIn', 'zoomIn'),
      role('zoomOut', 'zoomOut'),
      separator,
      role('togglefullscreen', 'fullscreen'),
    ],
  };
  const window: MenuItemConstructorOptions = {
    label: t('desktop.menu.window'),
    submenu: [
      { id: 'workbench', label: t('desktop.menu.workbench'), click: actions.openWorkbench },
      { id: 'wall', label: t('desktop.menu.wall'), click: actions.openWall },
      separator,
      role('minimize', 'minimize'),
    ],
  };
  const help: MenuItemConstructorOptions = {
    role: 'help',
    label: t('desktop.menu.help'),
    submenu: [
      { id: 'logs', label: t('desktop.menu.logs'), click: actions.showLogs },
      ...(mac ? [] : [update, about]),
    ],
  };
  return [...(mac ? [app] : []), file, edit, view, window, help];
}
