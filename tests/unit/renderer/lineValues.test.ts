import { describe, expect, it } from 'vitest';
import { isAddress, lineValues, typedLines } from '#renderer/tool/setting/lines/lineValues.ts';
import type { Line } from '#shared/contract/connection.ts';

const line: Line = {
  id: 'line1',
  kind: 'direct',
  webUrl: 'https://web.test',
  wsUrl: 'wss://cdn.test',
  signUrl: 'https://sign.test',
  signKey: '',
  relayUrl: '',
};
const typed = (part: Partial<Line>) => {
  const values = { ...line, relayToken: '', ...part };
  return typedLines([line], { line1: values })[0];
};

describe('the addresses of a line', () => {
  it('are the same after being shown and saved unchanged', () => {
    expect(typedLines([line], lineValues([line]))).toEqual([line]);
  });

  it('lose the spaces around them, and may be emptied where the line can do without', () => {
    expect(typed({ webUrl: ' https://other.test ', signUrl: '' })).toEqual({
      ...line,
      webUrl: 'https://other.test',
      signUrl: '',
    });
    expect(typed({ relayToken: 'abc' })).toEqual({ ...line, relayToken: 'abc' });
    expect(typed({ relayToken: ' ' })).toEqual(line);
  });

  it('stay what they were where what was typed for another kind cannot be one', () => {
    expect(typed({ kind: 'relay', wsUrl: 'nowhere', relayUrl: 'wss://relay.test' })).toEqual({
      ...line,
      kind: 'relay',
      relayUrl: 'wss://relay.test',
    });
  });

  it('have the scheme of what they are for', () => {
    expect(isAddress('webUrl', 'wss://web.test')).toBe(false);
    expect(isAddress('wsUrl', 'wss://web.test')).toBe(true);
    expect(isAddress('relayUrl', '')).toBe(true);
    expect(isAddress('wsUrl', '')).toBe(false);
  });
});
