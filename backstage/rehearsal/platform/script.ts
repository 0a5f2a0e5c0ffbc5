import type { ShowEvent } from '../show/event.ts';
import type { RoomFacts } from '../show/messageQueue.ts';
import type { Person } from '../show/people.ts';
import type { PageBehaviour } from './roomPage.ts';

/** What plays in one room of the platform. */
export interface RoomScript {
  facts: RoomFacts;
  followers: number;
  following: number;
  /** In order of delivery; endless, or the room falls silent after the last one. */
  events: Iterator<ShowEvent>;
  /** 1 is real time, 10 ten times as fast, 0 as fast as the client takes it. */
  speed: number;
  /** By the clock from now on, whoever watches; from the moment the first client has entered; or when resumed. */
  begins: 'now' | 'entered' | 'resumed';
  /** From before the show began; a client's first connection receives them as history. */
  earlier?: readonly ShowEvent[];
}

/** An account of the platform as its web site knows it. */
export interface Profile {
  person: Person;
  followers: number;
  following: number;
  live: boolean;
}

/** An HTTP answer. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: string | Uint8Array;
  /** Sent only once this has come about, by a platform that takes its time. */
  after?: Promise<unknown>;
}

/** How the platform refuses a WebSocket: its `handshake-status` and `handshake-msg`. */
export interface UpgradeRefusal {
  status: 415 | 417;
  message: string;
}

/** What happens to one frame on its way to every client. */
export interface FrameFate {
  /** The bytes to send, each as one WebSocket message; none at all for a frame that is swallowed. */
  send: readonly Uint8Array[];
  /** The frame's messages arrive whole. */
  intact: boolean;
  /** The connections break right after it. */
  cut: boolean;
}

/** Everything that can be made to go wrong; a platform without it is a healthy one. */
export interface Interference {
  /** An answer in place of the ordinary one. */
  answer?(call: 'page' | 'room' | 'sign' | 'profile' | 'picture', username: string): Answer | undefined;
  /** What the page of a room does besides showing it. */
  roomPage?(username: string): PageBehaviour | undefined;
  /** Refuses a WebSocket. Undefined accepts it. */
  refuseUpgrade?(): UpgradeRefusal | undefined;
  /** Messages about to be framed, as they shall be framed instead; `finished` when no more will follow. */
  events?(events: readonly ShowEvent[], finished: boolean): readonly ShowEvent[];
  frame?(bytes: Uint8Array, events: readonly ShowEvent[]): FrameFate;
  /** While true nothing at all is sent. */
  silent?(): boolean;
}

export type LossCause = 'nobodyConnected' | 'swallowed' | 'damaged';

/** Who wants to know what became of each message. */
export interface Observer {
  /** A client has entered the room; `again` when it had been there before. */
  entered?(again: boolean): void;
  left?(): void;
  /** Put on the wire, whole, to at least one client. */
  sent?(events: readonly ShowEvent[]): void;
  /** Not delivered to anybody, and never will be. */
  lost?(events: readonly ShowEvent[], cause: LossCause): void;
  /** Acknowledged by a client. */
  acked?(events: readonly ShowEvent[]): void;
  /** The script has come to its end and everything of it has been put on the wire. */
  playedOut?(): void;
}
