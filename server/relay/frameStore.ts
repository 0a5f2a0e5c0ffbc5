export interface StoredFrame {
  position: number;
  at: number;
  bytes: Uint8Array;
}

export interface StoreLimits {
  /** How long a frame is kept, ms. */
  keepFor: number;
  /** Bytes of frames in all. */
  most: number;
}

/** The last minutes of a room's frames, each with its position; the oldest go first. */
export class FrameStore {
  readonly #limits: StoreLimits;
  readonly #frames: StoredFrame[] = [];
  #bytes = 0;
  #last: number;

  /** Positions count on from `after`. */
  constructor(limits: StoreLimits, after: number) {
    this.#limits = limits;
    this.#last = after;
  }

  /** The position of the newest frame. */
  get last(): number {
    return this.#last;
  }

  /** Takes the next frame in; `make` gets the position that it will have. */
  add(at: number, make: (position: number) => Uint8Array): StoredFrame {
    this.#last += 1;
    const frame = { position: this.#last, at, bytes: make(this.#last) };
    this.#frames.push(frame);
    this.#bytes += frame.bytes.length;
    this.#forget(at);
    return frame;
  }

  /** What is kept of the frames after a position, in order. */
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
