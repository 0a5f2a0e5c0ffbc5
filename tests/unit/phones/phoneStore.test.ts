import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MOST_PHONES, PhoneStore } from '#backstage/phones/phoneStore.ts';

const DAY_MS = 24 * 3_600_000;

let folder = '';
let now = 0;
const open = () => new PhoneStore(folder, () => now);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-phones-'));
  now = 1_000_000;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('phone store', () => {
  it('finds a phone by its token, also after a restart, and by no other text', () => {
    const token = open().pair('Aoi’s phone');
    const store = open();
    expect(store.paired.byToken(token)?.name).toBe('Aoi’s phone');
    for (const wrong of ['', token.slice(1), `${token}A`, token.toLowerCase().toUpperCase()]) {
      expect(store.paired.byToken(wrong)).toBeNull();
    }
  });

  it('stores a hash and never the token, and makes tokens of 256 bits', () => {
    const store = open();
    const tokens = [store.pair('One'), store.pair('Two')];
    const stored = readFileSync(join(folder, 'phones.json'), 'utf8');
    for (const token of tokens) {
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(stored).not.toContain(token);
    }
    expect(tokens[0]).not.toBe(tokens[1]);
    // The digest is not accepted as a token.
    for (const { digest } of store.paired.list()) expect(store.paired.byToken(digest)).toBeNull();
  });

  it('forgets the token of a revoked phone until an undo within a day', () => {
    const store = open();
    const token = store.pair('One');
    const id = store.paired.list()[0]?.id ?? '';
    store.paired.revoke(id);
    expect(store.paired.byToken(token)).toBeNull();
    now += DAY_MS - 1;
    const reopened = open();
    reopened.paired.restore(id);
    expect(reopened.paired.byToken(token)?.id).toBe(id);
    reopened.paired.revoke(id);
    now += DAY_MS;
    expect(() => reopened.paired.restore(id)).toThrow('phone.notFound');
    expect(() => reopened.paired.revoke(id)).toThrow('phone.notFound');
  });

  it('refuses more phones than the limit, also by an undo', () => {
    const store = open();
    store.pair('First');
    const id = store.paired.list()[0]?.id ?? '';
    store.paired.revoke(id);
    for (let count = 0; count < MOST_PHONES; count += 1) store.pair(`Phone ${count}`);
    expect(() => store.pair('One too many')).toThrow('phone.tooMany');
    expect(() => store.paired.restore(id)).toThrow('phone.tooMany');
  });

  it('notes the last use once a minute at most', () => {
    const store = open();
    store.pair('One');
    const id = store.paired.list()[0]?.id ?? '';
    now += 59_000;
    expect(store.paired.noteUse(id)).toBe(false);
    now += 1000;
    expect(store.paired.noteUse(id)).toBe(true);
    expect(open().paired.list()[0]?.usedAt).toBe(now);
  });

  it('keeps a file aside that cannot be read, and begins closed and without phones', () => {
    const store = open();
    store.pair('One');
    store.setOpen(true, 17_850);
    expect(open()).toMatchObject({ open: true, port: 17_850 });
    writeFileSync(join(folder, 'phones.json'), '{"version":1,"content":{"open":true}}');
    const reopened = open();
    expect(reopened.fault.backup).toContain('phones.broken-');
    expect(reopened).toMatchObject({ open: false, port: null });
    expect(reopened.paired.list()).toEqual([]);
  });
});
