import { gunzipSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { readFields } from '#backstage/rehearsal/encode/frame.ts';
import { ProtoWriter } from '#shared/live/proto/writer.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Test' };
const text = new TextDecoder();

interface ReceivedMessage {
  method: string;
  msgId: string;
  payload: Uint8Array;
  history: boolean;
}

interface ReceivedFrame {
  logId: string;
  type: string;
  gzip: boolean;
  internalExt: string;
  needAck: boolean;
  messages: ReceivedMessage[];
}

/** The cookie that the platform's page sets. */
export async function fetchCookie(webUrl: string): Promise<string> {
  const page = await fetch(`${webUrl}/`, { headers: browser });
  await page.text();
  return page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export function fetchRoom(webUrl: string, username: string, headers = browser): Promise<Response> {
  return fetch(`${webUrl}/api-live/user/room?aid=1988&uniqueId=${username}`, { headers });
}

/** The room's id from the room API. */
export async function lookUp(webUrl: string, username: string): Promise<string> {
  const answer: { data: { user: { roomId: string } } } = JSON.parse(
    await (await fetchRoom(webUrl, username)).text(),
  );
  return answer.data.user.roomId;
}

export interface PlainOptions {
  wsUrl: string;
  roomId: string;
  cookie: string;
  /** Acknowledges each frame at once. Otherwise only `ack` does. */
  autoAck?: boolean;
  gzip?: boolean;
  headers?: Record<string, string>;
}

/** A client of the platform's protocol that shares no code with the product's. */
export class PlainClient {
  readonly frames: ReceivedFrame[] = [];
  readonly #socket: WebSocket;
  readonly #watchers = new Set<() => void>();
  closed = false;

  constructor(options: PlainOptions) {
    const { wsUrl, roomId, cookie, gzip = true } = options;
    const query = new URLSearchParams({ room_id: roomId, history_comment_count: '6' });
    if (gzip) query.set('compress', 'gzip');
    this.#socket = new WebSocket(`${wsUrl}/webcast/im/ws_proxy/ws_reuse_supplement/?${query}`, {
      headers: { ...browser, cookie, ...options.headers },
    });
    this.#socket.on('open', () => {
      this.#send('hb', new ProtoWriter().varint(1, roomId).finish());
      this.#send('im_enter_room', new ProtoWriter().varint(1, roomId).varint(4, 12).finish());
    });
    this.#socket.on('message', (data: Buffer) => {
      const frame = readFrame(data);
      this.frames.push(frame);
      if (options.autoAck !== false) this.ack(frame);
      this.#look();
    });
    this.#socket.on('unexpected-response', (_request, response) => {
      this.refusal = { status: response.statusCode ?? 0, message: String(response.headers['handshake-msg']) };
      response.destroy();
      this.#look();
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.closed = true;
      this.#look();
    });
  }

  refusal: { status: number; message: string } | undefined;

  get messages(): ReceivedMessage[] {
    return this.frames.flatMap((frame) => frame.messages);
  }

  ack(frame: ReceivedFrame): void {
    if (!frame.needAck) return;
    this.#send('ack', new TextEncoder().encode(frame.internalExt), frame.logId);
  }

  /** Destroys the socket without a closing handshake. */
  kill(): void {
    this.#socket.terminate();
  }

  /** Resolves as soon as the condition is true. It is checked after every event. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      look();
    });
  }

  sendRaw(bytes: Uint8Array): void {
    this.#socket.send(bytes);
  }

  #send(type: string, payload: Uint8Array, logId?: string): void {
    const frame = new ProtoWriter();
    if (logId !== undefined) frame.varint(2, logId);
    this.#socket.send(frame.string(7, type).bytes(8, payload).finish());
  }

  #look(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

function readFrame(bytes: Uint8Array): ReceivedFrame {
  const outer = fieldsOf(bytes);
  const payload = outer.bytes(8);
  const gzip = payload[0] === 0x1f && payload[1] === 0x8b;
  const frame: ReceivedFrame = {
    logId: outer.number(2).toString(),
    type: text.decode(outer.bytes(7)),
    gzip,
    internalExt: '',
    needAck: false,
    messages: [],
  };
  if (frame.type !== 'msg') return frame;
  for (const { field, value } of readFields(gzip ? gunzipSync(payload) : payload)) {
    if (field === 9) frame.needAck = value === 1n;
    if (typeof value === 'bigint') continue;
    if (field === 5) frame.internalExt = text.decode(value);
    if (field !== 1) continue;
    const message = fieldsOf(value);
    frame.messages.push({
      method: text.decode(message.bytes(1)),
      payload: message.bytes(2),
      msgId: message.number(3).toString(),
      history: message.number(6) === 1n,
    });
  }
  return frame;
}

/** The last value of each field of a message. */
export function fieldsOf(bytes: Uint8Array): {
  number(field: number): bigint;
  bytes(field: number): Uint8Array;
} {
  const values = new Map([...readFields(bytes)].map(({ field, value }) => [field, value]));
  return {
    number: (field) => {
      const value = values.get(field);
      return typeof value === 'bigint' ? value : 0n;
    },
    bytes: (field) => {
      const value = values.get(field);
      return value === undefined || typeof value === 'bigint' ? new Uint8Array() : value;
    },
  };
}
