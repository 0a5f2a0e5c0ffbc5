import { EncodeCache, type Envelope } from '../encode/envelope.ts';
import { type EventGift, makeEvent, type ShowEvent } from './event.ts';
import type { Person } from './people.ts';

interface Entry<T> {
  at: number;
  order: number;
  value: T;
}

/** A priority queue by time. Entries of the same moment keep their order. */
export class TimeQueue<T> {
  readonly #heap: Entry<T>[] = [];
  #order = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** The time of the next entry, Infinity if there is none. */
  get nextAt(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  push(at: number, value: T): void {
    const heap = this.#heap;
    const entry = { at, order: this.#order++, value };
    let place = heap.length;
    heap.push(entry);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(entry, parent)) break;
      heap[place] = parent;
      heap[above] = entry;
      place = above;
    }
  }

  pop(): { at: number; value: T } | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const leftEntry = heap[left];
      if (leftEntry === undefined) break;
      const rightEntry = heap[left + 1];
      const right = rightEntry !== undefined && isBefore(rightEntry, leftEntry);
      const smaller = right ? rightEntry : leftEntry;
      if (!isBefore(smaller, last)) break;
      heap[place] = smaller;
      place = right ? left + 1 : left;
    }
    heap[place] = last;
    return first;
  }
}

function isBefore<T>(a: Entry<T>, b: Entry<T>): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** The room of a show. */
export interface RoomFacts {
  roomId: string;
  owner: Person;
  title: string;
}

/** Numbers the messages of a show and orders them by time. */
export class MessageQueue {
  readonly room: RoomFacts;
  /** The show's beginning, ms since the epoch. */
  readonly startAt: number;
  /** Messages so far; their ids contain it. */
  protected count = 0;
  readonly #parts = new EncodeCache();
  readonly #queue = new TimeQueue<ShowEvent>();
  #lastGroup = 0;

  constructor(room: RoomFacts, startAt: number) {
    this.room = room;
    this.startAt = startAt;
  }

  /** The moment of the next message, Infinity if there is none. */
  get nextAt(): number {
    return this.#queue.nextAt;
  }

  /**
   * Adds a message that was sent at `sentAt` and arrives at `at` (ms since the show began). `encode` is called when the
   * message's bytes are needed.
   */
  add(
    at: number,
    sentAt: number,
    method: string,
    encode: (envelope: Envelope) => Uint8Array,
    gift?: EventGift,
  ): void {
    const createTime = Math.floor(this.startAt + sentAt);
    const msgId = messageId(createTime, this.count++);
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
      makeEvent(at, method, msgId, () => encode(envelope), gift),
    );
  }

  take(): ShowEvent | undefined {
    return this.#queue.pop()?.value;
  }

  /** A new streak's group: the moment of its beginning, made unique. */
  newGroup(sentAt: number): string {
    this.#lastGroup = Math.max(Math.floor(this.startAt + sentAt), this.#lastGroup + 1);
    return String(this.#lastGroup);
  }
}

/** 19 digits that rise with time, like the platform's ids. */
function messageId(createTime: number, count: number): string {
  const place = BigInt(createTime % 1_000_000_000_000) * 1_000_000n + BigInt(count % 1_000_000);
  return (7_000_000_000_000_000_000n + place).toString();
}
