import type { BridgeEnd } from './bridgeEnd.ts';
import type { decodeClone, encodeClone } from './codec.ts';

/** The first scripts of a page and of its preload world. Both are injected as source. */

/** In the page's world: puts the interface of the preload script on the window. */
export function setUpPageWorld(end: BridgeEnd): void {
  const expose = (...[key, api]: unknown[]) => {
    Object.defineProperty(window, String(key), { value: api, enumerable: true, writable: false });
  };
  // Function 0 of this end receives the interface.
  end.mark(expose);
}

interface PreloadWorld {
  end: BridgeEnd;
  encode: typeof encodeClone;
  decode: typeof decodeClone;
  /** Sends text to the stand-in; exists only in this world. */
  send: (text: string) => void;
  /** Sets the functions that the stand-in calls. */
  install: (entry: PreloadEntry) => void;
}

interface PreloadEntry {
  answer(id: number, ok: boolean, text: string): void;
  deliver(channel: string, text: string): void;
}

/** In the preload script's world: the part of `require('electron')` that sandboxed scripts have. */
export function setUpPreloadWorld({
  end,
  encode,
  decode,
  send,
  install,
}: PreloadWorld): (name: string) => unknown {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, Set<(...args: unknown[]) => void>>();
  let last = 0;

  const refuse = (name: string, imitated: object): object =>
    new Proxy(imitated, {
      get: (target, key) => {
        if (Reflect.has(target, key)) return Reflect.get(target, key);
        throw new Error(`The stand-in for Electron does not imitate ${name}.${String(key)}`);
      },
    });

  install({
    answer: (id, ok, text) => {
      const waiter = waiting.get(id);
      waiting.delete(id);
      if (ok) waiter?.resolve(decode(text, null));
      else waiter?.reject(new Error(text));
    },
    deliver: (channel, text) => {
      const args = decode(text, null);
      const list = Array.isArray(args) ? args : [];
      for (const listener of [...(listeners.get(channel) ?? [])]) listener({ senderId: 0 }, ...list);
    },
  });

  const ipcRenderer = refuse('ipcRenderer', {
    invoke: async (channel: string, ...args: unknown[]) => {
      const text = encode(args, null);
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send(JSON.stringify({ kind: 'invoke', id, channel, args: text }));
      });
    },
    on: (channel: string, listener: (...args: unknown[]) => void) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
    },
    off: (channel: string, listener: (...args: unknown[]) => void) => {
      listeners.get(channel)?.delete(listener);
    },
  });
  const contextBridge = refuse('contextBridge', {
    exposeInMainWorld: (key: string, api: unknown) => {
      end.call(0, [key, api]);
    },
  });
  const electron = refuse('(in a preload script)', { contextBridge, ipcRenderer });

  return (name) => {
    if (name === 'electron') return electron;
    throw new Error(`module not found: ${name}`);
  };
}

/** In the preload world of every page: reports changes of the title. */
export function watchTitle(send: (text: string) => void): void {
  let told = '';
  const tell = () => {
    if (document.title === told) return;
    told = document.title;
    send(JSON.stringify({ kind: 'title', title: told }));
  };
  new MutationObserver(tell).observe(document, { subtree: true, childList: true, characterData: true });
}
