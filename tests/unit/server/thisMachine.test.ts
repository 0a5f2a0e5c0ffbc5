import { describe, expect, it } from 'vitest';
import { addressOf } from '#server/trust.ts';

const from = (forwarded?: string) => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress: '10.0.0.1' },
});

describe('the address of a sender', () => {
  it.each([
    ['without a proxy', 0, undefined, '10.0.0.1'],
    ['with a forged header, without a proxy', 0, '1.1.1.1', '10.0.0.1'],
    ['behind one proxy', 1, '1.1.1.1', '1.1.1.1'],
    ['with a forged header, behind one proxy', 1, '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['behind two proxies', 2, '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
    ['that bypasses the proxies', 2, undefined, '10.0.0.1'],
    ['with an empty header', 1, ' , ', '10.0.0.1'],
  ])('is found for a sender %s', (_what, proxies, forwarded, address) => {
    expect(addressOf(from(forwarded), proxies)).toBe(address);
  });
});
