import type { BrowserWindow, WebContents } from 'electron';
import type { DesktopPush, DesktopPushName } from '#shared/contract/desktop.ts';
import { sendTo, type WindowRole } from '../ipc/register.ts';

/** The app's windows by role: who may speak to the main process, and whom it tells. */
export class Windows {
  readonly #byRole = new Map<WindowRole, BrowserWindow>();

  set(role: WindowRole, window: BrowserWindow): void {
    this.#byRole.set(role, window);
    window.on('closed', () => {
      if (this.#byRole.get(role) === window) this.#byRole.delete(role);
    });
  }

  get(role: WindowRole): BrowserWindow | null {
    const window = this.#byRole.get(role);
    return window === undefined || window.isDestroyed() ? null : window;
  }

  roleOf(contents: Pick<WebContents, 'id'>): WindowRole | null {
    for (const [role, window] of this.#byRole) {
      if (!window.isDestroyed() && window.webContents.id === contents.id) return role;
    }
    return null;
  }

  contentsById(id: number): WebContents | null {
    for (const window of this.#byRole.values()) {
      if (!window.isDestroyed() && window.webContents.id === id) return window.webContents;
    }
    return null;
  }

  pushToAll<N extends DesktopPushName>(name: N, payload: DesktopPush<N>): void {
    for (const window of this.#byRole.values()) {
      if (!window.isDestroyed()) sendTo(window.webContents, name, payload);
    }
  }
}
