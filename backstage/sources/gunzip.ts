import { gunzipSync } from 'node:zlib';

/** The smallest chunk size of zlib (bytes). */
const SMALLEST_CHUNK = 64;
/** The largest compression ratio of deflate. */
const LARGEST_RATIO = 1032;

/** Decompresses gzip. Throws if the data is not gzip or the result is larger than `limit` bytes. */
export function gunzip(bytes: Uint8Array, limit: number): Uint8Array {
  // With tiny chunks, a bomb that states a small length would take ten times as long.
  const least = Math.max(statedLength(bytes), bytes.length);
  const expected = Math.min(limit, least, bytes.length * LARGEST_RATIO);
  const chunkSize = Math.max(SMALLEST_CHUNK, expected + 1);
  const result = gunzipSync(bytes, { maxOutputLength: limit, chunkSize });
  return new Uint8Array(result.buffer, result.byteOffset, result.length);
}

/**
 * Reads the length in gzip's last four bytes, to allocate the result in one piece. A wrong length only makes it slower.
 */
function statedLength(bytes: Uint8Array): number {
  if (bytes.length < 4) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4, 4).getUint32(0, true);
}
