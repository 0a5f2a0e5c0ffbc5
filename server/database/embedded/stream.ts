import { Duplex } from 'node:stream';
import { MessageCutter } from './messages.ts';

/** Where a stream's bytes go, and whence the answers come. */
export interface ProtocolPort {
  send(piece: Uint8Array): void;
  /** Names the one stream that gets the answers from now on. */
  listen(onAnswer: (bytes: Uint8Array) => void, onGone: (error: Error) => void): void;
}

/**
 * Looks to the `pg` client like the socket of a PostgreSQL server, and is the embedded database. So there is
 * one driver, one way to make transactions and one way of typing values, whichever database it is.
 */
export class EmbeddedStream extends Duplex {
  readonly #port: ProtocolPort;
  readonly #cutter = new MessageCutter();

  constructor(port: ProtocolPort) {
    super();
    this.#port = port;
  }

  /** Named by the `pg` client as it names a socket's. */
  connect(): this {
    this.#port.listen(
      (bytes) => this.push(bytes),
      (error) => this.destroy(error),
    );
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    for (const piece of this.#cutter.push(chunk)) this.#send(piece);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    for (const piece of this.#cutter.push(Buffer.concat(chunks.map((entry) => entry.chunk)))) {
      this.#send(piece);
    }
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /** The closing message ends the client's connection, not the database. */
  #send(piece: Buffer): void {
    if (piece[0] === 'X'.charCodeAt(0) && piece.length === 5) return;
    this.#port.send(piece);
  }
}
