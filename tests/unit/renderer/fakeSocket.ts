import type { Socket, SocketLinkOptions } from '#renderer/data/platform/socketLink.ts';

/** A fake socket. The test opens it, closes it and sends messages to it. */
class FakeSocket implements Socket {
  readonly sent: unknown[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((code: number) => void) | null = null;

  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.onopen?.();
  }

  receive(message: unknown): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }

  /** Closes the socket from the other side; by default with the code of an abnormal end. */
  drop(code = 1006): void {
    this.onclose?.(code);
  }
}

/** Fake timers and sockets of a link. */
export class FakeWorld implements SocketLinkOptions {
  readonly sockets: FakeSocket[] = [];
  #now = 1_000;
  #timers: { at: number; task: () => void }[] = [];

  connect = (): Socket => {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  };

  now = (): number => this.#now;

  after = (ms: number, task: () => void): (() => void) => {
    const timer = { at: this.#now + ms, task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  get last(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error('no socket was opened');
    return socket;
  }

  /** Advances the clock and runs the due timers in order. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = next.at;
      next.task();
    }
    this.#now = end;
  }
}
