import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import type { Translate } from './translate.ts';

export interface QuestionOptions {
  dialog: Pick<Dialog, 'showMessageBox'>;
  t: () => Translate;
  /** The window that a question belongs to, if there is one. */
  parent: () => BrowserWindow | null;
}

/** What the app itself asks or tells in a dialog of the system. */
export function createQuestions({ dialog, t, parent }: QuestionOptions) {
  const show = (options: MessageBoxOptions) => {
    const window = parent();
    return window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options);
  };
  return {
    /** True when the host wants to leave a running show. Staying is the answer to Escape and Return. */
    leaveShow: async (): Promise<boolean> => {
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
    settingsKeptAside: async (file: string): Promise<void> => {
      await show({
        type: 'info',
        message: t()('desktop.settings.broken'),
        detail: t()('desktop.settings.brokenDetail', { file }),
        buttons: [t()('desktop.ok')],
        noLink: true,
      });
    },
    about: async (version: string): Promise<void> => {
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
