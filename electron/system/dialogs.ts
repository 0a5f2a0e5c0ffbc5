import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import type { Translate } from './translate.ts';

interface DialogOptions {
  dialog: Pick<Dialog, 'showMessageBox'>;
  t: () => Translate;
  /** The window that the dialogs belong to; null while there is none. */
  parent: () => BrowserWindow | null;
}

/** Creates the app's native dialogs. */
export function createDialogs({ dialog, t, parent }: DialogOptions) {
  const show = (options: MessageBoxOptions) => {
    const window = parent();
    return window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options);
  };
  return {
    /** Asks whether to quit during a show. Escape and Return mean no. */
    confirmLeavingShow: async (): Promise<boolean> => {
      const { response } = await show({
        type: 'warning',
        message: t()('desktop.quit.title'),
        detail: t()('desktop.quit.detail'),
        buttons: [t()('desktop.quit.stay'), t()('desktop.quit.leave')],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      return response === 1;
    },
    /** Informs the host that the settings were unreadable and that the old file was renamed to `file`. */
    showSettingsBackup: async (file: string): Promise<void> => {
      await show({
        type: 'info',
        message: t()('desktop.settings.broken'),
        detail: t()('desktop.settings.brokenDetail', { file }),
        buttons: [t()('desktop.ok')],
        noLink: true,
      });
    },
    showAbout: async (version: string): Promise<void> => {
      await show({
        type: 'info',
        message: 'Ringside',
        detail: t()('desktop.about.detail', { version }),
        buttons: [t()('desktop.ok')],
        noLink: true,
      });
    },
  };
}
