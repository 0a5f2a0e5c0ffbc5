import { describe, expect, it } from 'vitest';
import { withSignInToken } from '#electron/backstage/backstageServer.ts';
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

describe('withSignInToken', () => {
  it('adds the token to a relay line through the server of the sign-in', () => {
    expect(withSignInToken(line({}), user).relayToken).toBe('secret');
    const local = { server: 'http://127.0.0.1:5180', token: 'local' };
    expect(withSignInToken(line({ relayUrl: 'ws://127.0.0.1:5180/' }), local).relayToken).toBe('local');
  });

  it.each([
    ['another server', { relayUrl: 'wss://other.test' }],
    ['another port', { relayUrl: 'wss://ringside.test:444' }],
    ['the same server in the clear', { relayUrl: 'ws://ringside.test' }],
    ['no address at all', { relayUrl: '' }],
    ['a direct line', { kind: 'direct' }],
  ] as const)('never adds the token for %s', (_target, change) => {
    expect(withSignInToken(line(change), user).relayToken).toBeUndefined();
  });

  it('keeps a token that was entered for the line', () => {
    expect(withSignInToken(line({ relayToken: 'own' }), user).relayToken).toBe('own');
    expect(withSignInToken(line({ relayToken: '' }), user).relayToken).toBe('secret');
    expect(withSignInToken(line({}), null).relayToken).toBeUndefined();
  });
});
