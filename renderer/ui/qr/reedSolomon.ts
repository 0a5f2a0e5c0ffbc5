/**
 * The check bytes of a QR code: Reed-Solomon over the field of 256 elements with the polynomial
 * x^8 + x^4 + x^3 + x^2 + 1 (ISO/IEC 18004, annex A).
 */
const POLYNOMIAL = 0x11d;

const powers = new Uint8Array(255);
const logs = new Uint8Array(256);
let power = 1;
for (let exponent = 0; exponent < 255; exponent += 1) {
  powers[exponent] = power;
  logs[power] = exponent;
  power <<= 1;
  if (power > 255) power ^= POLYNOMIAL;
}

/** 2 to the power of `exponent` in the field; `exponent` may be anything from 0. */
export function powerOfTwo(exponent: number): number {
  return powers[exponent % 255] ?? 0;
}

export function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : powerOfTwo((logs[a] ?? 0) + (logs[b] ?? 0));
}

/** The product of (x - 2^i) for i below `degree`: coefficients from the second highest on. */
function generator(degree: number): number[] {
  let product = [1];
  for (let root = 0; root < degree; root += 1) {
    const next = [...product, 0];
    product.forEach((coefficient, place) => {
      next[place + 1] = (next[place + 1] ?? 0) ^ multiply(coefficient, powerOfTwo(root));
    });
    product = next;
  }
  return product.slice(1);
}

/** The `count` check bytes of a block of data. */
export function checkBytes(data: readonly number[], count: number): number[] {
  const divisor = generator(count);
  const rest: number[] = new Array<number>(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((coefficient, place) => {
      rest[place] = (rest[place] ?? 0) ^ multiply(coefficient, factor);
    });
  }
  return rest;
}
