import { describe, expect, it } from 'vitest';
import { readCookie, writeCookie } from '#server/api/device.ts';

describe('a cookie', () => {
  it('is HttpOnly, same-site, and Secure over https', () => {
    expect(writeCookie('a', 'b', { path: '/api', https: false })).toBe(
      'a=b; Path=/api; HttpOnly; SameSite=Strict',
    );
    expect(writeCookie('a', 'b', { path: '/api', https: true, maxAgeSeconds: 60 })).toBe(
      'a=b; Path=/api; Max-Age=60; HttpOnly; SameSite=Strict; Secure',
    );
  });

  it.each([
    ['ringside.device=x', 'x'],
    ['other=1; ringside.device=x=y; more=2', 'x=y'],
    ['ringsideXdevice=1', null],
    ['xringside.device=1', null],
    ['ringside.device', ''],
    ['', null],
    [undefined, null],
  ])('is read from %j as %j', (header, value) => {
    expect(readCookie(header, 'ringside.device')).toBe(value);
  });
});
