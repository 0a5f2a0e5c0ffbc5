import { z } from 'zod';
import { Budget, roomBudget } from '#shared/live/budget.ts';
import type { SocketEnd, SocketEvents } from '#shared/live/source.ts';
import { roomSockets } from '../wire.ts';

/** The connection to a page's DevTools protocol: Playwright's session, or Electron's debugger. */
export interface Devtools {
  /** Rejects if the page is gone or refuses the command. */
  send(method: string, parameters?: Record<string, unknown>): Promise<unknown>;
  /** Calls the listener for every event. */
  onEvent(listener: (method: string, parameters: unknown) => void): void;
}

interface TapOptions {
  /** Address of the room's page. */
  url: string;
  /** '' until `learn`. */
  roomId: string;
  /** The page sends more than this process can take. */
  onFlood(): void;
}

/** The largest frame in base64 characters: 8 MiB. A larger one is dropped. */
const LARGEST_FRAME = Math.ceil((8 * 1024 * 1024 * 4) / 3);
/** Frames kept while no connection reads (bytes). The page acknowledges them, so the platform sends no copy. */
const MOST_HELD = 16 * 1024 * 1024;
/** A page has one or two sockets of its room. */
const MOST_SOCKETS = 20;
/** The bytes of the budget that an opened socket uses, because each socket slows the browser down. */
const SOCKET_COST = 1024 * 1024;

/** A socket of a room. The platform may refuse one, which then delivers no frame. */
interface RoomSocket {
  /** '' if its address has none. */
  roomId: string;
  delivered: boolean;
}

const createdSchema = z.object({ requestId: z.string(), url: z.string().max(10_000) });
const closedSchema = z.object({ requestId: z.string() });
const frameSchema = z.object({
  requestId: z.string(),
  response: z.object({ opcode: z.number(), payloadData: z.string() }),
});
const navigatedSchema = z.object({
  frame: z.object({ id: z.string(), parentId: z.string().optional(), url: z.string() }),
});
const withinDocumentSchema = z.object({ frameId: z.string(), url: z.string() });

const closed = (reason: string): SocketEnd => ({ kind: 'closed', code: 1006, reason });

/**
 * Reads the frames of one room from the sockets of its page. It sends nothing. Frames count only while the main frame
 * is at the room's address, and only those of sockets for this room whose creation the tap has seen.
 */
export class PageTap {
  readonly #options: TapOptions;
  /** The room's sockets by request id; those of every room while the room's id is unknown. */
  readonly #sockets = new Map<string, RoomSocket>();
  /** The budget of the frames that nobody reads. */
  readonly #unread = new Budget(roomBudget, Date.now());
  #roomId: string;
  #reader: SocketEvents | null = null;
  #opened = false;
  #paused = false;
  #atRoom = false;
  #mainFrame = '';
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #wasConnected = false;
  #waiting: (() => void) | null = null;

  constructor(options: TapOptions) {
    this.#options = options;
    this.#roomId = options.roomId;
  }

  /** Address of the room's page. */
  get url(): string {
    return this.#options.url;
  }

  /** '' if unknown. */
  get roomId(): string {
    return this.#roomId;
  }

  /** The room to which the page's sockets belong; '' if there are several or none. */
  get roomOfSockets(): string {
    const [roomId = '', ...others] = new Set([...this.#sockets.values()].map((socket) => socket.roomId));
    return others.length === 0 ? roomId : '';
  }

  /** Sets the unknown id of the room, and opens the connection if the page is connected to that room. */
  learn(roomId: string): void {
    this.#roomId = roomId;
    for (const [id, socket] of this.#sockets) {
      if (socket.roomId !== '' && socket.roomId !== roomId) this.#sockets.delete(id);
    }
    this.#open();
  }

  /** Id of the main frame; '' before the first navigation. */
  get mainFrame(): string {
    return this.#mainFrame;
  }

  /** Whether the page is at the room's address. */
  get isAtRoom(): boolean {
    return this.#atRoom;
  }

  /** Whether the page has been connected since it was loaded. */
  get wasConnected(): boolean {
    return this.#wasConnected;
  }

  /** Whether the page shows the room and receives its frames. */
  get isConnected(): boolean {
    const hasFrames = [...this.#sockets.values()].some(({ delivered }) => delivered);
    return this.#roomId !== '' && this.#atRoom && hasFrames;
  }

  /** Waits until the page is connected, at most `limit` ms. Resolves to whether it is. */
  connected(limit: number): Promise<boolean> {
    if (this.isConnected) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => done(), limit);
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting = null;
        resolve(this.isConnected);
      };
      this.#waiting = done;
    });
  }

  /** Begins to hand frames over. `onOpen` follows once the page is connected. */
  read(reader: SocketEvents): void {
    this.#reader = reader;
    this.#opened = false;
    this.#paused = false;
    this.#open();
  }

  /** Keeps frames until `resume`. */
  pause(reader: SocketEvents): void {
    if (this.#reader === reader) this.#paused = true;
  }

  resume(reader: SocketEvents): void {
    if (this.#reader !== reader || !this.#paused) return;
    this.#paused = false;
    const held = this.#takeHeld();
    queueMicrotask(() => this.#handOver(reader, held));
  }

  /** Stops handing frames over and keeps them for the next reader. */
  release(reader: SocketEvents): void {
    if (this.#reader === reader) this.#reader = null;
  }

  /** Ends the reader's connection. */
  end(end: SocketEnd): void {
    const reader = this.#reader;
    this.#reader = null;
    this.#waiting?.();
    reader?.onEnd(end);
  }

  /** Forgets the sockets of the page that is about to be loaded again. Frames that nobody has read yet stay. */
  reset(): void {
    this.#sockets.clear();
    this.#wasConnected = false;
  }

  /** Handles one event of the DevTools protocol. Ignores events of another shape. */
  event(method: string, parameters: unknown): void {
    switch (method) {
      case 'Network.webSocketCreated': {
        this.#chargeUnread(SOCKET_COST);
        const created = createdSchema.safeParse(parameters);
        if (created.success) this.#created(created.data);
        return;
      }
      case 'Network.webSocketFrameReceived': {
        const frame = frameSchema.safeParse(parameters);
        if (frame.success) this.#frame(frame.data.requestId, frame.data.response);
        return;
      }
      case 'Network.webSocketClosed': {
        const gone = closedSchema.safeParse(parameters);
        if (gone.success) this.#closed(gone.data.requestId);
        return;
      }
      case 'Page.frameNavigated': {
        const { data } = navigatedSchema.safeParse(parameters);
        if (data !== undefined && data.frame.parentId === undefined) {
          this.#mainFrame = data.frame.id;
          // The sockets of the previous document are closed.
          const wasConnected = this.isConnected;
          this.#sockets.clear();
          this.#movedTo(data.frame.url);
          if (wasConnected) this.end(closed('the page was loaded again'));
        }
        return;
      }
      case 'Page.navigatedWithinDocument': {
        const { data } = withinDocumentSchema.safeParse(parameters);
        if (data !== undefined && data.frameId === this.#mainFrame) {
          this.#movedTo(data.url);
        }
        return;
      }
      case 'Inspector.targetCrashed':
        this.end({ kind: 'barred', problem: { code: 'page.crashed' } });
    }
  }

  #created({ requestId, url }: z.infer<typeof createdSchema>): void {
    const roomId = this.#roomOf(url);
    if (roomId === null || this.#sockets.size >= MOST_SOCKETS) return;
    if (roomId === '' || this.#roomId === '' || roomId === this.#roomId) {
      this.#sockets.set(requestId, { roomId, delivered: false });
    }
  }

  #open(): void {
    if (this.isConnected) {
      this.#wasConnected = true;
      this.#waiting?.();
    }
    const reader = this.#reader;
    if (reader === null || this.#opened || !this.isConnected) return;
    this.#opened = true;
    const held = this.#takeHeld();
    // `read` must return before the first event.
    queueMicrotask(() => {
      if (this.#reader === reader) reader.onOpen();
      this.#handOver(reader, held);
    });
  }

  #takeHeld(): Uint8Array[] {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    return held;
  }

  /** Hands frames over in order. Keeps those that the reader does not take now. */
  #handOver(reader: SocketEvents, frames: readonly Uint8Array[]): void {
    for (const bytes of frames) {
      if (this.#reader === reader && !this.#paused) reader.onFrame(bytes);
      else this.#hold(bytes);
    }
  }

  #hold(bytes: Uint8Array): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }

  #frame(requestId: string, { opcode, payloadData }: z.infer<typeof frameSchema>['response']): void {
    const socket = this.#sockets.get(requestId);
    if (opcode !== 2 || !this.#atRoom || socket === undefined) {
      this.#chargeUnread(payloadData.length);
      return;
    }
    if (payloadData.length > LARGEST_FRAME) {
      this.#sockets.delete(requestId);
      this.end(closed('frame too large'));
      return;
    }
    const reader = this.#reader;
    if (!socket.delivered) {
      socket.delivered = true;
      // The page has replaced the socket of this connection.
      if (this.#opened) reader?.onResumed?.();
      this.#open();
    }
    const bytes = new Uint8Array(Buffer.from(payloadData, 'base64'));
    if (reader !== null && this.#opened && !this.#paused) {
      // After the microtask of `#open`, so that frames keep their order.
      queueMicrotask(() => this.#handOver(reader, [bytes]));
    } else if (this.#heldBytes + bytes.length <= MOST_HELD) {
      this.#hold(bytes);
    } else if (this.#paused) this.#flooded();
    else this.#chargeUnread(bytes.length);
  }

  #chargeUnread(size: number): void {
    if (this.#unread.take(size, 1, Date.now()) > 0) this.#flooded();
  }

  #flooded(): void {
    this.#options.onFlood();
    this.end({ kind: 'barred', problem: { code: 'page.tooMuch' } });
  }

  /**
   * Ends the connection when the last socket is lost. The page reopens a lost socket by itself. A socket without a frame
   * was refused.
   */
  #closed(requestId: string): void {
    const delivered = this.#sockets.get(requestId)?.delivered ?? false;
    this.#sockets.delete(requestId);
    if (delivered && this.#sockets.size === 0) this.end(closed('the page lost its socket'));
  }

  #movedTo(url: string): void {
    const isAtRoom = isRoomPage(url, this.#options.url);
    if (this.#atRoom && !isAtRoom) this.end(closed('the page moved on'));
    this.#atRoom = isAtRoom;
    this.#open();
  }

  /** The room id in the address of a room's socket; '' if it has none, null for other sockets. */
  #roomOf(text: string): string | null {
    if (!URL.canParse(text)) return null;
    const url = new URL(text);
    if (!url.pathname.startsWith(roomSockets.path) || !roomSockets.isHost(url.hostname, this.#options.url)) {
      return null;
    }
    return url.searchParams.get('room_id') ?? '';
  }
}

/** Whether an address is the room's page; parameters and the case of the name do not matter. */
export function isRoomPage(text: string, room: string): boolean {
  if (!URL.canParse(text)) return false;
  const [url, wanted] = [new URL(text), new URL(room)];
  const path = (pathname: string) => decodeURIComponentSafely(pathname).replace(/\/$/, '').toLowerCase();
  return url.origin === wanted.origin && path(url.pathname) === path(wanted.pathname);
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
