import { describe, expect, it } from 'vitest';
import { knownToRelay } from '#electron/backstage/relayUser.ts';
import { type Line, lineSchema } from '#shared/contract/connection.ts';

const user = { server: 'https://ringside.test', token: 'secret' };
const line = (change: Partial<Line>): Line =>
  lineSchema.parse({
    id: 'line2',
    kind: 'relay',
    webUrl: 'https://www.test',
    wsUrl: 'wss://live.test',
    signUrl: '',
    signKey: '',
    relayUrl: 'wss://ringside.test',
    ...change,
  });

describe('a relay line', () => {
  it('uses the sign-in at the server that it goes through', () => {
    expect(knownToRelay(line({}), user).relayToken).toBe('secret');
    const local = { server: 'http://127.0.0.1:5180', token: 'local' };
    expect(knownToRelay(line({ relayUrl: 'ws://127.0.0.1:5180/' }), local).relayToken).toBe('local');
  });

  it.each([
    ['another server', { relayUrl: 'wss://other.test' }],
    ['another port', { relayUrl: 'wss://ringside.test:444' }],
    ['the same server in the clear', { relayUrl: 'ws://ringside.test' }],
    ['no address at all', { relayUrl: '' }],
    ['a direct line', { kind: 'direct' }],
  ] as const)('never gives it to %s', (_whom, change) => {
    expect(knownToRelay(line(change), user).relayToken).toBeUndefined();
  });

  it('uses a token that was entered before it', () => {
    expect(knownToRelay(line({ relayToken: 'own' }), user).relayToken).toBe('own');
    expect(knownToRelay(line({ relayToken: '' }), user).relayToken).toBe('secret');
    expect(knownToRelay(line({}), null).relayToken).toBeUndefined();
  });
});
