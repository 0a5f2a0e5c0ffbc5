/** What a gift message says, known to whoever wrote it; a counter's result can be held against it. */
export interface GiftTruth {
  userId: string;
  nickname: string;
  giftId: number;
  name: string;
  /** Diamonds of one piece. */
  diamonds: number;
  /** A streak's message carries a running total, another one its own pieces. */
  streak: boolean;
  /** Sets a sender's streaks of one gift apart; '' for a gift that is no streak. */
  groupId: string;
  repeat: number;
  /** Pieces that this very message brings. */
  step: number;
  end: boolean;
}

/** One message of a show, at the virtual moment at which the platform delivers it. */
export interface ShowEvent {
  /** Ms since the show began. */
  readonly at: number;
  readonly method: string;
  readonly msgId: string;
  /** The encoded message; written when first asked for, so an event that nobody receives costs little. */
  readonly payload: Uint8Array;
  /** Only of gifts. */
  readonly truth?: GiftTruth | undefined;
}

class LazyEvent implements ShowEvent {
  readonly at: number;
  readonly method: string;
  readonly msgId: string;
  readonly truth: GiftTruth | undefined;
  readonly #encode: () => Uint8Array;
  #payload: Uint8Array | undefined;

  constructor(at: number, method: string, msgId: string, encode: () => Uint8Array, truth?: GiftTruth) {
    this.at = at;
    this.method = method;
    this.msgId = msgId;
    this.#encode = encode;
    this.truth = truth;
  }

  get payload(): Uint8Array {
    this.#payload ??= this.#encode();
    return this.#payload;
  }
}

export function makeEvent(
  at: number,
  method: string,
  msgId: string,
  encode: () => Uint8Array,
  truth?: GiftTruth,
): ShowEvent {
  return new LazyEvent(at, method, msgId, encode, truth);
}
