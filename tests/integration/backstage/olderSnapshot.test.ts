import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readState } from '#backstage/journal/snapshots.ts';
import { Show } from '#backstage/show/show.ts';
import type { Preset } from '#shared/contract/preset.ts';
import { SNAPSHOT_VERSION } from '#shared/contract/snapshot.ts';
import { nicknameOf } from '#shared/game/selectors.ts';
import { serialise } from '#shared/game/serialise.ts';
import { anchor, preset } from '#tests/support/show.ts';
import { ManualClock } from '../../unit/backstage/manualClock.ts';
import { temporaryFolder } from './setup.ts';

const told = {
  committed: () => {},
  blocked: () => {},
  corrupt: () => {},
  uncounted: () => {},
  log: () => {},
};
const facts = { createdAt: 0, lineId: 'line1', rehearsal: null, closed: true } as const;

/** A show in which Hana's preset followed Mika's, closed cleanly. */
async function closedShow(): Promise<string> {
  const folder = temporaryFolder();
  const clock = new ManualClock();
  const show = new Show('show', folder, clock, told, facts);
  const choose = async (chosen: Preset) => {
    show.add(
      [{ input: { kind: 'command', at: 1, by: 'desk', command: 'choosePreset', preset: chosen } }],
      () => {},
    );
    clock.advance(10);
    await show.settled();
  };
  await choose(preset({ anchors: [anchor('a1', { nickname: 'Mika' })] }));
  await choose(preset({ id: 'saturday', anchors: [anchor('b1', { nickname: 'Hana' })] }));
  await show.close();
  return folder;
}

/** Converts the snapshots of a file to version 1, which had no former anchors. */
function makeOld(folder: string): number {
  const db = new DatabaseSync(join(folder, 'journal.sqlite'));
  const found = db.prepare('SELECT seq, body FROM snapshots').all();
  for (const { seq, body } of found) {
    if (!(body instanceof Uint8Array)) throw new Error('no body');
    const { formerAnchors: _later, ...content } = JSON.parse(inflateSync(body).toString('utf8'));
    const old = deflateSync(JSON.stringify({ ...content, version: 1 }));
    db.prepare('UPDATE snapshots SET version = 1, body = ?, sum = ? WHERE seq = ?').run(
      old,
      crc32(old),
      Number(seq),
    );
  }
  db.close();
  return found.length;
}

describe('show of an earlier version', () => {
  it("restores anchors who left with an earlier preset, and stores a snapshot of today's version", async () => {
    const folder = await closedShow();
    expect(makeOld(folder)).toBeGreaterThan(0);

    const show = new Show('show', folder, new ManualClock(), told, facts);
    expect(show.damaged).toBeNull();
    expect(nicknameOf(show.state, 'a1')).toBe('Mika');
    const before = serialise(show.state);
    await show.close();

    const again = new Show('show', folder, new ManualClock(), told, facts);
    const versions = again.journal.db.prepare('SELECT version FROM snapshots ORDER BY seq DESC').all();
    expect(versions[0]?.version).toBe(SNAPSHOT_VERSION);
    expect(serialise(readState(again.journal))).toEqual(before);
    await again.close();
  });
});
