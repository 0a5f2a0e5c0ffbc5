import type { Problem } from '../contract/error.ts';
import type { Opening } from './source.ts';

/** Why a socket is no more. */
export type SocketEnd =
  /** The upgrade was answered with something else; some platforms refuse with status 200. */
  | { kind: 'refused'; status: number; handshakeMessage: string; retryAfterSeconds: number | undefined }
  /** It closed, or could not be opened at all. */
  | { kind: 'closed'; code: number; reason: string }
  /** It may not be opened at all. */
  | { kind: 'barred'; problem: Problem };

export interface SocketEvents {
  onOpen(): void;
  /** One binary message; the bytes are not reused afterwards. */
  onFrame(bytes: Uint8Array): void;
  /** Comes exactly once, also after `close`, and nothing comes after it. */
  onEnd(end: SocketEnd): void;
}

export interface LiveSocket {
  /** Does nothing once the socket is closing. */
  send(bytes: Uint8Array): void;
  /** Reads nothing more until `resume`; what is under way may still come. */
  pause?(): void;
  resume?(): void;
  close(): void;
}

/** Never throws, and tells no event before it has returned. */
export type OpenSocket = (opening: Opening, events: SocketEvents) => LiveSocket;
