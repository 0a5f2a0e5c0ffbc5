import { gunzipSync } from 'node:zlib';

/** Unzips; throws on what is not gzip and on more than `limit` bytes of result. */
export function gunzip(bytes: Uint8Array, limit: number): Uint8Array {
  const result = gunzipSync(bytes, { maxOutputLength: limit });
  return new Uint8Array(result.buffer, result.byteOffset, result.length);
}
