/**
 * A seeded source of chance: equal seeds give equal shows, to the byte, on every machine. Whatever needs chance
 * takes one of these as an argument.
 */
export class Random {
  #state: number;

  /** Any numbers make a seed; several are mixed, so that (show, viewer) is a seed too. */
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

  /** One of the pairs' values, each as likely as its weight. */
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

  /** The wait until the next event of a stream with this many events a second, in ms. */
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

/** Spreads the bits of a 32-bit number over all its places. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}
