import { type Problem, RingsideError } from '../contract/error.ts';
import type { FetchResult } from './messages.ts';
import type { WayChoice } from './wayChoice.ts';

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
  /** The socket closed, or the connection failed. `reached`: the other side had accepted the connection before. */
  | { kind: 'closed'; code: number; reason: string; reached?: boolean }
  /** Ringside's own rules forbid the connection. */
  | { kind: 'barred'; problem: Problem };

/** The events of a socket. */
export interface SocketEvents {
  onOpen(): void;
  /** One binary message. The receiver may keep the bytes. */
  onFrame(bytes: Uint8Array): void;
  /** The source's transport has read the facts of a room that could not be looked up. Comes before `onOpen`. */
  onRoom?(room: RoomFacts): void;
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

/** The result of looking a room up. */
export interface RoomFacts {
  /** '' if the account has no room, or for an `unknownRoom`. */
  roomId: string;
  /** '' if unknown; never '0'. */
  ownerId: string;
  /** The account's @name in the response; '' if the response has none. */
  ownerUsername: string;
  nickname: string;
  title: string;
  /** URL of the picture; '' for none. */
  avatar: string;
  following: number;
  followers: number;
  live: boolean;
}

/** A room whose look-up the platform refuses. The source's transport reads its facts (`SocketEvents.onRoom`). */
export const unknownRoom: RoomFacts = {
  roomId: '',
  ownerId: '',
  ownerUsername: '',
  nickname: '',
  title: '',
  avatar: '',
  following: 0,
  followers: 0,
  live: true,
};

/** Where the last connection stopped, for sources that can continue from there. */
export interface ResumePoint {
  cursor: string;
  internalExt: Uint8Array;
  /** The last frame's id. '' if another client received the show before; a relay may still know the position. */
  position: string;
}

/** The show was received before, at an unknown position. */
export const unknownPosition: ResumePoint = { cursor: '', internalExt: new Uint8Array(0), position: '' };

/** The position after a frame. */
export function positionAfter({ cursor, internalExt }: FetchResult, position: string): ResumePoint {
  return { cursor, internalExt: new Uint8Array(internalExt), position };
}

/** `room.unreachable` for a request that did not reach the platform. */
export class Unanswered extends RingsideError {
  constructor() {
    super('room.unreachable');
  }
}

/**
 * A way to receive a room's frames. Both calls reject with a `RingsideError` that tells the host what to do. Codes:
 * room.noSuchUser, room.noInfo, room.blocked, room.rateLimited (`seconds` until the next try makes sense),
 * room.unreachable, room.signKeyMissing, room.signRefused, room.relayRefused, line.invalidAddress.
 */
export interface FrameSource {
  /**
   * Looks up the room of a cleaned username. A room that is not live is a result, not an error. `unknownRoom`: the
   * transport finds the room.
   */
  resolve(username: string, signal: AbortSignal): Promise<RoomFacts>;
  /** Prepares a socket. `resume` is undefined if the show has received nothing from this room yet. */
  open(room: RoomFacts, resume: ResumePoint | undefined, signal: AbortSignal): Promise<Opening>;
  /**
   * Set by a source that does not use a WebSocket: opens the source's transport. The transport only receives: it sends
   * no enter-room frame and no acknowledgements.
   */
  readonly openSocket?: OpenSocket | undefined;
  /** Time limit (ms) for `openSocket` to open. */
  readonly startLimit?: number | undefined;
  /** For a source with several ways to the room: chooses the way of the next attempt. */
  readonly ways?: WayChoice;
  /** The client stops: closes what the source keeps open for the next attempt. */
  close?(): void;
  /** Shows the source's page to a person who has to solve a problem there. Absent without such a page. */
  showPage?(): void;
  /** The platform rejected this device: drop the cookies and appear as another device. */
  renew(): void;
}
