export interface StoredFrame {
  position: number;
  at: number;
  bytes: Uint8Array;
}

export interface StoreLimits {
  /** The time (ms) for which a frame is kept. */
  keepFor: number;
  /** Maximum number of bytes of all frames together. */
  most: number;
}

/** Keeps a room's frames of the last minutes, each with its position. Drops the oldest ones first. */
export class FrameStore {
  readonly #limits: StoreLimits;
  readonly #frames: StoredFrame[] = [];
  #bytes = 0;
  #last: number;

  /** The first position is `after` + 1. */
  constructor(limits: StoreLimits, after: number) {
    this.#limits = limits;
    this.#last = after;
  }

  get last(): number {
    return this.#last;
  }

  /** Adds a frame. `make` gets the frame's position. */
  add(at: number, make: (position: number) => Uint8Array): StoredFrame {
    this.#last += 1;
    const frame = { position: this.#last, at, bytes: make(this.#last) };
    this.#frames.push(frame);
    this.#bytes += frame.bytes.length;
    this.#forget(at);
    return frame;
  }

  /** Returns the kept frames after a position, in order. */
  after(position: number): StoredFrame[] {
    return this.#frames.filter((frame) => frame.position > position);
  }

  #forget(now: number): void {
    let gone = 0;
    for (const { at, bytes } of this.#frames) {
      if (this.#bytes <= this.#limits.most && now - at <= this.#limits.keepFor) break;
      this.#bytes -= bytes.length;
      gone += 1;
    }
    this.#frames.splice(0, gone);
  }
}
