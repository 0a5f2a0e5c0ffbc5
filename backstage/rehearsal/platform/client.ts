import { gzipSync } from 'node:zlib';
import type { WebSocket } from 'ws';
import { encodeFetchResult, encodePushFrame, readClientFrame, readEnterRoom } from '../encode/frame.ts';
import type { ShowEvent } from '../show/event.ts';

/** The room of a client, as the client uses it. */
interface ClientRoom {
  readonly roomId: string;
  enter(client: Client): void;
  leave(client: Client): void;
  acked(client: Client, events: readonly ShowEvent[]): void;
}

export interface ClientOptions {
  socket: WebSocket;
  room: ClientRoom;
  gzip: boolean;
  /** How many messages from before the connection the client asks for. */
  historyCount: number;
  /** Ms since the epoch, for the time in each frame. */
  now(): number;
  nextLogId(): string;
}

/** The platform closes a connection that is silent for longer, ms. */
const HEARTBEAT_TIMEOUT_MS = 45_000;

/** The platform's end of one client's WebSocket: answers heartbeats, sends frames and collects acknowledgements. */
export class Client {
  readonly historyCount: number;
  protected readonly socket: WebSocket;
  readonly #options: ClientOptions;
  readonly #unacked = new Map<string, { ext: string; events: readonly ShowEvent[] }>();
  #entered = false;
  #seq = 0;
  #watchdog: NodeJS.Timeout | undefined;

  constructor(options: ClientOptions) {
    const { socket, room } = options;
    this.#options = options;
    this.socket = socket;
    this.historyCount = options.historyCount;
    socket.on('message', (data) => this.#receive(toBytes(data)));
    socket.on('close', () => {
      clearTimeout(this.#watchdog);
      room.leave(this);
    });
    // Ignore errors: a `close` event follows each of them and ends the connection.
    socket.on('error', () => undefined);
    this.#watch();
  }

  /** Whether the client is in the room and its connection is open. */
  get open(): boolean {
    return this.#entered && this.socket.readyState === this.socket.OPEN;
  }

  /** Ids of the messages that this connection has sent and the client has not acknowledged. */
  get unackedIds(): string[] {
    return [...this.#unacked.values()].flatMap(({ events }) => events.map(({ msgId }) => msgId));
  }

  /** Sends messages as one frame. Returns whether the frame left intact. */
  send(events: readonly ShowEvent[]): boolean {
    const { logId, ext, bytes } = this.#encode(events, false);
    const intact = this.transmit(bytes, events);
    if (intact) this.#unacked.set(logId, { ext, events });
    return intact;
  }

  /** Sends messages from before the client entered as one frame. */
  sendHistory(events: readonly ShowEvent[]): void {
    const { logId, ext, bytes } = this.#encode(events, true);
    this.#unacked.set(logId, { ext, events });
    this.socket.send(bytes);
  }

  /** Breaks the connection as a lost network does, without a close frame. */
  cut(): void {
    this.socket.terminate();
  }

  /** Lets the client into its room. */
  protected enter(): void {
    if (this.#entered) return;
    this.#entered = true;
    this.#options.room.enter(this);
  }

  /** Writes a frame to the socket. Returns false if the client cannot read it, which only the simulator causes. */
  protected transmit(bytes: Uint8Array, _events: readonly ShowEvent[]): boolean {
    this.socket.send(bytes);
    return true;
  }

  protected answerHeartbeat(logId: string): void {
    const payload = new Uint8Array();
    this.socket.send(encodePushFrame({ seqId: ++this.#seq, logId, payloadType: 'hb', payload, gzip: false }));
  }

  /** Receives a frame that violates the protocol. The rehearsal ignores it; the simulator records it. */
  protected violates(_what: string): void {}

  #encode(events: readonly ShowEvent[], history: boolean): { logId: string; ext: string; bytes: Uint8Array } {
    const { room, gzip, now, nextLogId } = this.#options;
    const logId = nextLogId();
    const seqId = ++this.#seq;
    const ext = `internal_src:dim|wss_push_room_id:${room.roomId}|wss_push_log_id:${logId}|seq:${seqId}`;
    const result = encodeFetchResult({
      messages: events,
      cursor: `t-${now()}_r-1_d-1_u-1_h-${seqId}`,
      internalExt: ext,
      now: now(),
      needAck: true,
      history,
    });
    const payload = gzip ? gzipSync(result, { level: 1 }) : result;
    return { logId, ext, bytes: encodePushFrame({ seqId, logId, payloadType: 'msg', payload, gzip }) };
  }

  #receive(bytes: Uint8Array): void {
    this.#watch();
    const frame = readClientFrame(bytes);
    switch (frame?.payloadType) {
      case 'hb':
        this.answerHeartbeat(frame.logId);
        return;
      case 'im_enter_room':
        if (readEnterRoom(frame.payload) === this.#options.room.roomId) this.enter();
        else this.violates('enters another room than it connected to');
        return;
      case 'ack':
        this.#acknowledge(frame.logId, new TextDecoder().decode(frame.payload));
        return;
      default:
        this.violates(`sends a frame of type ${JSON.stringify(frame?.payloadType ?? null)}`);
    }
  }

  #acknowledge(logId: string, ext: string): void {
    const sent = this.#unacked.get(logId);
    if (sent === undefined) return;
    if (sent.ext !== ext) {
      this.violates('acknowledges with another internalExt');
      return;
    }
    this.#unacked.delete(logId);
    this.#options.room.acked(this, sent.events);
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.cut(), HEARTBEAT_TIMEOUT_MS);
    this.#watchdog.unref();
  }
}

function toBytes(data: ArrayBuffer | Buffer | Buffer[]): Uint8Array {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return Array.isArray(data) ? Buffer.concat(data) : data;
}
