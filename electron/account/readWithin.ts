/** More bytes came than may come. */
export class TooLarge extends Error {}

/** Reads a body of `most` bytes at the most; rejects with TooLarge, and lets go of the rest, beyond that. */
export async function readWithin(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most) throw new TooLarge(`more than ${most} bytes`);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
