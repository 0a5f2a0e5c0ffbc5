import { fromOverlaySchema, OVERLAY_PROTOCOL, overlayTokenSchema } from '#shared/contract/overlay/message.ts';
import { Seats } from '../sockets/seats.ts';
import { bytesOf } from './channel.ts';
import type { OverlayDoor, OverlaySeat, OverlaySocket } from './door.ts';

/** Where an overlay belongs. */
export interface Found {
  door: OverlayDoor;
  /** To be called when the overlay is gone. */
  leave?: () => void;
}

/** How many pages may be connected at once. */
export interface PageLimits {
  /** Pages that were let in. */
  inAll: number;
  /** Of one backstage, whichever of its widgets they show. */
  ofHost: number;
  /** With one widget's link. */
  ofLink: number;
}

export interface GateOptions {
  /** The backstage whose widget has the token, null when there is none. It rejects when it cannot be had just now. */
  find: (token: string) => Found | null | Promise<Found | null>;
  /** ms since 1970, as the shows' clocks say. */
  now: () => number;
  limits?: Partial<PageLimits>;
  /** Within this (ms) a page says who it is. */
  patience?: number;
  /** Connections that were not let in. Above it, the oldest of them is dropped. */
  mostStrangers?: number;
}

const defaultLimits: PageLimits = { inAll: 2500, ofHost: 500, ofLink: 100 };
const MOST_STRANGERS = 1000;

/** A page with so many waiting bytes is not answered: it reads nothing. */
const MOST_BACKLOG = 64 * 1024;
/** Messages of a page in a second; a good one sends one in many seconds. */
const MOST_MESSAGES = 20;

/** What the transport tells of one connection. */
export interface Admitted {
  receive(text: string): void;
  left(): void;
}

/**
 * Lets overlays in by the token in their first message, whatever transport they come by. Who says nothing, or
 * something that is not understood, learns nothing and is let go. Connections without a valid token take no place of a
 * page: a page sends its token at once, so it is let in before newer connections push it out.
 */
export class OverlayGate {
  readonly #options: GateOptions;
  readonly #limits: PageLimits;
  readonly #hosts = new Seats<OverlayDoor>();
  readonly #links = new Seats<string>();
  /** Drops each connection that was not let in, the oldest first. */
  readonly #strangers = new Set<() => void>();
  #connected = 0;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
  }

  /** Pages that were let in. */
  get connected(): number {
    return this.#connected;
  }

  admit(socket: OverlaySocket): Admitted {
    const { find, now, patience = 10_000, mostStrangers = MOST_STRANGERS } = this.#options;
    let seat: OverlaySeat | null = null;
    const leaving: (() => void)[] = [];
    let asked = false;
    let ended = false;
    let gone = false;
    let second = 0;
    let messages = 0;
    const refuse = (reason: 'token' | 'protocol' | 'busy') => {
      ended = true;
      socket.send(bytesOf({ type: 'refused', reason }));
      socket.close();
    };
    const waiting = setTimeout(() => socket.drop(), patience);
    const drop = () => {
      this.#strangers.delete(drop);
      ended = true;
      socket.drop();
    };
    this.#strangers.add(drop);
    const [oldest] = this.#strangers;
    if (this.#strangers.size > mostStrangers) oldest?.();

    /** Calls a function when the page is gone; at once if it is. */
    const keep = (leave: () => void) => {
      if (gone) leave();
      else leaving.push(leave);
    };

    const open = async (token: string) => {
      if (!overlayTokenSchema.safeParse(token).success) return refuse('token');
      const leaveLink = this.#links.take(token, this.#limits.ofLink);
      if (leaveLink === null) return refuse('busy');
      keep(leaveLink);
      const found = await find(token);
      if (found?.leave !== undefined) keep(found.leave);
      if (gone || ended) return;
      if (found === null) return refuse('token');
      if (this.#connected >= this.#limits.inAll) return refuse('busy');
      const leaveHost = this.#hosts.take(found.door, this.#limits.ofHost);
      if (leaveHost === null) return refuse('busy');
      keep(leaveHost);
      seat = found.door.enter(token, socket);
      if (seat === null) return refuse('token');
      this.#strangers.delete(drop);
      this.#connected += 1;
      keep(() => {
        this.#connected -= 1;
      });
    };

    return {
      receive: (text) => {
        if (ended) return;
        const at = Math.floor(now() / 1000);
        messages = at === second ? messages + 1 : 1;
        second = at;
        const message = fromOverlaySchema.safeParse(parse(text));
        if (!message.success || messages > MOST_MESSAGES) {
          ended = true;
          // Who floods would go on to do so until the closing handshake is over.
          socket.drop();
          return;
        }
        switch (message.data.type) {
          case 'open':
            if (asked) break;
            asked = true;
            clearTimeout(waiting);
            if (message.data.protocol !== OVERLAY_PROTOCOL) refuse('protocol');
            else open(message.data.token).catch(() => refuse('busy'));
            break;
          case 'resync':
            seat?.resync();
            break;
          case 'ping':
            if (seat !== null && socket.backlog < MOST_BACKLOG)
              socket.send(bytesOf({ type: 'pong', now: now() }));
            break;
        }
      },
      left: () => {
        if (gone) return;
        gone = true;
        clearTimeout(waiting);
        this.#strangers.delete(drop);
        seat?.leave();
        for (const leave of leaving) leave();
      },
    };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
