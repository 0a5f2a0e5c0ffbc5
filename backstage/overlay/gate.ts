import { fromOverlaySchema, OVERLAY_PROTOCOL, overlayTokenSchema } from '#shared/contract/overlay/message.ts';
import { bytesOf } from './channel.ts';
import type { OverlayDoor, OverlaySeat, OverlaySocket } from './door.ts';

/** Where an overlay belongs. */
export interface Found {
  door: OverlayDoor;
  /** To be called when the overlay is gone. */
  leave?: () => void;
}

export interface GateOptions {
  /** The backstage whose widget has the token, null when there is none. It rejects when it cannot be had just now. */
  find: (token: string) => Found | null | Promise<Found | null>;
  /** ms since 1970, as the shows' clocks say. */
  now: () => number;
  /** How many may be connected at once. */
  most?: number;
  /** Within this (ms) a page says who it is. */
  patience?: number;
}

/** Messages of a page in a second; a good one sends one in many seconds. */
const MOST_MESSAGES = 20;

/** What the transport tells of one connection. */
export interface Admitted {
  receive(text: string): void;
  left(): void;
}

/**
 * Lets overlays in by the token in their first message, whatever transport they come by. Who says nothing, or
 * something that is not understood, learns nothing and is let go.
 */
export class OverlayGate {
  readonly #options: GateOptions;
  #connected = 0;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  get connected(): number {
    return this.#connected;
  }

  admit(socket: OverlaySocket): Admitted {
    const { find, now, most = 2500, patience = 10_000 } = this.#options;
    this.#connected += 1;
    let seat: OverlaySeat | null = null;
    let leave: (() => void) | undefined;
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
    if (this.#connected > most) refuse('busy');

    const open = async (token: string) => {
      const known = overlayTokenSchema.safeParse(token).success;
      const found = known ? await find(token) : null;
      if (gone) {
        found?.leave?.();
        return;
      }
      leave = found?.leave;
      seat = found?.door.enter(token, socket) ?? null;
      if (seat === null) refuse('token');
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
          socket.close();
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
            if (seat !== null) socket.send(bytesOf({ type: 'pong', now: now() }));
            break;
        }
      },
      left: () => {
        if (gone) return;
        gone = true;
        clearTimeout(waiting);
        this.#connected -= 1;
        seat?.leave();
        leave?.();
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
