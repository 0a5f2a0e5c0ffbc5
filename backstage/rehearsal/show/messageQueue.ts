import type { Envelope } from '../encode/common.ts';
import { EncodeCache } from '../encode/encodeCache.ts';
import type { Detail } from '../encode/person.ts';
import { type GiftTruth, makeEvent, type ShowEvent } from './event.ts';
import type { Person } from './people.ts';
import { TimeQueue } from './queue.ts';

/** The room that a show takes place in. */
export interface RoomFacts {
  roomId: string;
  owner: Person;
  title: string;
}

export interface MessageQueueOptions {
  room: RoomFacts;
  /** The show's beginning, ms since the epoch: virtual 0. */
  startAt: number;
  detail: Detail;
  /** How fast the show is played, 1 unless told. Send times follow the clock and not the show's own time. */
  speed?: number;
  /** Where the numbering of messages begins, 0 unless told; two stages of one room need two places. */
  firstNumber?: number;
}

/** Where the parts of a show put their messages: numbers them and delivers them by time. */
export class MessageQueue {
  readonly room: RoomFacts;
  readonly startAt: number;
  readonly #parts: EncodeCache;
  readonly #speed: number;
  readonly #queue = new TimeQueue<ShowEvent>();
  #count: number;
  #lastGroup = 0;

  constructor(options: MessageQueueOptions) {
    this.room = options.room;
    this.startAt = options.startAt;
    this.#count = options.firstNumber ?? 0;
    this.#parts = new EncodeCache(options.detail);
    this.#speed = options.speed ?? 1;
  }

  /** The moment of the next message that waits, Infinity when none does. */
  get nextAt(): number {
    return this.#queue.nextAt;
  }

  /**
   * Adds a message that was sent at `sentAt` and arrives at `at` (ms since the show began). `encode` is called
   * when somebody wants its bytes.
   */
  add(
    at: number,
    sentAt: number,
    method: string,
    encode: (envelope: Envelope) => Uint8Array,
    truth?: GiftTruth,
  ): void {
    const createTime = Math.floor(this.startAt + sentAt / this.#speed);
    const msgId = messageId(createTime, this.#count++);
    const envelope: Envelope = {
      method,
      msgId,
      roomId: this.room.roomId,
      ownerId: this.room.owner.id,
      createTime,
      parts: this.#parts,
    };
    this.#queue.push(
      at,
      makeEvent(at, method, msgId, () => encode(envelope), truth),
    );
  }

  take(): ShowEvent | undefined {
    return this.#queue.pop()?.value;
  }

  /** A streak's group: the moment of its beginning, and never the same twice. */
  newGroup(sentAt: number): string {
    this.#lastGroup = Math.max(Math.floor(this.startAt + sentAt), this.#lastGroup + 1);
    return String(this.#lastGroup);
  }
}

/** 19 digits that rise with time, as the platform's do. */
function messageId(createTime: number, count: number): string {
  const place = BigInt(createTime % 1_000_000_000_000) * 1_000_000n + BigInt(count % 1_000_000);
  return (7_000_000_000_000_000_000n + place).toString();
}
