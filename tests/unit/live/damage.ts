/** Damages bytes in one of six ways: truncate, flip bits, overwrite, repeat, remove, or replace all by noise. */
export function damage(bytes: Uint8Array, random: () => number): Uint8Array {
  const below = (limit: number): number => Math.floor(random() * limit);
  const noise = (length: number): Uint8Array => Uint8Array.from({ length }, () => below(256));
  const at = below(bytes.length + 1);
  const to = Math.min(bytes.length, at + below(40));
  const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
  switch (below(6)) {
    case 0:
      return bytes.slice(0, at);
    case 1: {
      const flipped = bytes.slice();
      for (let i = 0; i <= below(8); i += 1) {
        const position = below(bytes.length);
        flipped[position] = (flipped[position] ?? 0) ^ (1 << below(8));
      }
      return flipped;
    }
    case 2:
      return join(bytes.subarray(0, at), noise(to - at), bytes.subarray(to));
    case 3:
      return join(bytes.subarray(0, to), bytes.subarray(at));
    case 4:
      return join(bytes.subarray(0, at), bytes.subarray(to));
    default:
      return noise(below(300));
  }
}
