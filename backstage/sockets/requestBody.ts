import type { IncomingMessage } from 'node:http';

/** Reads the body of a request as text. Returns null for one of more than `most` bytes. */
export async function readBody(request: IncomingMessage, most: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.byteLength;
    if (size > most) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
