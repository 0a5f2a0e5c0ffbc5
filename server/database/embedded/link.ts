/**
 * How the server and the process of its embedded database speak: frames of PostgreSQL's wire protocol, each four
 * bytes of length and then as many bytes, over one socket that both inherit. An empty frame says "ready" on the
 * way to the server and "close" on the way to the database; a socket that ends without it says that the other
 * one has died.
 */

/** The number of the socket among the files that the process is started with. */
export const LINK_FD = 3;
/** The process ends with this when another one uses the folder. */
export const EXIT_IN_USE = 3;

const HEAD = 4;
const nothing = new Uint8Array();

/** The control frame. */
export const emptyFrame = (): Buffer => frame(nothing);

export function frame(bytes: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(HEAD + bytes.length);
  framed.writeUInt32BE(bytes.length);
  framed.set(bytes, HEAD);
  return framed;
}

/** Puts frames together again from the chunks in which they arrive. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  /** How many bytes have to be there before it is worth looking. */
  #wanted = HEAD;

  /** Takes a chunk and gives the contents of the frames that are complete with it. */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#wanted) return [];
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const frames: Buffer[] = [];
    let at = 0;
    this.#wanted = HEAD;
    while (bytes.length - at >= HEAD) {
      const end = at + HEAD + bytes.readUInt32BE(at);
      if (end > bytes.length) {
        this.#wanted = end - at;
        break;
      }
      frames.push(bytes.subarray(at + HEAD, end));
      at = end;
    }
    const rest = bytes.subarray(at);
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    return frames;
  }
}
