import { gunzipSync } from 'node:zlib';

/** zlib takes no smaller one. */
const SMALLEST_CHUNK = 64;
/** No byte of deflate's can stand for more. */
const LARGEST_RATIO = 1032;

/** Unzips; throws on what is not gzip and on more than `limit` bytes of result. */
export function gunzip(bytes: Uint8Array, limit: number): Uint8Array {
  const expected = Math.min(limit, statedLength(bytes), bytes.length * LARGEST_RATIO);
  const chunkSize = Math.max(SMALLEST_CHUNK, expected + 1);
  const result = gunzipSync(bytes, { maxOutputLength: limit, chunkSize });
  return new Uint8Array(result.buffer, result.byteOffset, result.length);
}

/**
 * The length that gzip's last four bytes state. Memory of just that size is filled at once; where they lie, it is only
 * slower.
 */
function statedLength(bytes: Uint8Array): number {
  if (bytes.length < 4) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4, 4).getUint32(0, true);
}
