import { gzipSync } from 'node:zlib';
import type { WebSocket } from 'ws';
import { encodeFetchResult, encodePushFrame } from '../encode/frame.ts';
import { readClientFrame, readEnterRoom } from '../encode/reader.ts';
import type { ShowEvent } from '../show/event.ts';
import type { FrameFate } from './script.ts';

export interface ClientOptions {
  socket: WebSocket;
  roomId: string;
  /** Whose deliveries this connection continues. */
  identity: string;
  gzip: boolean;
  /** How many messages from before the connection the client asks for. */
  historyCount: number;
  /** A connection that is silent for longer is closed, ms. */
  heartbeatTimeout: number;
  now(): number;
  /** The time that frames say of themselves, 0 for none. */
  frameTime(): number;
  nextLogId(): string;
  onEnter(client: Client): void;
  onAck(client: Client, events: readonly ShowEvent[]): void;
  onClose(client: Client): void;
  /** Frames that no client of this protocol sends. */
  onStrange(what: string): void;
  silent(): boolean;
}

/** One client's WebSocket: answers its heartbeats, lets it into the room, sends frames and collects acks. */
export class Client {
  readonly identity: string;
  readonly historyCount: number;
  readonly #options: ClientOptions;
  readonly #unacked = new Map<string, { ext: string; events: readonly ShowEvent[] }>();
  #entered = false;
  #acks = false;
  #seq = 0;
  #watchdog: NodeJS.Timeout | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.identity = options.identity;
    this.historyCount = options.historyCount;
    options.socket.on('message', (data) => this.#receive(toBytes(data)));
    options.socket.on('close', () => {
      clearTimeout(this.#watchdog);
      options.onClose(this);
    });
    // A broken connection closes right after its error, and the close is what counts.
    options.socket.on('error', () => undefined);
    this.#watch();
  }

  /** It is in the room and its connection stands. */
  get open(): boolean {
    return this.#entered && this.#options.socket.readyState === this.#options.socket.OPEN;
  }

  /** It has acknowledged at least once, so waiting for its acknowledgements makes sense. */
  get acks(): boolean {
    return this.#acks;
  }

  /** Bytes that the network has not taken yet. */
  get backlog(): number {
    return this.#options.socket.bufferedAmount;
  }

  /** The messages that are on their way over this connection. */
  get onTheWay(): Iterable<ShowEvent> {
    return [...this.#unacked.values()].flatMap((frame) => frame.events);
  }

  enter(): void {
    if (this.#entered) return;
    this.#entered = true;
    this.#options.onEnter(this);
  }

  /** Sends messages as one frame; `spoil` decides what becomes of it. */
  send(events: readonly ShowEvent[], history: boolean, spoil?: (bytes: Uint8Array) => FrameFate): FrameFate {
    const logId = this.#options.nextLogId();
    const now = this.#options.now();
    const ext = `internal_src:dim|wss_push_room_id:${this.#options.roomId}|wss_push_log_id:${logId}|seq:${++this.#seq}`;
    const result = encodeFetchResult({
      messages: events,
      cursor: `t-${now}_r-1_d-1_u-1_h-${this.#seq}`,
      internalExt: ext,
      now: this.#options.frameTime(),
      needAck: true,
      history,
    });
    const gzip = this.#options.gzip;
    const payload = gzip ? gzipSync(result, { level: 1 }) : result;
    const bytes = encodePushFrame({ seqId: this.#seq, logId, payloadType: 'msg', payload, gzip });
    const fate = spoil?.(bytes) ?? { send: [bytes], intact: true, cut: false };
    if (fate.intact) this.#unacked.set(logId, { ext, events });
    for (const piece of fate.send) this.#options.socket.send(piece);
    return fate;
  }

  /** Breaks the connection as a lost network does, without a goodbye. */
  cut(): void {
    this.#options.socket.terminate();
  }

  close(): void {
    this.#options.socket.close(1000);
  }

  #receive(bytes: Uint8Array): void {
    this.#watch();
    const frame = readClientFrame(bytes);
    switch (frame?.payloadType) {
      case 'hb':
        if (this.#options.silent()) return;
        this.#options.socket.send(
          encodePushFrame({
            seqId: ++this.#seq,
            logId: frame.logId,
            payloadType: 'hb',
            payload: new Uint8Array(),
            gzip: false,
          }),
        );
        return;
      case 'im_enter_room':
        if (readEnterRoom(frame.payload) === this.#options.roomId) this.enter();
        else this.#options.onStrange('enters another room than it connected to');
        return;
      case 'ack':
        this.#ack(frame.logId, new TextDecoder().decode(frame.payload));
        return;
      default:
        this.#options.onStrange(`sends a frame of type ${JSON.stringify(frame?.payloadType ?? null)}`);
    }
  }

  #ack(logId: string, ext: string): void {
    const sent = this.#unacked.get(logId);
    if (sent === undefined) return;
    if (sent.ext !== ext) {
      this.#options.onStrange('acknowledges with another internalExt');
      return;
    }
    this.#acks = true;
    this.#unacked.delete(logId);
    this.#options.onAck(this, sent.events);
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.cut(), this.#options.heartbeatTimeout);
    this.#watchdog.unref();
  }
}

function toBytes(data: ArrayBuffer | Buffer | Buffer[]): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return Array.isArray(data) ? Buffer.concat(data) : data;
}
