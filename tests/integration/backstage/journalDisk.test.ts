import { describe, expect, it } from 'vitest';
import { openShow, rose } from './journalShow.ts';
import { temporaryFolder } from './setup.ts';

describe('journal', () => {
  it('keeps gifts while the disk is full, refuses commands, and writes all when there is room', async () => {
    const { show, clock, advance, committed, blocked } = openShow(temporaryFolder());
    const { db } = show.journal;
    db.exec('PRAGMA max_page_count = 1');
    let acknowledged = 0;
    for (let index = 0; index < 200; index += 1) {
      const name = 'n'.repeat(500);
      const input = { ...rose(`m${index}`, undefined, index + 1), giftName: name, group: String(index) };
      show.add([{ input }], () => (acknowledged += 1));
    }
    await advance(10);
    expect(blocked).toEqual([true]);
    expect(committed).toEqual([]);
    expect(acknowledged).toBe(0);
    const at = clock.now();
    const suspend = { kind: 'command', command: 'suspend', at, by: 'test', on: true } as const;
    await expect(show.command(suspend)).rejects.toThrow('storage.full');
    show.add([{ input: rose('later') }], () => (acknowledged += 1));
    await advance(2000);
    expect(blocked).toEqual([true]);
    db.exec('PRAGMA max_page_count = 1000000');
    await advance(6000);
    expect(blocked).toEqual([true, false]);
    await advance(6000);
    expect(acknowledged).toBe(201);
    expect(show.state.suspended).toBe(false);
    expect(show.committedSeq).toBe(show.state.seq);
  });

  it('reports a file that it may not write, not a full disk, and loses nothing', async () => {
    const folder = temporaryFolder();
    const problems: (string | null)[] = [];
    const { show, clock, advance } = openShow(folder, undefined, (problem) =>
      problems.push(problem?.code ?? null),
    );
    const { db } = show.journal;
    db.exec('PRAGMA query_only = 1');
    for (let index = 0; index < 20; index += 1) {
      show.add([{ input: { ...rose(`m${index}`), streak: false, group: '' } }], () => {});
    }
    await advance(10);
    expect(problems).toEqual(['storage.unwritable']);
    const at = clock.now();
    const suspend = { kind: 'command', command: 'suspend', at, by: 'test', on: true } as const;
    await expect(show.command(suspend)).rejects.toThrow('storage.unwritable');
    expect(show.committedState().seen.count).toBe(0);
    db.exec('PRAGMA query_only = 0');
    await advance(6000);
    expect(problems).toEqual(['storage.unwritable', null]);
    expect(show.committedState().seen.count).toBe(20);
    expect(show.state.suspended).toBe(false);
  });

  it('reverts the command that finds the disk full', async () => {
    const { show, advance, blocked } = openShow(temporaryFolder());
    show.add([{ input: rose('a') }], () => {});
    await advance(10);
    const { db } = show.journal;
    db.exec('PRAGMA max_page_count = 1');
    const gap = { kind: 'gap', at: 1, cause: 'silence', from: 0, until: 1, detail: 'd'.repeat(200) } as const;
    await expect(show.commit(Array.from({ length: 500 }, () => gap))).rejects.toThrow('storage.full');
    expect(show.state.gapCount).toBe(0);
    // Nothing waits to be written; the journal still tests whether the disk can be written.
    db.exec('BEGIN IMMEDIATE');
    await advance(2000);
    expect(blocked).toEqual([true]);
    db.exec('ROLLBACK');
    db.exec('PRAGMA max_page_count = 1000000');
    await advance(6000);
    expect(blocked).toEqual([true, false]);
    expect(show.state.gapCount).toBe(0);
    expect(await show.commit([gap])).toBe(2);
  });

  it('limits the unwritten inputs in memory, and reports the limit', async () => {
    const { show } = openShow(temporaryFolder());
    const payload = 'x'.repeat(20 * 1024 * 1024);
    const arrival = { recorded: { at: 1, method: 'M', msgId: '1', payload } };
    expect(show.add([arrival, arrival, arrival], () => {})).toBe(true);
    expect(show.add([arrival], () => {})).toBe(false);
  });
});
