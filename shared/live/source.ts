import type { FetchResult } from './messages.ts';

/** What is known of a room before it is listened to. */
export interface RoomFacts {
  roomId: string;
  /** '0' never stands here: the owner's id is empty when it is not known. */
  ownerId: string;
  /** The @name of the account that the answer is about; empty when the answer does not say. */
  ownerUsername: string;
  nickname: string;
  title: string;
  /** An address of a picture, empty for none. */
  avatar: string;
  following: number;
  followers: number;
  live: boolean;
}

/** Where listening stopped, for sources that can go on from there. */
export interface ResumePoint {
  cursor: string;
  internalExt: Uint8Array;
  /**
   * The id of the last frame, empty where the session was heard before but not by this client: a source that
   * remembers its clients may then know the place.
   */
  position: string;
}

/** Where a session stands that was heard before, by somebody who did not leave the place. */
export const somewhere: ResumePoint = { cursor: '', internalExt: new Uint8Array(0), position: '' };

/** The place after a frame with a result. */
export function placeAfter({ cursor, internalExt }: FetchResult, position: string): ResumePoint {
  return { cursor, internalExt: new Uint8Array(internalExt), position };
}

/** How to open the room's socket. */
export interface Opening {
  url: string;
  headers: Record<string, string>;
  /** The first messages, where the address comes together with them: the content of a `msg` frame, unzipped. */
  firstResult?: Uint8Array | undefined;
}

/**
 * A way to a room's frames. Both calls reject with a `RingsideError` that says what a host can do, its code one
 * of room.noSuchUser, room.noInfo, room.blocked, room.rateLimited (`seconds` until the next try makes sense),
 * room.unreachable, room.signKeyMissing, room.signRefused, room.relayRefused, line.invalidAddress.
 */
export interface FrameSource {
  /** Looks the room of a cleaned username up. That it is not live is an answer, not an error. */
  resolve(username: string, signal: AbortSignal): Promise<RoomFacts>;
  /** `resume` is undefined the first time, and where nothing of the session had come yet. */
  open(room: RoomFacts, resume: ResumePoint | undefined, signal: AbortSignal): Promise<Opening>;
  /** The platform has refused this device: forget cookies and take another appearance. */
  renew(): void;
}
