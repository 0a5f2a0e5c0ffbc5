import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { loud } from './refuse.ts';

/** The fields of Electron's event that the stand-in has. */
interface InvokeEvent {
  sender: object;
  senderFrame: { url: string; parent: object | null };
}

type Handler = (event: InvokeEvent, ...args: unknown[]) => unknown;

const handlers = new Map<string, Handler>();

class StandInIpcMain implements Pick<IpcMain, 'handle'> {
  handle(channel: string, listener: (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, (event, ...args) => Reflect.apply(listener, undefined, [event, ...args]));
  }

  /** Only electron-store uses this, for a channel that no page calls. */
  on(): void {}
}

export function handlerOf(channel: string): Handler {
  const handler = handlers.get(channel);
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
  return handler;
}

export const ipcMain = loud('ipcMain', new StandInIpcMain());
