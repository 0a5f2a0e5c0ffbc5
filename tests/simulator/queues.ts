import { MessageQueue, type RoomFacts } from '#backstage/rehearsal/show/messageQueue.ts';

/** A queue whose message numbers begin at `first`, so that two queues of one room create different ids. */
export class NumberedQueue extends MessageQueue {
  constructor(room: RoomFacts, startAt: number, first: number) {
    super(room, startAt);
    this.count = first;
  }
}

/** A queue for a show that is played `speed` times as fast. Divides arrival and send times by `speed`. */
export class SpeedQueue extends MessageQueue {
  readonly #speed: number;

  constructor(room: RoomFacts, startAt: number, speed: number) {
    super(room, startAt);
    this.#speed = speed;
  }

  override get nextAt(): number {
    return super.nextAt * this.#speed;
  }

  override add(at: number, sentAt: number, ...rest: DropTwo<Parameters<MessageQueue['add']>>): void {
    super.add(at / this.#speed, sentAt / this.#speed, ...rest);
  }
}

type DropTwo<List extends unknown[]> = List extends [unknown, unknown, ...infer Rest] ? Rest : never;
