import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Journal } from '#backstage/journal/journal.ts';
import { RowChanges } from '#backstage/journal/rowChanges.ts';
import { fold } from '#shared/game/fold.ts';
import { writePresetFile } from '#shared/game/presetFile.ts';
import { createState } from '#shared/game/state.ts';
import { framesFile, needsFrames } from '#tests/support/frames.ts';
import { CAT_PAWS, CROWN, preset, Show } from '#tests/support/show.ts';
import { temporaryFolder } from './setup.ts';

const root = join(import.meta.dirname, '..', '..', '..');

function recount(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['backstage/cli/recount.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr, json: () => JSON.parse(stdout) };
}

/** A battle with a late gift, a binding, a correction and one gift before the start, as a journal on disk. */
function storedShow() {
  const show = Show.ready(preset({ mode: 'battle', round: { ...preset().round, length: 60 } }));
  show.gift('aoi', { repeat: 9 });
  show.tell({ command: 'session', action: 'start' });
  show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
  show.act('start');
  show.gift('aoi', { giftId: CAT_PAWS, repeat: 4 });
  show.gift('aoi', { repeat: 2 });
  show.gift('ben', { giftId: CROWN, repeat: 5 });
  show.reassign([show.gift('chen', { repeat: 3 })], 'attacker');
  show.pass(61_000);
  show.gift('ben', { giftId: CROWN, sentAt: show.now - 2000 });
  const path = join(temporaryFolder(), 'journal.sqlite');
  const journal = new Journal(path);
  const rows = new RowChanges();
  const state = createState();
  for (const { seq, input } of show.inputs) fold(state, seq, input, rows);
  journal.write({ inputs: show.inputs, rows, meta: {} });
  journal.close();
  return { show, path };
}

function presetFile(more: Parameters<typeof preset>[0]): string {
  const path = join(temporaryFolder(), 'preset.json');
  writeFileSync(path, writePresetFile(preset(more)));
  return path;
}

describe('recount with rules', () => {
  it("counts a show's journal with its commands: votes with reasons, bindings and settled rounds", () => {
    const { path } = storedShow();
    const count = recount(path, '--json').json();
    expect(count).toMatchObject({
      preset: 'Friday',
      all: { gifts: 24, votesTenths: 240 },
      unallocated: { votesTenths: 0 },
      notCounted: { votesTenths: 90, reasons: { notStarted: { gifts: 9 } } },
      bindings: [
        { viewerId: 'aoi', anchorId: 'mika', how: 'automatic' },
        { viewerId: 'ben', anchorId: 'rei', how: 'automatic' },
      ],
      corrections: 1,
      refused: [],
    });
    expect(count.votes).toMatchObject([
      {
        name: 'mika',
        votesTenths: 60,
        reasons: { exclusive: { votesTenths: 40 }, automatic: { votesTenths: 20 } },
      },
      { name: 'rei', votesTenths: 60, reasons: { exclusive: { votesTenths: 60 } } },
      { name: 'yuki', votesTenths: 0 },
      { target: 'attacker', votesTenths: 30, reasons: { corrected: { votesTenths: 30 } } },
    ]);
    expect(count.rounds).toMatchObject([
      {
        number: 1,
        settlement: { outcome: 'attacker', attackerTenths: 90, defenderTenths: 50 },
        late: { rows: 1 },
      },
    ]);
    const text = recount(path).stdout;
    expect(text).toMatch(/mika +6 .*exclusive 4, automatic 2/);
    expect(text).toMatch(/not counted +9 .*notStarted 9/);
    expect(text).toMatch(/1 +battle +attacker +9 +5 +0 +mika 9, rei 5/);
  });

  it('counts with another preset, and names commands that this preset does not allow', () => {
    const { path } = storedShow();
    const doubled = { ...preset().score, multiplierTenths: 20 };
    const count = recount(path, '--preset', presetFile({ name: 'Twice', score: doubled }), '--json').json();
    expect(count).toMatchObject({ preset: 'Twice', all: { gifts: 24, votesTenths: 480 } });
    // The round is no battle, so nothing can be assigned to a side.
    expect(count.refused).toMatchObject([{ command: 'correct', code: 'round.noSides' }]);
    expect(count.unallocated).toMatchObject({ votesTenths: 60 });
  });

  it('counts an exported journal like the journal itself, and refuses one with a missing number', () => {
    const { path } = storedShow();
    const exported = join(temporaryFolder(), 'show.ndjson');
    expect(recount(path, '--export', exported).status).toBe(0);
    expect(recount(exported, '--json').stdout).toBe(recount(path, '--json').stdout);
    const lines = readFileSync(exported, 'utf8').split('\n');
    writeFileSync(exported, lines.toSpliced(5, 1).join('\n'));
    const holed = recount(exported);
    expect(holed.status).not.toBe(0);
    expect(holed.stderr).toContain('cannot be read');
  });

  it('names an invalid field of a preset', () => {
    const { path } = storedShow();
    const bad = join(temporaryFolder(), 'bad.json');
    writeFileSync(
      bad,
      '{"format":"ringside-preset","version":1,"preset":{"name":"A","anchors":[],"round":{"delay":-1}}}',
    );
    const refused = recount(path, '--preset', bad);
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain('round.delay is missing or not valid');
    expect(recount(path, '--preset', '/nowhere.json').stderr).toContain('no file /nowhere.json');
  });

  it('counts a whole captured room for the anchors of a preset', needsFrames, () => {
    const room = framesFile('room-b.ndjson');
    const plain = recount(room, '--json').json();
    const [first] = plain.bySenderAndGift;
    const anchors = preset().anchors.map((each) => ({ ...each, gift: null }));
    const exclusive = [
      { ...anchors[0], gift: { ids: [first.giftId] } },
      ...anchors.slice(1),
    ] as typeof anchors;
    const count = recount(room, '--preset', presetFile({ anchors: exclusive }), '--json').json();
    expect(count.all).toMatchObject({ gifts: plain.gifts, diamonds: plain.diamonds });
    const sum = [...count.votes, count.unallocated, count.notCounted].reduce(
      (total: number, { votesTenths }: { votesTenths: number }) => total + votesTenths,
      0,
    );
    expect(sum).toBe(plain.diamonds * 10);
    expect(count.votes[0].votesTenths).toBeGreaterThan(0);
  });
});
