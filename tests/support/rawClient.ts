import { connect, type Socket } from 'node:net';

/** A TCP connection to which a test writes raw bytes. */
export class RawClient {
  readonly socket: Socket;
  /** Resolves when the connection is half-closed by the server or closed. */
  readonly closed: Promise<void>;
  #ended = false;
  #received = '';
  readonly #waiting = new Set<() => void>();

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => {
      const end = () => {
        this.#ended = true;
        resolve();
      };
      socket.once('end', end);
      socket.once('close', end);
    });
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString('latin1');
      for (const look of this.#waiting) look();
    });
    void this.closed.then(() => {
      for (const look of this.#waiting) look();
    });
  }

  static async open(url: string): Promise<RawClient> {
    const { hostname, port } = new URL(url);
    const client = new RawClient(connect({ port: Number(port), host: hostname, allowHalfOpen: true }));
    await new Promise<void>((resolve) => {
      client.socket.once('connect', () => resolve());
      client.socket.once('close', () => resolve());
    });
    return client;
  }

  send(bytes: string | Buffer): void {
    if (!this.socket.destroyed) this.socket.write(bytes, 'latin1');
  }

  /** Ends the connection with a TCP reset. */
  reset(): void {
    if (!this.socket.destroyed) this.socket.resetAndDestroy();
  }

  /** The received text, once the condition holds or the connection is closed. */
  async received(isEnough: (text: string) => boolean = (text) => text.includes('\r\n\r\n')): Promise<string> {
    while (!isEnough(this.#received) && !this.#ended) {
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#waiting.delete(look);
          resolve();
        };
        this.#waiting.add(look);
      });
    }
    return this.#received;
  }

  /** The status of the answer; null if the connection was closed without one. */
  async status(): Promise<number | null> {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(await this.received())?.[1];
    return status === undefined ? null : Number(status);
  }
}

/** The head of an upgrade. `null` leaves a header out. */
export function upgradeHead(url: string, path: string, headers: Record<string, string | null> = {}): string {
  const { host, origin } = new URL(url);
  const all: Record<string, string | null> = {
    Host: host,
    Origin: origin,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : `${name}: ${value}\r\n`,
  );
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
