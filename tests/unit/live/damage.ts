/** A small repeatable source of chance for tests that need far more of it than a property test gives. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** The bytes with one kind of damage: cut, flipped, overwritten, doubled, left out, or nothing but noise. */
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
