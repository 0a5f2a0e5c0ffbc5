import { describe, expect, it } from 'vitest';
import {
  isAddress,
  type LineValues,
  lineValues,
  typedLines,
} from '#renderer/features/settings/lineValues.ts';
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

describe('fields of a line', () => {
  it('save an unchanged line unchanged', () => {
    expect(typedLines([line], lineValues([line]))).toEqual([unchanged]);
  });

  it('trim addresses, and accept an empty optional address', () => {
    expect(typed({ webUrl: ' https://other.test ', signUrl: '' })).toEqual({
      ...unchanged,
      webUrl: 'https://other.test',
      signUrl: '',
    });
  });

  it('keep the stored address of another kind if the typed one is invalid', () => {
    expect(typed({ kind: 'relay', wsUrl: 'nowhere', relayUrl: 'wss://relay.test' })).toEqual({
      ...unchanged,
      kind: 'relay',
      relayUrl: 'wss://relay.test',
    });
  });

  it('omit a secret unless it was typed, and clear it only on request', () => {
    expect(typed({ relayToken: ' abc ' })).toEqual({ ...unchanged, relayToken: 'abc' });
    expect(typed({ relayToken: ' ', signKey: '' })).toEqual(unchanged);
    expect(typed({ removeSignKey: true })).toEqual({ ...unchanged, signKey: '' });
    expect(typed({ removeSignKey: true, signKey: 'new' })).toEqual({ ...unchanged, signKey: 'new' });
  });

  it('accept only the scheme of each address', () => {
    expect(isAddress('webUrl', 'wss://web.test')).toBe(false);
    expect(isAddress('wsUrl', 'wss://web.test')).toBe(true);
    expect(isAddress('relayUrl', '')).toBe(true);
    expect(isAddress('wsUrl', '')).toBe(false);
  });
});
