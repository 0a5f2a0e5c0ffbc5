import type { OverlayLink } from '#shared/contract/calls/overlay.ts';
import type { Problem } from '#shared/contract/error.ts';

/** The socket of an overlay page, for any transport. Its methods must not throw or block. */
export interface OverlaySocket {
  /** Bytes that were passed to `send` and are not sent yet. */
  readonly backlog: number;
  send(text: string): void;
  /** Sends a message to many sockets, as its `textFrame`. */
  sendFrame(frame: Buffer): void;
  /** Closes the socket after all messages are sent. */
  close(): void;
  /** Closes the socket at once, without a handshake. */
  drop(): void;
}

/** The subscription of an admitted overlay page. */
export interface OverlaySubscription {
  /** Requests a snapshot, because the page has missed a revision. */
  resync(): void;
  /** Ends the subscription. Call it when the page is disconnected. */
  leave(): void;
}

export interface Picture {
  type: string;
  bytes: Uint8Array;
}

/** The addresses of overlay pages. */
export interface OverlayPlace {
  url(token: string): string;
  /** The path of the local page that waits for the hub; empty if there is none. */
  file(linkId: string): string;
  /** Changes to another port. Absent if Ringside cannot choose the port. */
  move?(): Promise<void>;
}

/** Connects overlay pages to a backstage. Only the token of a link gives access. */
export interface OverlayEndpoint {
  knows(token: string): boolean;
  /** Subscribes a page, which then gets a snapshot. Returns null for an unknown token. */
  subscribe(token: string, socket: OverlaySocket): OverlaySubscription | null;
  /** Reads a picture by the last segment of its path. Returns null if there is none. */
  picture(name: string): Picture | null;
  /** Sets the addresses of the pages; null if pages are not available, with the reason if it is known. */
  serveAt(place: OverlayPlace | null, problem?: Problem | null): void;
  /** Calls `listener` with the links now and after every change. Returns a function that unsubscribes. */
  onLinks(listener: (links: readonly OverlayLink[]) => void): () => void;
}
