import type { decodeClone, encodeClone } from './codec.ts';

/** One end of the bridge between the page's world and the preload script's world. */
export interface BridgeEnd {
  /** Calls a function of the other end by its number. The result is a copy. */
  call(id: number, args: unknown[]): unknown;
  /** Registers a function under a number for the other end. */
  mark(task: (...args: unknown[]) => unknown): number;
}

/**
 * Creates an end. The two worlds share only the document, so a call is an event with a text as its detail. Another
 * event answers it before the call returns; a later one settles a promise. `secret` hides the events from the page.
 * Injected into pages as source: uses only its arguments.
 */
export function createBridgeEnd(
  secret: string,
  own: string,
  other: string,
  encode: typeof encodeClone,
  decode: typeof decodeClone,
): BridgeEnd {
  const tasks: ((...args: unknown[]) => unknown)[] = [];
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let promises = 0;
  const mark = (task: (...args: unknown[]) => unknown) => tasks.push(task) - 1;
  const revive =
    (id: number) =>
    (...args: unknown[]) =>
      call(id, args);
  const tell = (to: string, what: string, content: unknown) => {
    document.dispatchEvent(new CustomEvent(`${secret}:${to}:${what}`, { detail: JSON.stringify(content) }));
  };
  const hear = (what: string, listener: (content: ReturnType<typeof JSON.parse>) => void) => {
    const handler = (event: Event) => {
      if (event instanceof CustomEvent) listener(JSON.parse(event.detail));
    };
    document.addEventListener(`${secret}:${own}:${what}`, handler);
    return () => document.removeEventListener(`${secret}:${own}:${what}`, handler);
  };
  const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

  const call = (id: number, args: unknown[]): unknown => {
    let reply: { error?: string; promise?: number; value: string } = { error: 'no answer', value: '' };
    const stop = hear('reply', (content) => {
      reply = content;
    });
    try {
      tell(other, 'call', { id, args: encode(args, mark) });
    } finally {
      stop();
    }
    if (reply.error !== undefined) throw new Error(reply.error);
    const { promise } = reply;
    if (promise === undefined) return decode(reply.value, revive);
    return new Promise((resolve, reject) => waiting.set(promise, { resolve, reject }));
  };

  const settle = (promise: number, result: { error: string } | { value: string }) =>
    tell(other, 'settle', { promise, ...result });
  hear('call', ({ id, args }) => {
    try {
      const list = decode(args, revive);
      const result = tasks[id]?.(...(Array.isArray(list) ? list : []));
      if (!(result instanceof Promise)) {
        tell(other, 'reply', { value: encode(result, mark) });
        return;
      }
      promises += 1;
      const promise = promises;
      result.then(
        (value) => settle(promise, { value: encode(value, mark) }),
        (error: unknown) => settle(promise, { error: reason(error) }),
      );
      tell(other, 'reply', { promise });
    } catch (error) {
      tell(other, 'reply', { error: reason(error) });
    }
  });
  hear('settle', ({ promise, error, value }) => {
    const waiter = waiting.get(promise);
    waiting.delete(promise);
    if (error === undefined) waiter?.resolve(decode(value, revive));
    else waiter?.reject(new Error(error));
  });
  return { call, mark };
}
