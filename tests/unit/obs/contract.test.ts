import { describe, expect, it } from 'vitest';
import {
  defaultObsSettings,
  obsSettingsSchema,
  readObsSettings,
  typedObsAddress,
} from '#shared/contract/obs.ts';

describe('the address of OBS', () => {
  it.each([
    ['127.0.0.1:4455', 'ws://127.0.0.1:4455'],
    [' localhost ', 'ws://localhost:4455'],
    ['ws://LOCALHOST:4460/', 'ws://localhost:4460'],
    ['127.0.0.1', 'ws://127.0.0.1:4455'],
  ])('%j is read as %s', (typed, address) => {
    expect(typedObsAddress(typed)).toBe(address);
  });

  it.each([
    '',
    '192.168.1.20:4455',
    'example.com',
    'wss://127.0.0.1:4455',
    'http://127.0.0.1:4455',
    '127.0.0.1:99999',
    '127.0.0.1.example.com',
    'me@127.0.0.1',
    '127.0.0.1:4455/path',
  ])('%j is rejected, because only OBS on this computer may be reached', (typed) => {
    expect(typedObsAddress(typed)).toBeNull();
  });
});

describe('stored settings of OBS', () => {
  it('fall back to the default when they do not parse', () => {
    for (const stored of [null, 'x', {}, { ...defaultObsSettings, address: 'ws://evil.test:1' }])
      expect(readObsSettings(stored)).toEqual(defaultObsSettings);
  });

  it('keep scenes that lack a moment of a later version', () => {
    const read = obsSettingsSchema.parse({ ...defaultObsSettings, scenes: { p1: { settled: 'Break' } } });
    expect(read.scenes.p1).toEqual({ roundStart: '', settled: 'Break', resurrection: '' });
  });
});
