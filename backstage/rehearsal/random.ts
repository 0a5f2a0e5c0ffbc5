/** A seeded random generator: equal seeds give equal shows, byte by byte, on every machine. */
export class Random {
  #state: number;

  /** Mixes several numbers to one seed, such as a show's and a viewer's. */
  constructor(...seed: number[]) {
    let state = 0x2545f491;
    for (const part of seed) {
      state = mix(state ^ mix(part >>> 0));
      state = mix(state ^ Math.floor(part / 0x1_0000_0000));
    }
    this.#state = state;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    return mix(this.#state) / 0x1_0000_0000;
  }

  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[Math.floor(this.next() * list.length)];
    if (chosen === undefined) throw new RangeError('nothing to pick from');
    return chosen;
  }

  /** Picks the value of one pair. Each pair's probability is proportional to its weight. */
  weighted<T>(pairs: readonly (readonly [T, number])[]): T {
    let total = 0;
    for (const [, weight] of pairs) total += weight;
    let rest = this.next() * total;
    for (const [value, weight] of pairs) {
      rest -= weight;
      if (rest < 0) return value;
    }
    const last = pairs.at(-1);
    if (last === undefined) throw new RangeError('nothing to pick from');
    return last[0];
  }

  /** A random wait until the next event of a stream with this average rate, in ms. */
  wait(perSecond: number): number {
    return (-Math.log(1 - this.next()) / perSecond) * 1000;
  }

  /** `length` hexadecimal digits. */
  hex(length: number): string {
    let text = '';
    while (text.length < length) {
      text += Math.floor(this.next() * 0x1_0000_0000)
        .toString(16)
        .padStart(8, '0');
    }
    return text.slice(0, length);
  }
}

/** Hashes a 32-bit number. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}
