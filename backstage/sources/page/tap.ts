import { z } from 'zod';
import type { SocketEnd, SocketEvents } from '#shared/live/socket.ts';
import { roomSockets } from '../wire.ts';

/** The connection to a page's DevTools protocol: Playwright's session, or Electron's debugger. */
export interface Devtools {
  /** Rejects if the page is gone or refuses the command. */
  send(method: string, parameters?: Record<string, unknown>): Promise<unknown>;
  /** Calls the listener for every event. */
  onEvent(listener: (method: string, parameters: unknown) => void): void;
}

export interface TapOptions {
  /** Address of the room's page. */
  url: string;
  roomId: string;
}

/** The largest frame in base64 characters: 8 MiB. A larger one is dropped. */
const LARGEST_FRAME = Math.ceil((8 * 1024 * 1024 * 4) / 3);
/** Frames kept while no connection reads (bytes). The page acknowledges them, so the platform sends no copy. */
const MOST_HELD = 16 * 1024 * 1024;

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
  readonly #sockets = new Set<string>();
  #reader: SocketEvents | null = null;
  #opened = false;
  #atRoom = false;
  #mainFrame = '';
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #wasConnected = false;
  #waiting: (() => void) | null = null;

  constructor(options: TapOptions) {
    this.#options = options;
  }

  get roomId(): string {
    return this.#options.roomId;
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

  /** Whether the page shows the room and has a socket of it. */
  get isConnected(): boolean {
    return this.#atRoom && this.#sockets.size > 0;
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
    this.#open();
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
        const created = createdSchema.safeParse(parameters);
        if (created.success && this.#isRoomSocket(created.data.url)) this.#created(created.data.requestId);
        return;
      }
      case 'Network.webSocketFrameReceived': {
        const frame = frameSchema.safeParse(parameters);
        if (frame.success) this.#frame(frame.data.requestId, frame.data.response);
        return;
      }
      case 'Network.webSocketClosed': {
        const gone = closedSchema.safeParse(parameters);
        if (gone.success && this.#sockets.delete(gone.data.requestId)) this.#lost();
        return;
      }
      case 'Page.frameNavigated': {
        const { data } = navigatedSchema.safeParse(parameters);
        if (data !== undefined && data.frame.parentId === undefined) {
          this.#mainFrame = data.frame.id;
          // The sockets of the previous document are closed.
          this.#sockets.clear();
          this.#movedTo(data.frame.url);
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

  #created(requestId: string): void {
    this.#sockets.add(requestId);
    this.#open();
  }

  #open(): void {
    if (this.isConnected) {
      this.#wasConnected = true;
      this.#waiting?.();
    }
    const reader = this.#reader;
    if (reader === null || this.#opened || !this.isConnected) return;
    this.#opened = true;
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    // `read` must return before the first event.
    queueMicrotask(() => {
      if (this.#reader !== reader) return;
      reader.onOpen();
      for (const bytes of held) reader.onFrame(bytes);
    });
  }

  #frame(requestId: string, { opcode, payloadData }: z.infer<typeof frameSchema>['response']): void {
    if (opcode !== 2 || !this.#atRoom || !this.#sockets.has(requestId)) return;
    if (payloadData.length > LARGEST_FRAME) {
      this.#sockets.delete(requestId);
      this.end(closed('frame too large'));
      return;
    }
    const bytes = new Uint8Array(Buffer.from(payloadData, 'base64'));
    if (this.#reader !== null && this.#opened) {
      const reader = this.#reader;
      // After the microtask of `#open`, so that frames keep their order.
      queueMicrotask(() => {
        if (this.#reader === reader) reader.onFrame(bytes);
      });
    } else if (this.#heldBytes + bytes.length <= MOST_HELD) {
      this.#held.push(bytes);
      this.#heldBytes += bytes.length;
    }
  }

  /** Ends the connection when the last socket is lost. The page reopens a lost socket by itself. */
  #lost(): void {
    if (this.#sockets.size > 0) return;
    this.end(closed('the page lost its socket'));
  }

  #movedTo(url: string): void {
    const isAtRoom = isRoomPage(url, this.#options.url);
    if (this.#atRoom && !isAtRoom) this.end(closed('the page moved on'));
    this.#atRoom = isAtRoom;
    this.#open();
  }

  #isRoomSocket(text: string): boolean {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    if (!url.pathname.startsWith(roomSockets.path) || !roomSockets.isHost(url.hostname, this.#options.url)) {
      return false;
    }
    const roomId = url.searchParams.get('room_id');
    return roomId === null || roomId === this.#options.roomId;
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
