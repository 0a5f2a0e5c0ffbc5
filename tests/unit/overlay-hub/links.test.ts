import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MOST_WIDGETS } from '#backstage/diskQuota.ts';
import { LinkStore, linksShape, readTokens } from '#backstage/overlay/linkStore.ts';
import { overlayTokenSchema, WIDGET_VERSION } from '#shared/contract/overlay/widget.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-links-'));
  folders.push(folder);
  return folder;
}

function setUp(folder = folderOf()) {
  let now = 1000;
  let id = 0;
  const store = new LinkStore(
    folder,
    () => {
      id += 1;
      return `w${id}`;
    },
    () => now,
  );
  return { folder, store, pass: (ms: number) => (now += ms) };
}

/** The code of the error that `run` throws. */
function refusal(run: () => unknown): unknown {
  try {
    run();
    return null;
  } catch (error) {
    return Object(error).problem?.code;
  }
}

describe('link store', () => {
  it('gives each widget a random token and finds it by the whole token only', () => {
    const { store } = setUp();
    const links = Array.from({ length: 20 }, () => store.create('pkBar', 'PK', 'ja'));
    expect(new Set(links.map(({ token }) => token)).size).toBe(20);
    for (const { id, token } of links) {
      expect(overlayTokenSchema.safeParse(token).success).toBe(true);
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(store.byToken(token)?.id).toBe(id);
      expect(store.byToken(token.slice(0, -1))).toBeNull();
      expect(store.byToken(`${token}A`)).toBeNull();
    }
    expect(store.byToken('')).toBeNull();
  });

  it('keeps widgets and deleted widgets across a restart', () => {
    const { folder, store } = setUp();
    store.create('ranking', 'First', 'ja');
    store.create('workbench', 'Second', 'en');
    store.delete('w1');
    const again = setUp(folder).store;
    expect(again.list()).toEqual(store.list());
    expect(again.restore('w1').name).toBe('First');
    expect(again.list().map(({ name }) => name)).toEqual(['First', 'Second']);
  });

  it('restores a deleted widget in its place for a week', () => {
    const { store, pass } = setUp();
    for (const name of ['A', 'B', 'C']) store.create('pkBar', name, 'ja');
    const { token } = store.get('w2');
    store.delete('w2');
    expect(store.byToken(token)).toBeNull();
    store.restore('w2');
    expect(store.list().map(({ name }) => name)).toEqual(['A', 'B', 'C']);
    expect(store.byToken(token)?.name).toBe('B');
    store.delete('w2');
    pass(8 * 24 * 3_600_000);
    store.delete('w3');
    expect(refusal(() => store.restore('w2'))).toBe('overlay.notFound');
    expect(store.restore('w3').name).toBe('C');
  });

  it('rejects an update based on an older version, even within the same millisecond', () => {
    const { store } = setUp();
    const first = store.create('pkBar', 'PK', 'ja');
    const second = store.update('w1', 'Mine', first.options, first.changedAt);
    expect(second.changedAt).toBeGreaterThan(first.changedAt);
    expect(refusal(() => store.update('w1', 'Yours', first.options, first.changedAt))).toBe('overlay.stale');
    expect(store.get('w1').name).toBe('Mine');
    store.revoke('w1');
    expect(refusal(() => store.update('w1', 'Late', first.options, second.changedAt))).toBe('overlay.stale');
  });

  it('rejects an update that changes the kind', () => {
    const { store } = setUp();
    const { changedAt } = store.create('pkBar', 'PK', 'ja');
    const { options } = store.create('ranking', 'Ranking', 'ja');
    expect(refusal(() => store.update('w1', 'PK', options, changedAt))).toBe('invalid');
  });

  it('rejects CSS that would load something, names its line, and changes nothing', () => {
    const { store } = setUp();
    const { id, name, options, changedAt } = store.create('goal', 'Goal', 'ja');
    const css = '.goal {}\n@import "https://a.example/x.css";';
    const wrong = { ...options, frame: { ...options.frame, css } };
    expect(refusal(() => store.update(id, name, wrong, changedAt))).toBe('overlay.css');
    expect(store.get(id).options).toEqual(options);
  });

  it('lists the pictures of widgets, also of a deleted one that can be restored', () => {
    const { store } = setUp();
    const picture = 'a'.repeat(64);
    const { id, name, options, changedAt } = store.create('giftAlert', 'Alert', 'ja');
    if (options.kind !== 'giftAlert') throw new TypeError('the widget is of another kind');
    expect([...store.pictures()]).toEqual([]);
    store.update(id, name, { ...options, picture }, changedAt);
    expect([...store.pictures()]).toEqual([picture]);
    store.delete(id);
    expect([...store.pictures()]).toEqual([picture]);
  });

  it('limits the number of widgets', () => {
    const { store } = setUp();
    for (let number = 0; number < MOST_WIDGETS; number += 1) store.create('pkBar', 'PK', 'ja');
    expect(refusal(() => store.create('pkBar', 'PK', 'ja'))).toBe('overlay.tooMany');
  });

  it('adds the default of an option that a stored widget lacks', () => {
    const { folder, store } = setUp();
    const { id, token } = store.create('countdown', 'Time', 'ja');
    const file = join(folder, 'overlays.json');
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    stored.content.links[0].options = { kind: 'countdown' };
    writeFileSync(file, JSON.stringify(stored));
    const link = setUp(folder).store.get(id);
    expect(link.token).toBe(token);
    expect(link.options).toMatchObject({ kind: 'countdown', showRound: true, frame: { theme: 'plate' } });
  });

  it('keeps a stored scene that holds a widget twice, with that widget once', () => {
    const { folder, store } = setUp();
    const { id } = store.create('scene', 'Scene', 'ja');
    const file = join(folder, 'overlays.json');
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    const place = { x: 0, y: 0, width: 300, height: 200 };
    stored.content.links[0].options.items = [
      { widget: 'one', ...place },
      { widget: 'two', ...place },
      { widget: 'one', ...place, x: 90 },
    ];
    writeFileSync(file, JSON.stringify(stored));
    const { options } = setUp(folder).store.get(id);
    expect(options).toMatchObject({ items: [{ widget: 'one', x: 0 }, { widget: 'two' }] });
  });

  it('does not overwrite a file of a newer version', () => {
    const { folder, store } = setUp();
    store.create('pkBar', 'PK', 'ja');
    const file = join(folder, 'overlays.json');
    const newer = JSON.stringify({ version: WIDGET_VERSION + 1, content: { anything: 1 } });
    writeFileSync(file, newer);
    const again = setUp(folder).store;
    expect(again.list()).toEqual([]);
    expect(again.fault).toMatchObject({ backup: null, newer: file });
    expect(() => again.create('pkBar', 'PK', 'ja')).toThrow('storage.newer');
    expect(readFileSync(file, 'utf8')).toBe(newer);
  });

  it('has a migration for each earlier version', () => {
    expect(linksShape.migrations).toHaveLength(WIDGET_VERSION - 1);
  });

  it('reads the tokens of a folder that is not open, and none from a broken file', async () => {
    const { folder, store } = setUp();
    const { token } = store.create('pkBar', 'PK', 'ja');
    expect(await readTokens(folder)).toEqual([token]);
    writeFileSync(join(folder, 'overlays.json'), '{');
    expect(await readTokens(folder)).toEqual([]);
    expect(await readTokens(join(folder, 'nowhere'))).toEqual([]);
  });
});
