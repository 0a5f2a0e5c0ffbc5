import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readState } from '#backstage/journal/snapshots.ts';
import { Uncounted } from '#backstage/show/uncounted.ts';
import type { CommandInput, GiftInput } from '#shared/contract/input.ts';
import { serialise } from '#shared/game/serialise.ts';
import { openShow, rose } from './journalShow.ts';
import { backstage, temporaryFolder } from './setup.ts';

/** A Rose that makes the fold throw halfway. */
const unfoldable = (msgId: string): GiftInput => ({ ...rose(msgId), user: JSON.parse('null') });

/** A Rose that the fold accepts and the journal refuses, because its columns are integers. */
const unwritable = (msgId: string): GiftInput => ({ ...rose(msgId), group: msgId, giftId: 1.5 });

describe.each([
  ['the fold', unfoldable],
  ['the journal', unwritable],
])('input that %s cannot process', (_where, bad) => {
  it('is stored beside the journal and reported, and the inputs around it count', async () => {
    const folder = temporaryFolder();
    const { show, advance, blocked, uncounted } = openShow(folder);
    const acked: string[] = [];
    show.add([{ input: rose('1', 1_700_000_000_000, 1) }], () => acked.push('1'));
    show.add([{ input: rose('2', 1_700_000_000_000, 2) }, { input: bad('bad') }], () => acked.push('2'));
    show.add([{ input: rose('3', 1_700_000_000_000, 3) }], () => {
      // A message is acknowledged only after it is stored.
      expect(existsSync(join(folder, 'uncounted.jsonl'))).toBe(true);
      acked.push('3');
    });
    await advance(10);

    expect(acked).toEqual(['1', '2', '3']);
    expect(show.state.seen.count).toBe(3);
    expect(serialise(readState(show.journal))).toEqual(serialise(show.state));
    expect(blocked).toEqual([]);
    expect(uncounted).toMatchObject([{ code: 'show.uncounted', params: { count: 1 } }]);
    expect(readFileSync(join(folder, 'uncounted.jsonl'), 'utf8')).toContain('"msgId":"bad"');
    // A gap tells the host that gifts may be missing.
    expect(show.state.gaps).toMatchObject([{ cause: 'badFrame' }]);

    show.add([{ input: bad('bad') }, { input: rose('4', 1_700_000_000_000, 4) }], () => acked.push('4'));
    await advance(10);
    expect(acked).toHaveLength(4);
    expect(uncounted).toHaveLength(1);
    await show.close();

    const again = openShow(folder);
    expect(again.show.state.seen.count).toBe(4);
    again.show.notifyUncounted();
    expect(again.uncounted).toEqual(uncounted);
    await again.show.close();
  });

  it('waits in memory while the disk is full too', async () => {
    const folder = temporaryFolder();
    const { show, advance, blocked } = openShow(folder);
    let acked = false;
    vi.spyOn(Uncounted.prototype, 'store').mockImplementationOnce(() => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    });
    show.add([{ input: bad('bad') }, { input: rose('1') }], () => {
      acked = true;
    });
    await advance(10);
    expect([acked, blocked]).toEqual([false, [true]]);
    await advance(10_000);
    expect([acked, blocked, show.state.seen.count]).toEqual([true, [true, false], 1]);
    await show.close();
  });
});

describe('command that the fold cannot process', () => {
  it('is refused at once, is not stored and changes nothing', async () => {
    const { show, advance, committed, uncounted } = openShow(temporaryFolder());
    show.add([{ input: rose('1') }], () => {});
    await advance(10);
    const before = serialise(show.state);
    const command: CommandInput = {
      kind: 'command',
      command: 'choosePreset',
      at: 1_700_000_000_000,
      by: 'window-1',
      preset: JSON.parse('null'),
    };
    await expect(show.commit([command])).rejects.toThrow('internal');
    expect(serialise(show.state)).toEqual(before);
    show.add([{ input: rose('2', 1_700_000_000_000, 2) }], () => {});
    await advance(10);
    expect([committed, uncounted, show.state.seen.count]).toEqual([[1, 2], [], 2]);
    await show.close();
  });
});

describe('uncounted input', () => {
  it('is reported to every screen of the show, also after a restart', async () => {
    const dataDir = temporaryFolder();
    const { show, advance } = openShow(join(dataDir, 'shows', '20260101-000000-000aaaa'));
    show.add([{ input: rose('1') }, { input: unwritable('bad') }], () => {});
    await advance(10);
    await show.close();
    const { screen } = await backstage({ dataDir });
    expect(screen.notices.get('show.uncounted')).toMatchObject({
      code: 'show.uncounted',
      params: { count: 1, last: 'Mika: Rose ×1' },
    });
    expect(screen.state.seen.count).toBe(1);
  });
});
