/** The types of client messages after which PostgreSQL answers: query, sync, flush, terminate, password. */
const ANSWERED = new Set(['Q', 'S', 'H', 'X', 'p'].map((letter) => letter.charCodeAt(0)));

/**
 * Cuts what a client of PostgreSQL writes into pieces that can be executed: each ends with a message that
 * asks for an answer, because the embedded database answers a piece as a whole.
 */
export class MessageCutter {
  #pending: Buffer = Buffer.alloc(0);
  #started = false;

  /** Takes what was written and gives the complete pieces. */
  push(chunk: Buffer): Buffer[] {
    const bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const pieces: Buffer[] = [];
    let start = 0;
    let at = 0;
    for (;;) {
      // The first message of a connection has no type byte.
      const head = this.#started ? 5 : 4;
      if (bytes.length - at < head) break;
      const end = at + head - 4 + bytes.readInt32BE(at + head - 4);
      if (bytes.length < end) break;
      const isAnswered = !this.#started || ANSWERED.has(bytes[at] ?? 0);
      this.#started = true;
      at = end;
      if (isAnswered) {
        pieces.push(bytes.subarray(start, at));
        start = at;
      }
    }
    this.#pending = bytes.subarray(start);
    return pieces;
  }
}
