import { describe, expect, it } from 'vitest';
import { isTrustedHost, isTrustedOrigin } from '#server/trust.ts';

const trust = { publicHost: 'ringside.example', listenHost: '127.0.0.1' };

describe('a page of another site', () => {
  it.each([
    ['https://evil.example', '127.0.0.1:5180'],
    ['http://127.0.0.1:9999', '127.0.0.1:5180'],
    ['null', '127.0.0.1:5180'],
    ['file://', '127.0.0.1:5180'],
    ['chrome-extension://abc', '127.0.0.1:5180'],
    ['http://evil.example:5180', 'evil.example:5180'],
    ['http://127.0.0.1.evil.example:5180', '127.0.0.1.evil.example:5180'],
    ['http://localhost.evil.example', 'localhost.evil.example'],
    ['http://ringside.example.evil', 'ringside.example.evil'],
    ['', '127.0.0.1:5180'],
    [undefined, '127.0.0.1:5180'],
    ['http://127.0.0.1:5180', undefined],
    ['http://user@evil.example', '127.0.0.1:5180'],
  ])('is refused from origin %s at host %s', (origin, host) => {
    expect(isTrustedOrigin(origin, host, trust)).toBe(false);
  });
});

describe('a page of this server', () => {
  it.each([
    ['http://127.0.0.1:5180', '127.0.0.1:5180'],
    ['http://localhost:5180', 'localhost:5180'],
    ['http://[::1]:5180', '[::1]:5180'],
    ['http://192.168.1.7:5180', '192.168.1.7:5180'],
    ['https://ringside.example', 'ringside.example'],
    ['http://localhost', 'localhost:80'],
  ])('is accepted from %s', (origin, host) => {
    expect(isTrustedOrigin(origin, host, trust)).toBe(true);
  });

  it('is not served under an unknown host name', () => {
    expect(isTrustedHost('rebound.example:5180', trust)).toBe(false);
    expect(isTrustedHost('a'.repeat(300), trust)).toBe(false);
    expect(isTrustedHost('localhost:5180/x', trust)).toBe(false);
    expect(isTrustedHost(undefined, trust)).toBe(false);
  });
});
