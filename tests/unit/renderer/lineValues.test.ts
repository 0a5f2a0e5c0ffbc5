import { describe, expect, it } from 'vitest';
import {
  isAddress,
  type LineValues,
  lineValues,
  typedLines,
} from '#renderer/features/settings/lines/lineValues.ts';
import type { ShownLine } from '#shared/contract/connection.ts';

const unchanged = {
  id: 'line1',
  kind: 'direct',
  webUrl: 'https://web.test',
  wsUrl: 'wss://cdn.test',
  signUrl: 'https://sign.test',
  relayUrl: '',
} as const;
const line: ShownLine = { ...unchanged, hasSignKey: true, hasRelayToken: false };
const typed = (part: Partial<LineValues[string]>) => {
  const values = lineValues([line]);
  return typedLines([line], { line1: { ...(values.line1 ?? fail()), ...part } })[0];
};
const fail = (): never => {
  throw new Error('the line has no fields');
};

describe('the fields of a line', () => {
  it('save the line unchanged when nothing was typed', () => {
    expect(typedLines([line], lineValues([line]))).toEqual([unchanged]);
  });

  it('lose the spaces around addresses, and may be emptied where the line can do without', () => {
    expect(typed({ webUrl: ' https://other.test ', signUrl: '' })).toEqual({
      ...unchanged,
      webUrl: 'https://other.test',
      signUrl: '',
    });
  });

  it('stay what they were where what was typed for another kind cannot be an address', () => {
    expect(typed({ kind: 'relay', wsUrl: 'nowhere', relayUrl: 'wss://relay.test' })).toEqual({
      ...unchanged,
      kind: 'relay',
      relayUrl: 'wss://relay.test',
    });
  });

  it('leave a secret out unless it was typed, and empty it only when it is to be removed', () => {
    expect(typed({ relayToken: ' abc ' })).toEqual({ ...unchanged, relayToken: 'abc' });
    expect(typed({ relayToken: ' ', signKey: '' })).toEqual(unchanged);
    expect(typed({ removeSignKey: true })).toEqual({ ...unchanged, signKey: '' });
    expect(typed({ removeSignKey: true, signKey: 'new' })).toEqual({ ...unchanged, signKey: 'new' });
  });

  it('accept only the scheme that an address needs', () => {
    expect(isAddress('webUrl', 'wss://web.test')).toBe(false);
    expect(isAddress('wsUrl', 'wss://web.test')).toBe(true);
    expect(isAddress('relayUrl', '')).toBe(true);
    expect(isAddress('wsUrl', '')).toBe(false);
  });
});
