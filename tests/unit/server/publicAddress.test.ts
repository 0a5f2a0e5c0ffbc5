import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, publicOnly } from '#server/outbound/guard.ts';

describe('an address', () => {
  it.each(['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
    'is public: %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '127.8.9.10',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '192.0.0.8',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    'fe80::1%eth0',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '::127.0.0.1',
    '',
    'localhost',
    // IPv4 addresses inside IPv6 addresses in the hexadecimal form of URLs, and unassigned blocks.
    '::7f00:1',
    '::a9fe:a9fe',
    '64:ff9b:1::a00:1',
    '1::1',
    '4000::1',
  ])('is not public: %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a guarded look-up', () => {
  const lookUp = (addresses: string[]) =>
    new Promise<string | LookupAddress[]>((resolve, reject) => {
      const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      publicOnly((_name, _options, callback) => callback(null, found))(
        'platform.test',
        { all: true },
        (error, address) => (error === null ? resolve(address) : reject(error)),
      );
    });

  it('returns public addresses unchanged', async () => {
    expect(await lookUp(['1.1.1.1', '2606:4700:4700::1111'])).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ]);
  });

  it('fails if one address is not public, or if there is none', async () => {
    await expect(lookUp(['1.1.1.1', '127.0.0.1'])).rejects.toThrow('room.hostNotAllowed');
    await expect(lookUp([])).rejects.toThrow('room.hostNotAllowed');
  });
});
