import type { Problem } from '#shared/contract/error.ts';
import type { OverlayLink } from '#shared/contract/overlay/link.ts';

/** A connected overlay's page, as a hub sees it. None of these may throw or block. */
export interface OverlaySocket {
  /** Bytes that were handed in and are not on their way yet. */
  readonly backlog: number;
  /** Sends one text message, as a string or as its bytes. */
  send(message: string | Buffer): void;
  /** Closes once everything that was sent is on its way. */
  close(): void;
  /** Lets go of it at once. */
  drop(): void;
}

/** The place of an overlay that was let in. */
export interface OverlaySeat {
  /** It has missed a revision and wants everything again. */
  resync(): void;
  /** It is gone. */
  leave(): void;
}

export interface Picture {
  type: string;
  bytes: Uint8Array;
}

/** Where the pages of overlays can be had. */
export interface OverlayPlace {
  url(token: string): string;
  /** The local page that waits for the hub; empty where there is none. */
  file(linkId: string): string;
  /** Finds another port; absent where the port is not ours to choose. */
  move?(): Promise<void>;
}

/** How overlays come into a backstage, by their tokens and by nothing else. */
export interface OverlayDoor {
  knows(token: string): boolean;
  /** Null for a token that opens nothing here. The snapshot follows by itself. */
  enter(token: string, socket: OverlaySocket): OverlaySeat | null;
  /** A picture by the last part of its path, null when there is none of it. */
  picture(name: string): Picture | null;
  /** Tells where pages are to be had from now on; null where they are not, with the reason if it is known. */
  serveAt(place: OverlayPlace | null, problem?: Problem | null): void;
  /** Tells the links now and after every change of them. Returns a function that stops telling. */
  onLinks(listener: (links: readonly OverlayLink[]) => void): () => void;
}
