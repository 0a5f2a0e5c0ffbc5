import { describe, expect, it } from 'vitest';
import { type Interfaces, isLocalSender, localAddresses } from '#backstage/phones/localNetwork.ts';
import { phoneMayCall, phoneMayGet } from '#backstage/phones/phoneServer.ts';
import { CODE_MS, PairingCode } from '#backstage/phones/phoneStore.ts';
import { SenderBudget } from '#backstage/sockets/throttledSocket.ts';
import { calls } from '#shared/contract/backstage.ts';
import { pairRequestSchema } from '#shared/contract/phones.ts';

describe('pairing code', () => {
  it('works once', () => {
    const pairing = new PairingCode(() => 0);
    const { code } = pairing.make();
    expect(Buffer.from(code, 'base64url')).toHaveLength(32);
    expect(pairing.take(code)).toBe(true);
    expect(pairing.take(code)).toBe(false);
  });

  it('expires after five minutes', () => {
    let now = 0;
    const pairing = new PairingCode(() => now);
    const { code, until } = pairing.make();
    expect(until).toBe(CODE_MS);
    now = CODE_MS;
    expect(pairing.isValid).toBe(false);
    expect(pairing.take(code)).toBe(false);
  });

  it('expires with a newer code, with its withdrawal, and after twenty wrong codes', () => {
    const pairing = new PairingCode(() => 0);
    const first = pairing.make().code;
    const second = pairing.make().code;
    expect(pairing.take(first)).toBe(false);
    expect(pairing.take(second)).toBe(true);
    const third = pairing.make().code;
    pairing.withdraw();
    expect(pairing.take(third)).toBe(false);
    const fourth = pairing.make().code;
    for (let wrong = 0; wrong < 20; wrong += 1) pairing.take('guess');
    expect(pairing.take(fourth)).toBe(false);
  });
});

describe('phone', () => {
  it('may make only the calls that steer a running show', () => {
    expect(Object.keys(calls).filter(phoneMayCall).sort()).toEqual([
      'dance.act',
      'late.decide',
      'ledger.habits',
      'ledger.page',
      'ledger.place',
      'ledger.reassign',
      'ledger.undo',
      'overlay.thank',
      'pictures.read',
      'round.act',
      'round.decideTie',
      'round.prepare',
      'show.subscribe',
    ]);
    for (const name of ['', 'round', 'toString', '__proto__']) expect(phoneMayCall(name)).toBe(false);
  });

  it('gets no push with links, lines, presets or other phones', () => {
    expect(phoneMayGet({ push: 'show', showId: null })).toBe(true);
    expect(phoneMayGet({ push: 'overlay.changed', links: [] })).toBe(false);
    expect(
      phoneMayGet({ push: 'lines', lines: [], bothLines: false, page: 'unavailable', pageWindows: false }),
    ).toBe(false);
    expect(phoneMayGet({ push: 'presets', presets: [] })).toBe(false);
    expect(phoneMayGet({ push: 'phones', phones: { available: true, open: true, phones: [] } })).toBe(false);
  });

  it('has a name without control characters', () => {
    const code = 'A'.repeat(43);
    expect(pairRequestSchema.parse({ code, name: ' Aoi\u202e\u0000 ' }).name).toBe('Aoi');
    for (const name of ['', '\u0000', 'x'.repeat(61)]) {
      expect(pairRequestSchema.safeParse({ code, name }).success).toBe(false);
    }
  });
});

const info = (address: string, cidr: string, internal = false) => ({
  address,
  cidr,
  internal,
  mac: '',
  netmask: '',
  family: 'IPv4' as const,
});
const interfaces: Interfaces = {
  lo: [info('127.0.0.1', '127.0.0.1/8', true)],
  docker0: [info('172.17.0.1', '172.17.0.1/16')],
  en0: [info('192.168.1.5', '192.168.1.5/24')],
  en1: [info('203.0.113.5', '203.0.113.5/24')],
};

describe('local network', () => {
  it('offers the address of the default route first, and none of virtual networks', async () => {
    expect(await localAddresses(interfaces, async () => '203.0.113.5')).toEqual([
      '203.0.113.5',
      '192.168.1.5',
    ]);
    expect(await localAddresses(interfaces, async () => null)).toEqual(['192.168.1.5', '203.0.113.5']);
    expect(await localAddresses({}, async () => null)).toEqual([]);
  });

  it.each(['127.0.0.1', '192.168.7.7', '10.1.2.3', '172.31.0.1', '::ffff:192.168.1.9', '203.0.113.99'])(
    'includes %s',
    (address) => expect(isLocalSender(address, interfaces)).toBe(true),
  );

  it.each(['8.8.8.8', '203.0.114.1', '172.32.0.1', '::1', 'fe80::1', '', 'localhost', undefined])(
    'excludes %s',
    (address) => expect(isLocalSender(address, interfaces)).toBe(false),
  );
});

describe('budget of a sender', () => {
  it('refills, and is separate for each sender', () => {
    let now = 0;
    const budget = new SenderBudget({ burst: 2, perSecond: 0.5 }, () => now);
    expect([budget.take('a'), budget.take('a')]).toEqual([0, 0]);
    expect(budget.take('a')).toBe(2);
    expect(budget.take('b')).toBe(0);
    now = 2000;
    expect(budget.take('a')).toBe(0);
  });
});
