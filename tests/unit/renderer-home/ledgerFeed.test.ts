import { describe, expect, it } from 'vitest';
import { FakeLink, fakePlatform } from '#renderer/data/platform/fake.ts';
import { createRingside } from '#renderer/data/ringside.ts';
import { createSettingsStore } from '#renderer/data/stores/settingsStore.ts';
import { Corrections } from '#renderer/features/show/ledger/corrections.ts';
import { LedgerFeed } from '#renderer/features/show/ledger/ledgerFeed.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { Input } from '#shared/contract/input.ts';
import { PRESET_VERSION, presetSchema } from '#shared/contract/preset.ts';
import { rowOf } from './ledgerModel.ts';

/** A page over a fake link. `paint` runs the animation frames. */
async function openPage(pages: FakeLink['answers']) {
  const link = new FakeLink({
    'show.subscribe': () => ({ showId: 'show', snapshot: null, inputs: [], seq: 0 }),
    ...pages,
  });
  const frames: (() => void)[] = [];
  const memory = new Map<string, string>();
  const ringside = createRingside({
    platform: fakePlatform(link),
    settings: createSettingsStore({
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
    }),
    nextFrame: (task) => frames.push(task),
    now: () => 0,
    after: () => () => {},
  });
  const paint = async () => {
    // Let the link's responses arrive before the frame that shows them.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    for (const frame of frames.splice(0)) frame();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  link.setState({ phase: 'open' });
  await paint();
  let seq = 0;
  const push = async (...inputs: Input[]) => {
    link.push({ push: 'inputs', showId: 'show', inputs: inputs.map((input) => ({ seq: ++seq, input })) });
    await paint();
  };
  return { link, ringside, push, paint };
}

const told = {
  gifts: 12,
  viewers: 1,
  viewer: 'Mika',
  target: 'anchor:a' as const,
  placed: false,
  leftOutOf: null,
};

const command = { kind: 'command' as const, at: 1, by: 'test' };
const preset = presetSchema.parse({
  version: PRESET_VERSION,
  id: 'p',
  name: 'P',
  anchors: [{ id: 'a', nickname: 'Aya' }],
});
const room: Input = { kind: 'room', at: 1, username: 'host', roomId: '1', ownerId: '9', title: '' };
const opening: Input[] = [
  room,
  { ...command, command: 'choosePreset', preset },
  { ...command, command: 'session', action: 'start' },
];

function gift(msgId: string, repeat: number): Input {
  return {
    kind: 'gift',
    at: 10,
    sentAt: 10,
    msgId,
    user: { id: 'v', name: 'Mika', username: 'mika' },
    giftId: 5655,
    giftName: 'Rose',
    diamonds: 1,
    streak: true,
    group: 'g',
    repeat,
    end: false,
    tickets: repeat,
  };
}

describe('ledger feed', () => {
  it('adds the row of a new gift and updates it when the streak grows', async () => {
    const page = await openPage({ 'ledger.page': () => ({ rows: [], next: null, total: 0, seq: 3 }) });
    await page.push(...opening);
    const feed = new LedgerFeed(page.ringside, 'show', {});
    const stop = feed.start();
    await page.paint();
    expect(feed.window.total).toBe(0);
    await page.push(gift('m1', 1));
    expect(feed.window.rowAt(0)).toMatchObject({ viewerName: 'Mika', count: 1, target: 'unallocated' });
    await page.push(gift('m2', 4));
    expect(feed.window.rowAt(0)).toMatchObject({ count: 4, votesTenths: 40 });
    expect(feed.window.total).toBe(1);
    stop();
  });

  it('reports why a page could not be read, and reads it on retry', async () => {
    let failing = true;
    const page = await openPage({
      'ledger.page': () => {
        if (failing) throw new RingsideError('internal');
        return { rows: [rowOf(3)], next: null, total: 1, seq: 3 };
      },
    });
    const feed = new LedgerFeed(page.ringside, 'show', {});
    const stop = feed.start();
    await page.paint();
    expect(feed.problem?.code).toBe('internal');
    failing = false;
    feed.retry();
    await page.paint();
    expect(feed.problem).toBeNull();
    expect(feed.window.rowAt(0)?.rowId).toBe(3);
    stop();
  });

  it('starts at a saved top row several pages down and hides the newer rows above it', async () => {
    const all = Array.from({ length: 40 }, (_, place) => rowOf(40 - place));
    const page = await openPage({
      'ledger.page': ({ before = 41, limit }) => {
        const rows = all.filter(({ rowId }) => rowId < before).slice(0, limit);
        return { rows, next: rows.at(-1)?.rowId ?? null, total: all.length, seq: 40 };
      },
    });
    const feed = new LedgerFeed(page.ringside, 'show', {}, 4, 11);
    const stop = feed.start();
    for (let turn = 0; turn < 10; turn += 1) await page.paint();
    expect(feed.window.rowAt(0)?.rowId).toBe(11);
    expect(feed.window.hidden).toBe(29);
    feed.pin(false);
    expect(feed.window.rowAt(0)?.rowId).toBe(40);
    stop();
  });

  it('reads no page while another show is open', async () => {
    const page = await openPage({ 'ledger.page': () => ({ rows: [], next: null, total: 0, seq: 3 }) });
    const stop = new LedgerFeed(page.ringside, 'other', {}).start();
    await page.paint();
    expect(page.link.asked.filter(({ name }) => name === 'ledger.page')).toEqual([]);
    stop();
  });
});

describe('corrections', () => {
  it('keeps a row pending until the engine has folded its correction, and undoes it', async () => {
    const page = await openPage({
      'ledger.reassign': () => ({ seq: 5 }),
      'ledger.undo': () => ({ seq: 6, rows: 1, told }),
    });
    await page.push(...opening, gift('m1', 1));
    const corrections = new Corrections(page.ringside);
    const stop = corrections.follow();
    await corrections.assign([rowOf(4)], 'anchor:a');
    expect([...corrections.store.getState().pending.keys()]).toEqual([4]);
    expect(corrections.store.getState().outcome).toMatchObject({ did: 'one', seq: 5 });
    await page.push({ kind: 'clock', at: 20 });
    expect(corrections.store.getState().pending.size).toBe(0);
    await corrections.undo();
    expect(corrections.store.getState().outcome).toEqual({ did: 'undone', seq: 6, told });
    stop();
  });

  it('shows a toast and leaves no row pending when a correction is rejected', async () => {
    const page = await openPage({
      'ledger.reassign': () => {
        throw new RingsideError('session.notStarted');
      },
    });
    const corrections = new Corrections(page.ringside);
    await corrections.assign([rowOf(4)], 'anchor:a');
    expect(corrections.store.getState()).toMatchObject({ outcome: null });
    expect(corrections.store.getState().pending.size).toBe(0);
    const [toast] = page.ringside.toasts.getState().toasts;
    expect(toast?.summary.key).toBe('error.session.notStarted');
  });

  it('skips rows that have the target already and rows that are pending', async () => {
    const page = await openPage({ 'ledger.reassign': () => ({ seq: 99 }) });
    const corrections = new Corrections(page.ringside);
    await corrections.assign([rowOf(4, { target: 'anchor:a' })], 'anchor:a');
    await corrections.assign([rowOf(5)], 'anchor:a');
    await corrections.assign([rowOf(5), rowOf(6)], 'uncounted');
    const asked = page.link.asked.filter(({ name }) => name === 'ledger.reassign').map(({ args }) => args);
    expect(asked).toEqual([
      { rowIds: [5], to: 'anchor:a', from: ['unallocated'] },
      { rowIds: [6], to: 'uncounted', from: ['unallocated'] },
    ]);
  });

  it('shows the current target of a row that another operator has moved', async () => {
    const page = await openPage({
      'ledger.reassign': () => {
        throw new RingsideError('ledger.stale', { rowId: 4, target: 'uncounted' });
      },
    });
    const corrections = new Corrections(page.ringside);
    await corrections.assign([rowOf(4)], 'anchor:a');
    expect(corrections.store.getState().outcome).toBeNull();
    const [toast] = page.ringside.toasts.getState().toasts;
    expect(toast).toMatchObject({
      severity: 'warn',
      summary: { key: 'toast.stale' },
      detail: { key: 'toast.stale.uncounted', params: { shown: rowOf(4).count } },
    });
  });

  it('redoes an undone correction, unless a new correction was made', async () => {
    const undone: unknown[] = [];
    const page = await openPage({
      'ledger.reassign': () => ({ seq: 20 }),
      'ledger.undo': (args) => {
        undone.push(args.seq);
        return { seq: 30 + undone.length, rows: 1, told };
      },
    });
    const corrections = new Corrections(page.ringside);
    await corrections.undo(20);
    await corrections.redo();
    expect(corrections.store.getState().outcome).toEqual({ did: 'redone', seq: 32, told });
    await corrections.undo(20);
    await corrections.assign([rowOf(7)], 'uncounted');
    await corrections.redo();
    expect(undone).toEqual([20, 31, 20]);
    const [toast] = page.ringside.toasts.getState().toasts;
    expect(toast?.summary.key).toBe('ledger.nothingToRedo');
  });
});
