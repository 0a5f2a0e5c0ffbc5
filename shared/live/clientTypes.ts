import type { Connection, Phase } from '../contract/connection.ts';
import type { Problem } from '../contract/error.ts';
import type { Inspection } from './inspection.ts';
import type { LiveMessage, RawMessage } from './messages.ts';
import type { RecentIds } from './recentIds.ts';
import type { OpenSocket } from './socket.ts';
import type { FrameSource, RoomFacts } from './source.ts';

/** The clock and timers, passed in so that tests can turn them. */
export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Calls `run` once after so many ms; the result cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** What one frame brought, duplicates left out. */
export interface Intake {
  /** Arrival. */
  at: number;
  /** When the platform sent the newest of it by its own clock (ms), 0 when the frame does not say. */
  sentAt: number;
  /** Everything that was understood, in the frame's order. */
  messages: LiveMessage[];
  /** The same and the unknown and broken ones too, for recording; views of the frame. */
  raw: RawMessage[];
  /** To be called once the messages are on disk, and not before: then the platform forgets them. */
  ack(): void;
}

/** A stretch of time of which something may not have been seen; told when it is over. */
export interface Gap {
  cause: 'disconnect' | 'silence' | 'badFrame';
  from: number;
  until: number;
  /** The method of the message that was broken, empty when that is not known. */
  detail: string;
}

export interface ClientState {
  phase: Phase;
  username: string;
  roomId: string;
  /** Since when the phase has held. */
  since: number;
  /** Failed tries in a row. */
  attempt: number;
  /** When the next try begins by itself, null when none is waiting. */
  nextTryAt: number | null;
  problem: Problem | null;
  /** The last message of the room, whatever it was. */
  lastEventAt: number | null;
  stats: Connection['stats'];
}

export interface ClientTimes {
  /** Without a message for so long, the room counts as silent. */
  silentAfter: number;
  /** Without any frame for so long, the connection is dead. */
  deadAfter: number;
  /** A try that takes longer is given up. */
  tryFor: number;
  /** How long a room that has ended is still listened to, for what is under way. */
  lingerFor: number;
}

export interface ClientOptions {
  source: FrameSource;
  openSocket: OpenSocket;
  clock: Clock;
  /** From 0 to below 1. */
  random: () => number;
  /** Throws on bytes that are not gzip and on more than `limit` bytes of result. */
  gunzip: (bytes: Uint8Array, limit: number) => Uint8Array;
  /** The session was listening before this client: history may hold what was missed. */
  resumed?: boolean;
  /** Ids of messages that were taken before, or shared with another client of the same room. */
  seen?: RecentIds;
  inspection?: Inspection;
  times?: Partial<ClientTimes>;
  onFrame: (intake: Intake) => void;
  /** On every change but that of `lastEventAt` and `stats`, which are read with `state` when they are wanted. */
  onState: (state: ClientState) => void;
  onGap: (gap: Gap) => void;
  /** The room sends more than it may: its socket is not read for so long (ms). */
  onRest?: (ms: number) => void;
  /** The room as it was found, at the start and whenever it is looked up again. */
  onRoom: (room: RoomFacts) => void;
}
