import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CorrectionLog } from '#backstage/journal/correctionLog.ts';
import { Journal } from '#backstage/journal/journal.ts';
import { RowChanges } from '#backstage/journal/rowChanges.ts';
import { JOURNAL_VERSION, migrate, NewerJournalError } from '#backstage/journal/schema.ts';
import { serialise } from '#shared/game/serialise.ts';
import { openShow, rose } from './journalShow.ts';
import { temporaryFolder } from './setup.ts';

describe('journal', () => {
  it('broadcasts a batch only after it is committed, with numbers without gaps', async () => {
    const folder = temporaryFolder();
    const { show, advance, committed } = openShow(folder);
    const onDisk: number[] = [];
    show.add([{ input: rose('a') }, { input: rose('b', undefined, 2) }], () => {
      const disk = new Journal(join(folder, 'journal.sqlite'), true);
      onDisk.push(disk.lastSeq());
      disk.close();
    });
    expect(committed).toEqual([]);
    await advance(10);
    expect(committed).toEqual([1, 2]);
    expect(onDisk).toEqual([2]);
  });

  it('counts a message once, whether it is repeated at once, later or after a restart', async () => {
    const folder = temporaryFolder();
    // Not a streak, so a repeated message would add a piece.
    const input = { ...rose('a'), streak: false, group: '' };
    const first = openShow(folder);
    first.show.add([{ input }, { input }], () => {});
    await first.advance(10);
    first.show.add([{ input }], () => {});
    await first.advance(10);
    expect(first.blocked).toEqual([]);
    await first.show.close();
    const { show, advance, blocked } = openShow(folder);
    show.add([{ input }], () => {});
    await advance(10);
    expect(blocked).toEqual([]);
    expect(show.committedSeq).toBe(1);
    expect(show.state.seen.count).toBe(1);
    await show.close();
  });

  it('rejects an input or snapshot whose checksum is wrong', async () => {
    const folder = temporaryFolder();
    const { show, advance } = openShow(folder);
    for (let index = 0; index < 9; index += 1) {
      show.add([{ input: { ...rose(`m${index}`), streak: false, group: '' } }], () => {});
    }
    await advance(10);
    const { seen } = show.state;
    await show.close();
    const file = join(folder, 'journal.sqlite');
    const change = (sql: string) => {
      const db = new DatabaseSync(file);
      db.exec(sql);
      db.close();
    };

    change("UPDATE snapshots SET body = CAST(substr(body, 1, 30) || x'00' || substr(body, 32) AS BLOB)");
    const folded = openShow(folder);
    expect(folded.show.damaged).toBeNull();
    expect(folded.show.state.seen).toEqual(seen);
    folded.show.journal.close();

    change('DELETE FROM snapshots');
    change(`UPDATE inputs SET body = replace(body, '"diamonds":1', '"diamonds":9') WHERE seq = 6`);
    const salvaged = openShow(folder);
    expect(salvaged.show.damaged).toContain('journal.corrupt-');
    expect(salvaged.show.state.seen).toMatchObject({ count: 5, diamonds: 5 });
    await salvaged.show.close();
  });

  it('restores the same state from a snapshot or from the inputs alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ viewer: fc.nat(3), repeat: fc.integer({ min: 1, max: 9 }), group: fc.nat(2) }), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.nat(39),
        async (gifts, cut) => {
          const folder = temporaryFolder();
          const { show, advance } = openShow(folder);
          const add = async (list: typeof gifts, from: number) => {
            for (const [index, { viewer, repeat, group }] of list.entries()) {
              const user = { id: String(viewer), name: `V${viewer}`, username: '' };
              const gift = { ...rose(`m${from + index}`, 1_700_000_000_000 + from + index, repeat), user };
              show.add([{ input: { ...gift, group: String(group) } }], () => {});
            }
            await advance(10);
          };
          await add(gifts.slice(0, cut), 0);
          await add(gifts.slice(cut), cut);
          const before = serialise(show.state);
          await show.close();
          const whole = openShow(folder);
          expect(serialise(whole.show.state)).toEqual(before);
          whole.show.journal.db.exec('DELETE FROM snapshots');
          whole.show.journal.close();
          const folded = openShow(folder);
          expect(serialise(folded.show.state)).toEqual(before);
          await folded.show.close();
        },
      ),
      { numRuns: 15 },
    );
  });

  it('begins a new file if both the database and its log are damaged', async () => {
    const folder = temporaryFolder();
    const { show, advance } = openShow(folder);
    for (let index = 0; index < 50; index += 1) show.add([{ input: rose(`m${index}`) }], () => {});
    await advance(10);
    // Copies the database and its log as a killed process leaves them.
    const killed = temporaryFolder();
    cpSync(folder, killed, { recursive: true });
    await show.close();
    const file = join(killed, 'journal.sqlite');
    for (const path of [file, `${file}-wal`]) writeFileSync(path, readFileSync(path).fill(0x5a, 64, 4096));
    const opened = openShow(killed);
    expect(opened.show.damaged).toContain('journal.corrupt-');
    opened.show.add([{ input: rose('next') }], () => {});
    await opened.advance(10);
    await opened.show.close();
    const again = openShow(killed);
    expect(again.show.damaged).toBeNull();
    expect(again.show.committedSeq).toBe(opened.show.committedSeq);
    await again.show.close();
  });

  it('of a version without rounds keeps its corrections and can undo them', async () => {
    const db = new DatabaseSync(':memory:');
    migrate(db);
    asBeforePlaces(db);
    db.exec(`
      INSERT INTO corrections (seq, undoes, undone_by) VALUES (5, NULL, NULL), (6, NULL, NULL);
      INSERT INTO correction_rows (row_id, seq, target) VALUES (1, 5, 'anchor:a'), (1, 6, 'anchor:b');
    `);
    migrate(db);
    expect(db.prepare('PRAGMA user_version').get()?.user_version).toBe(JOURNAL_VERSION);
    const log = new CorrectionLog(db);
    const newest = log.newestOf(1);
    expect(newest?.seq).toBe(6);
    if (newest !== null) expect(log.without(newest)(1)).toEqual({ target: 'anchor:a', place: null });
    db.close();
  });

  it('of an earlier version can be read without being changed', async () => {
    const folder = temporaryFolder();
    const { show, advance } = openShow(folder);
    show.add([{ input: rose('a') }], () => {});
    await advance(10);
    asBeforePlaces(show.journal.db);
    show.journal.close();
    const old = new Journal(join(folder, 'journal.sqlite'), true);
    expect(old.inputs(0, 10)).toHaveLength(1);
    expect(old.db.prepare('PRAGMA user_version').get()?.user_version).toBe(3);
    old.close();
  });

  it('of a newer version is refused and left unchanged', async () => {
    const file = join(temporaryFolder(), 'journal.sqlite');
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA user_version = ${JOURNAL_VERSION + 1}`);
    db.close();
    expect(() => new Journal(file)).toThrow(NewerJournalError);
  });

  it('is migrated step by step, and keeps the last complete version if a step fails', async () => {
    const db = new DatabaseSync(':memory:');
    const steps = [
      (each: DatabaseSync) => each.exec('CREATE TABLE one (x)'),
      (each: DatabaseSync) => {
        each.exec('CREATE TABLE two (x)');
        throw new Error('no');
      },
    ];
    expect(() => migrate(db, steps)).toThrow('no');
    expect(db.prepare('PRAGMA user_version').get()?.user_version).toBe(1);
    expect(db.prepare("SELECT name FROM sqlite_master WHERE name = 'two'").get()).toBeUndefined();
    migrate(db, [...steps.slice(0, 1), (each) => each.exec('CREATE TABLE two (x)')]);
    expect(db.prepare('PRAGMA user_version').get()?.user_version).toBe(2);
  });

  it('writes a batch completely or not at all', async () => {
    const journal = new Journal(join(temporaryFolder(), 'journal.sqlite'));
    const twice = [rose('a'), rose('a')].map((input, index) => ({ seq: index + 1, input }));
    expect(() => journal.write({ inputs: twice, rows: new RowChanges(), meta: { x: 1 } })).toThrow();
    expect(journal.lastSeq()).toBe(0);
    expect(journal.meta('x')).toBeUndefined();
    journal.close();
  });
});

/** Reverts a database to the schema before corrections could move rows between rounds. */
function asBeforePlaces(db: DatabaseSync): void {
  db.exec(`
    ALTER TABLE rows DROP COLUMN auto_round; ALTER TABLE rows DROP COLUMN auto_late;
    ALTER TABLE rows DROP COLUMN placed_at;
    DROP TABLE correction_rows;
    CREATE TABLE correction_rows (
      row_id INTEGER NOT NULL, seq INTEGER NOT NULL, target TEXT NOT NULL, PRIMARY KEY (row_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX correction_rows_by_seq ON correction_rows (seq);
    PRAGMA user_version = 3;
  `);
}
