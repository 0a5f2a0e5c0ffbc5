import { WebSocket } from 'ws';
import { PendingCalls } from '#renderer/data/platform/pendingCalls.ts';
import {
  type CallArgs,
  type CallName,
  type CallResult,
  type Push,
  pushSchema,
} from '#shared/contract/backstage.ts';

/** A client of a running Ringside that uses the same WebSocket as the browser. */
export interface ScreenClient {
  /** Rejects with a RingsideError if the backstage refuses the call. */
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>>;
  /** Resolves with the first push, past or future, that fits. */
  push(fits: (push: Push) => boolean): Promise<Push>;
  /** Resolves with the code with which the server closes the socket. */
  closed: Promise<number>;
  /** The cookie from the server, null if it set none. */
  cookie: string | null;
  close(): void;
}

export interface ScreenOptions {
  /** Token of the signed-in account. */
  token?: string;
  headers?: Record<string, string>;
}

export async function joinAsScreen(
  url: string,
  { token, headers = {} }: ScreenOptions = {},
): Promise<ScreenClient> {
  const { host } = new URL(url);
  const protocols = token === undefined ? ['ringside'] : ['ringside', `ringside.token.${token}`];
  const socket = new WebSocket(`ws://${host}/backstage`, protocols, { origin: `http://${host}`, headers });
  let cookie: string | null = null;
  socket.once('upgrade', (response) => {
    cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? null;
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const pushes: Push[] = [];
  const listeners = new Set<(push: Push) => void>();
  const pending = new PendingCalls();
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    if (pending.settle(message)) return;
    const push = pushSchema.parse(message);
    pushes.push(push);
    for (const listener of listeners) listener(push);
  });
  socket.on('close', () => pending.rejectAll());
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  return {
    call: (name, args) => pending.call(name, args, (request) => socket.send(JSON.stringify(request))),
    push: (fits) => {
      const past = pushes.find(fits);
      if (past !== undefined) return Promise.resolve(past);
      return new Promise((resolve) => {
        const listener = (push: Push) => {
          if (!fits(push)) return;
          listeners.delete(listener);
          resolve(push);
        };
        listeners.add(listener);
      });
    },
    closed,
    cookie,
    close: () => socket.terminate(),
  };
}
