import type { Problem } from '../contract/error.ts';

/** How to open the room's socket. */
export interface Opening {
  url: string;
  headers: Record<string, string>;
  /** First messages that a signing service returned with the URL: the unzipped content of a `msg` frame. */
  firstResult?: Uint8Array | undefined;
}

/** Why a socket ended. */
export type SocketEnd =
  /**
   * The upgrade was refused. The platform may refuse with status 200 and give its own status and reason (0, '': none).
   */
  | {
      kind: 'refused';
      status: number;
      handshakeStatus: number;
      handshakeMessage: string;
      retryAfterSeconds: number | undefined;
    }
  /** The socket closed, or the connection failed. */
  | { kind: 'closed'; code: number; reason: string }
  /** Ringside's own rules forbid the connection. */
  | { kind: 'barred'; problem: Problem };

/** The events of a socket. */
export interface SocketEvents {
  onOpen(): void;
  /** One binary message. The receiver may keep the bytes. */
  onFrame(bytes: Uint8Array): void;
  /** The source's transport continues on another socket, whose history may contain missed messages. */
  onResumed?(): void;
  /** The source's transport waits until a person has solved the problem, and then opens without another attempt. */
  onBlocked?(problem: Problem): void;
  /** The last event. Called exactly once, also after `close`. */
  onEnd(end: SocketEnd): void;
}

/** An open socket to a room. */
export interface LiveSocket {
  /** Does nothing while the socket is closing. */
  send(bytes: Uint8Array): void;
  /** Stops reading until `resume`. Buffered messages may still arrive. */
  pause?(): void;
  resume?(): void;
  close(): void;
}

/** Opens a socket. Never throws, and calls no event before it has returned. */
export type OpenSocket = (opening: Opening, events: SocketEvents) => LiveSocket;
