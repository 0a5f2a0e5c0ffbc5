/** The content of a gift message before it is encoded. */
export interface EventGift {
  userId: string;
  nickname: string;
  giftId: number;
  name: string;
  /** Diamonds of one piece. */
  diamonds: number;
  /** Whether `repeat` is the running total of a streak; otherwise it is the message's own pieces. */
  streak: boolean;
  /** Distinguishes a sender's streaks of one gift; '' without a streak. */
  groupId: string;
  repeat: number;
  /** Pieces that this message adds. */
  step: number;
  end: boolean;
}

/** One message of a show. */
export interface ShowEvent {
  /** When the platform delivers the message, ms since the show began. */
  readonly at: number;
  readonly method: string;
  readonly msgId: string;
  /** The message's bytes. They are encoded at the first access, so an event that is not sent costs little. */
  readonly payload: Uint8Array;
  /** Of gifts only; the history of a joined room leaves out its streaks. */
  readonly gift?: EventGift | undefined;
}

class LazyEvent implements ShowEvent {
  readonly at: number;
  readonly method: string;
  readonly msgId: string;
  readonly gift: EventGift | undefined;
  readonly #encode: () => Uint8Array;
  #payload: Uint8Array | undefined;

  constructor(at: number, method: string, msgId: string, encode: () => Uint8Array, gift?: EventGift) {
    this.at = at;
    this.method = method;
    this.msgId = msgId;
    this.#encode = encode;
    this.gift = gift;
  }

  get payload(): Uint8Array {
    this.#payload ??= this.#encode();
    return this.#payload;
  }
}

/** Creates an event. `at` is ms since the show began; `encode` runs once, at the first access to the payload. */
export function makeEvent(
  at: number,
  method: string,
  msgId: string,
  encode: () => Uint8Array,
  gift?: EventGift,
): ShowEvent {
  return new LazyEvent(at, method, msgId, encode, gift);
}
