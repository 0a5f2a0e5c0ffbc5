import { z } from 'zod';
import type { Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import {
  type FrameSource,
  type LiveSocket,
  type Opening,
  type OpenSocket,
  type ResumePoint,
  type RoomFacts,
  type SocketEvents,
  unknownRoom,
} from '#shared/live/source.ts';
import { Device } from '../device.ts';
import type { Fetch } from '../http.ts';
import { isId, isLookUpRefused, lookUpRoom, toFacts } from '../lookup.ts';
import { address, isPlatformPage, paths } from '../wire.ts';
import { type PageFacts, readFacts, signOf } from './signs.ts';
import { type Devtools, isRoomPage, PageTap } from './tap.ts';

/** A page of a browser for one line, without a document yet. */
export interface LivePage {
  devtools: Devtools;
  /** Shows or hides the window of the page; absent if this machine has no window to show. */
  show?(shown: boolean): void;
  /** Called once if the page or its browser is gone without `close`. */
  onGone(listener: () => void): void;
  close(): Promise<void>;
}

/** The browser of this installation. */
export interface Pages {
  /** `noBrowser`: the machine has none yet. */
  readonly state: 'ready' | 'noBrowser';
  /** Whether a person can see and use the pages on this machine. */
  readonly hasWindows: boolean;
  /** Opens a page for a line. @throws RingsideError page.noBrowser, room.hostNotAllowed */
  open(line: Line): Promise<LivePage>;
  /** Deletes the platform's cookies and stored data of all pages. */
  signOut(): Promise<void>;
}

/** For installations that offer no pages. */
const noPages: Pages = {
  state: 'noBrowser',
  hasWindows: false,
  signOut: async () => {},
  open: async () => {
    throw new RingsideError('page.noBrowser');
  },
};

/** Time limit (ms) for a page to open the room's socket. A healthy start takes 3 to 9 s. */
const START_LIMIT = 60_000;
/**
 * How long (ms) a page that lost its socket or left the room's address may take to return before it is loaded again.
 */
const RETURN_LIMIT = 4000;
/** Time limit (ms) for a page to begin loading. A page whose script never ends does not load another document. */
const NAVIGATION_LIMIT = 10_000;
/** How often to look at a page that opens no socket (ms). */
const LOOK_EVERY = 250;
/** How many consecutive looks must find the same problem: a page may show one briefly while it starts. */
const LOOKS = 3;

const pausedSchema = z.object({
  requestId: z.string(),
  frameId: z.string(),
  resourceType: z.string(),
  request: z.object({ url: z.string() }),
});
const dialogSchema = z.object({ type: z.string() });
const navigationSchema = z.object({ errorText: z.string().optional() });

interface Current {
  page: LivePage;
  tap: PageTap;
}

/** A page that is open or about to open. */
interface Opened {
  url: string;
  roomId: string;
  current: Promise<Current>;
}

/**
 * Reads a room from the platform's own page in a real browser. The page sends heartbeats and acknowledgements; Ringside
 * sends nothing. A message that was not stored when the process died is lost, because the page had acknowledged it.
 */
export class PageSource implements FrameSource {
  readonly startLimit = START_LIMIT;
  readonly #line: Line;
  readonly #fetch: Fetch;
  readonly #pages: Pages;
  readonly #device: Device;
  /** The room's username; `resolve` sets it. */
  username = '';
  #roomId = '';
  #opened: Opened | null = null;
  /** The page that waits for a person. */
  #forPerson: LivePage | null = null;
  /** The last connection ended although the page seemed connected, so the page must be loaded again. */
  #stale = false;
  #closing: NodeJS.Timeout | undefined;

  constructor(line: Line, fetch: Fetch, pages: Pages = noPages) {
    this.#line = line;
    this.#fetch = fetch;
    this.#pages = pages;
    this.#device = new Device(line.webUrl, fetch);
  }

  /** If the platform refuses the look-up, the page finds the room. */
  async resolve(username: string, signal: AbortSignal): Promise<RoomFacts> {
    this.username = username;
    try {
      return await lookUpRoom(this.#line.webUrl, username, this.#device, this.#fetch, signal);
    } catch (error) {
      if (!isLookUpRefused(error)) throw error;
      this.renew();
      return unknownRoom;
    }
  }

  async open(room: RoomFacts, _resume: ResumePoint | undefined, _signal: AbortSignal): Promise<Opening> {
    this.#roomId = room.roomId;
    return { url: address(this.#line.webUrl, paths.roomPage(this.username)), headers: {} };
  }

  renew(): void {
    this.#device.renew();
  }

  close(): void {
    clearTimeout(this.#closing);
    this.#discard();
  }

  /** Shows the page if it waits for a person. */
  showPage(): void {
    this.#forPerson?.show?.(true);
  }

  /** Connects to the page, and loads it if it does not show the room. */
  readonly openSocket: OpenSocket = ({ url }, events): LiveSocket => {
    let over = false;
    let tap: PageTap | undefined;
    const reader: SocketEvents = {
      onOpen: () => !over && events.onOpen(),
      onFrame: (bytes) => !over && events.onFrame(bytes),
      onRoom: (room) => !over && events.onRoom?.(room),
      onResumed: () => !over && events.onResumed?.(),
      onEnd: (end) => {
        if (over) return;
        over = true;
        this.#hide();
        this.#closeLater();
        events.onEnd(end);
      },
      onBlocked: (problem) => !over && events.onBlocked?.(problem),
    };
    clearTimeout(this.#closing);
    const isOver = (): boolean => over;
    const connect = async (): Promise<void> => {
      if (over) return;
      const opened = this.#pageFor(url);
      try {
        const current = await opened.current;
        if (over) return;
        tap = current.tap;
        tap.read(reader);
        await this.#bringBack(opened, current, isOver);
        await this.#watch(opened, current, reader, isOver);
      } catch (error) {
        this.#discard(opened);
        const problem = error instanceof RingsideError ? error.problem : ({ code: 'page.crashed' } as const);
        reader.onEnd({ kind: 'barred', problem });
      }
    };
    setImmediate(() => void connect());
    return {
      send: () => {},
      pause: () => tap?.pause(reader),
      resume: () => tap?.resume(reader),
      close: () => {
        over = true;
        this.#stale = true;
        this.#hide();
        tap?.release(reader);
        this.#closeLater();
      },
    };
  };

  /** The page of the room: the open one, or a new one. A page that opens slowly serves the next attempt. */
  #pageFor(url: string): Opened {
    const known = this.#opened;
    if (known !== null && known.url === url && known.roomId === this.#roomId) return known;
    this.#discard();
    const opened: Opened = {
      url,
      roomId: this.#roomId,
      current: this.#openPage(url, () => {
        if (this.#opened === opened) this.#opened = null;
      }),
    };
    this.#opened = opened;
    return opened;
  }

  /** Opens a page without loading the room. Calls `onLost` when the page is gone. */
  async #openPage(url: string, onLost: () => void): Promise<Current> {
    const roomId = this.#roomId;
    const page = await this.#pages.open(this.#line);
    const onFlood = (): void => {
      onLost();
      void page.close().catch(() => {});
    };
    const tap = new PageTap({ url, roomId, onFlood });
    page.onGone(() => {
      onLost();
      tap.end({ kind: 'barred', problem: { code: 'page.crashed' } });
    });
    page.devtools.onEvent((method, parameters) => {
      tap.event(method, parameters);
      void keepHarmless(page.devtools, tap, method, parameters);
    });
    await prepare(page.devtools);
    return { page, tap };
  }

  /** Loads the page unless it comes back to the room by itself. */
  async #bringBack({ url }: Opened, { page, tap }: Current, isOver: () => boolean): Promise<void> {
    const stale = this.#stale;
    this.#stale = false;
    if (!stale && (tap.isConnected || (tap.wasConnected && (await tap.connected(RETURN_LIMIT))))) return;
    if (isOver()) return;
    tap.reset();
    const { errorText = '' } = navigationSchema.parse(await load(page.devtools, url));
    if (!isNetworkError(errorText)) return;
    tap.end({ kind: 'closed', code: 1006, reason: errorText, reached: isCut(errorText) });
  }

  /**
   * Polls the page until it is connected. Reports the problem that it shows instead of the room. Learns an unknown room.
   */
  async #watch(
    opened: Opened,
    { page, tap }: Current,
    reader: SocketEvents,
    isOver: () => boolean,
  ): Promise<void> {
    const { url } = opened;
    let last: string | null | undefined;
    let looks = 0;
    while (!isOver() && !(await tap.connected(LOOK_EVERY))) {
      if (isOver()) return;
      const facts = await readFacts(page.devtools, tap.mainFrame).catch(() => null);
      const sign = facts === null ? null : signOf(facts);
      looks = sign?.code === last ? looks + 1 : 1;
      last = sign?.code ?? null;
      if (sign === null) {
        // The person has solved the problem, but the page is not at the room's address.
        if (this.#forPerson === page && facts !== null && !tap.isAtRoom) await load(page.devtools, url);
        const room = facts === null ? null : roomOf(facts, tap);
        if (room === null || isOver()) continue;
        reader.onRoom?.(room);
        if (isOver()) return;
        opened.roomId = room.roomId;
        tap.learn(room.roomId);
        continue;
      }
      if (looks < LOOKS || isOver()) continue;
      const problem = { code: sign.code };
      if (sign.forPerson !== true || page.show === undefined) {
        tap.end({ kind: 'barred', problem });
      } else if (this.#forPerson !== page) {
        this.#forPerson = page;
        reader.onBlocked?.(problem);
      }
    }
    if (!isOver()) this.#hide();
  }

  /** Hides the page that waited for a person. */
  #hide(): void {
    this.#forPerson?.show?.(false);
    this.#forPerson = null;
  }

  /** Closes the page unless the line connects again soon. */
  #closeLater(): void {
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.#discard(), START_LIMIT);
    this.#closing.unref();
  }

  #discard(opened = this.#opened): void {
    if (this.#opened === opened) this.#opened = null;
    opened?.current.then(({ page }) => page.close()).catch(() => {});
  }
}

/** The unknown room of a page: that of its state, else that of its sockets. null if it is known or not found yet. */
function roomOf({ url, state }: PageFacts, tap: PageTap): RoomFacts | null {
  if (tap.roomId !== '' || !tap.isAtRoom || !isRoomPage(url, tap.url)) return null;
  const facts = state === null ? null : toFacts(state.info);
  if (facts !== null && facts.roomId !== '') return facts;
  const roomId = tap.roomOfSockets;
  return isId(roomId) ? { ...unknownRoom, roomId } : null;
}

/** Whether a page did not load because the network or the platform is down. */
function isNetworkError(text: string): boolean {
  return /^net::ERR_(?:INTERNET|NAME_NOT|CONNECTION|ADDRESS|NETWORK|PROXY|TIMED_OUT|EMPTY_RESPONSE)/.test(
    text,
  );
}

/** Whether the platform accepted the connection and then cut it. */
function isCut(text: string): boolean {
  return /^net::ERR_(?:CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE)/.test(text);
}

/** Loads the room's page. Rejects if the page does not react. */
async function load(devtools: Devtools, url: string): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the page does not react')), NAVIGATION_LIMIT);
  try {
    return await Promise.race([devtools.send('Page.navigate', { url }), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Enables the DevTools domains and the blocking of requests. Call it before the first navigation. */
async function prepare(devtools: Devtools): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Page.enable');
  await devtools.send('Inspector.enable');
  // Block by type only: blocking by address would break the page's start. Documents pause for `keepHarmless`.
  const patterns = [{ resourceType: 'Media' }, { resourceType: 'Font' }, { resourceType: 'Document' }];
  await devtools.send('Fetch.enable', { patterns });
  await devtools.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
  });
}

/** Blocks requests for videos and fonts, keeps the page on the platform, and closes dialogs. */
async function keepHarmless(
  devtools: Devtools,
  tap: PageTap,
  method: string,
  parameters: unknown,
): Promise<void> {
  try {
    if (method === 'Page.javascriptDialogOpening') {
      // Accept to leave the page, or the page could keep Ringside from loading the room again.
      const accept = dialogSchema.parse(parameters).type === 'beforeunload';
      await devtools.send('Page.handleJavaScriptDialog', { accept });
    } else if (method === 'Fetch.requestPaused') {
      const { requestId, frameId, resourceType, request } = pausedSchema.parse(parameters);
      const isFrame = resourceType === 'Document';
      // The first document is the main frame's.
      const isMain = tap.mainFrame === '' || frameId === tap.mainFrame;
      if (isFrame && (!isMain || isPlatformPage(request.url, tap.url))) {
        await devtools.send('Fetch.continueRequest', { requestId });
      } else {
        // An aborted navigation leaves the page where it is.
        const errorReason = isFrame ? 'Aborted' : 'BlockedByClient';
        await devtools.send('Fetch.failRequest', { requestId, errorReason });
      }
    }
  } catch {
    // The page closed the dialog, dropped the request or is gone.
  }
}
