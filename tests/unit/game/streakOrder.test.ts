import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorScore } from '#shared/game/round/view.ts';
import { restore, serialise } from '#shared/game/serialise.ts';
import { expectAgreement } from '#tests/support/agreement.ts';
import { CAT_PAWS, preset, Show } from '#tests/support/show.ts';

const SECOND = 1000;

/** A show with a known clock difference and rounds of 10 s. */
function onAir(): Show {
  const show = Show.started(preset({ round: { ...preset().round, length: 10 } }));
  show.put({ kind: 'clockOffset', at: show.now, ahead: 0 });
  return show;
}

function begin(show: Show): void {
  show.tell({ command: 'prepare' });
  show.act('start');
}

/** Pieces and votes that count or are listed, by round and target. Empty rows are left out. */
function sums(show: Show): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { round, target, count } of show.book.rows.values()) {
    const key = `${round} ${target}`;
    if (count > 0) found[key] = (found[key] ?? 0) + count;
  }
  return found;
}

describe('combo messages at a deadline', () => {
  it('count in the round in which each was sent, even if a later one arrives first', () => {
    const show = onAir();
    begin(show);
    show.pass(9 * SECOND);
    const start = show.now;
    show.combo('aoi', 3, { sentAt: start });
    show.pass(2 * SECOND);
    show.combo('aoi', 10, { sentAt: start + 1500 });
    expect(sums(show)).toEqual({ '1 unallocated': 3, '0 unallocated': 7 });
    show.combo('aoi', 6, { sentAt: start + 500 });
    expect(sums(show)).toEqual({ '1 unallocated': 6, '0 unallocated': 4 });
    expect(show.round.late).toMatchObject({ count: 3, rows: 1 });
    expect(show.state.seen.count).toBe(10);
  });

  it('leave the sums of the show, the viewer and the gift as they are when they change rows', () => {
    const show = onAir();
    begin(show);
    show.pass(9 * SECOND);
    const start = show.now;
    show.combo('aoi', 3, { giftId: CAT_PAWS, sentAt: start });
    show.pass(2 * SECOND);
    show.combo('aoi', 10, { giftId: CAT_PAWS, sentAt: start + 1500 });
    const all = () => {
      const { seen, viewers, gifts, targets } = show.state;
      const viewer = viewers.get('aoi');
      const target = targets.get('anchor:mika');
      return [seen, viewer, gifts.get(CAT_PAWS), target].map((sums) => [
        sums?.count,
        sums?.diamonds,
        sums?.votesTenths,
      ]);
    };
    const before = all();
    expect(before[0]?.[0]).toBe(10);
    show.combo('aoi', 6, { giftId: CAT_PAWS, sentAt: start + 500 });
    expect(all()).toEqual(before);
  });

  it('join the earlier row if its round is still on', () => {
    const show = onAir();
    begin(show);
    show.combo('aoi', 3);
    show.pass(SECOND);
    const before = show.now;
    show.pass(SECOND);
    show.act('pause');
    show.pass(SECOND);
    show.combo('aoi', 10);
    show.combo('aoi', 6, { sentAt: before });
    expect([...show.book.rows.values()].map(({ count, round }) => [count, round])).toEqual([
      [6, 1],
      [4, 0],
    ]);
    expect(show.round.targets.get('unallocated')?.votesTenths).toBe(60);
  });

  it('count as a whole if the closing message overtook the last piece', () => {
    const show = onAir();
    begin(show);
    show.combo('aoi', 3);
    show.pass(SECOND);
    const before = show.now;
    show.act('pause');
    show.pass(SECOND);
    show.combo('aoi', 10, { end: true });
    show.combo('aoi', 10, { sentAt: before - 1 });
    expect(sums(show)).toEqual({ '1 unallocated': 10 });
  });

  it('follow the host’s correction of their row', () => {
    const show = onAir();
    begin(show);
    const row = show.combo('aoi', 3);
    show.pass(SECOND);
    const before = show.now;
    show.act('pause');
    show.pass(SECOND);
    show.combo('aoi', 10);
    show.reassign([row], 'anchor:rei');
    show.combo('aoi', 6, { sentAt: before - 1 });
    expect(sums(show)).toEqual({ '1 anchor:rei': 6, '0 unallocated': 4 });
    show.undo();
    expect(sums(show)).toEqual({ '1 unallocated': 6, '0 unallocated': 4 });
  });

  it('leave the round of a later message, even if it was over and took the combo late', () => {
    const show = Show.started(preset({ round: { ...preset().round, length: 10, lateGifts: 'accept' } }));
    show.put({ kind: 'clockOffset', at: show.now, ahead: 0 });
    begin(show);
    const inFirst = show.now + SECOND;
    show.pass(11 * SECOND);
    begin(show);
    const inSecond = show.now + SECOND;
    show.pass(11 * SECOND);
    begin(show);
    show.gift('aoi', { repeat: 5 });
    show.combo('aoi', 10, { sentAt: inSecond });
    expect(show.state.rounds.map(({ accepted }) => accepted.count)).toEqual([0, 10, 0]);
    show.combo('aoi', 6, { sentAt: inFirst });
    expect(sums(show)).toEqual({ '3 unallocated': 5, '2 unallocated': 4, '1 unallocated': 6 });
    expect(show.state.rounds.map(({ accepted }) => accepted.count)).toEqual([6, 4, 0]);
    expect(show.state.viewers.get('aoi')).toMatchObject({ round: 3, roundCount: 5, roundVotesTenths: 50 });
    expectAgreement(show);
  });

  it('take the decrease of their votes along when they leave the round', () => {
    const show = Show.started(
      preset({
        mode: 'battle',
        round: { ...preset().round, length: 0 },
        decrease: { after: 1, perSecond: 1, toZero: false },
      }),
    );
    show.put({ kind: 'clockOffset', at: show.now, ahead: 0 });
    const before = show.now;
    show.pass(SECOND);
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    show.combo('aoi', 10, { giftId: CAT_PAWS });
    show.pass(6 * SECOND);
    expect(anchorScore(show.round, 'mika')).toBe(50);
    show.combo('aoi', 6, { giftId: CAT_PAWS, sentAt: before });
    expect(sums(show)).toEqual({ '0 anchor:mika': 6, '1 anchor:mika': 4 });
    expect(anchorScore(show.round, 'mika')).toBe(20);
    expect(show.state.viewers.get('aoi')).toMatchObject({ round: 1, roundCount: 4, roundVotesTenths: 40 });
  });

  /** A battle with decrease, and a time in its pause: a gift sent then counts in no round. */
  function fallingAfterPause(toZero: boolean): { show: Show; inPause: number } {
    const show = Show.started(
      preset({
        mode: 'battle',
        round: { ...preset().round, length: 0 },
        decrease: { after: 1, perSecond: 10, toZero },
      }),
    );
    show.put({ kind: 'clockOffset', at: show.now, ahead: 0 });
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    show.gift('ben', { giftId: CAT_PAWS, repeat: 50 });
    show.act('pause');
    show.pass(SECOND);
    const inPause = show.now;
    show.pass(SECOND);
    show.act('resume');
    return { show, inPause };
  }

  it('leave the rest of their row its own part of the decrease', () => {
    const { show, inPause } = fallingAfterPause(false);
    const row = show.combo('aoi', 50, { giftId: CAT_PAWS });
    show.pass(6 * SECOND);
    expect(anchorScore(show.round, 'mika')).toBe(500);
    show.combo('aoi', 40, { giftId: CAT_PAWS, sentAt: inPause });
    expect(anchorScore(show.round, 'mika')).toBe(300);
    show.reassign([row], 'unallocated');
    expect(anchorScore(show.round, 'mika')).toBe(250);
    show.undo();
    expect(anchorScore(show.round, 'mika')).toBe(300);
  });

  it('take along the score that their row restored, even if others have decreased since', () => {
    const { show, inPause } = fallingAfterPause(false);
    const row = show.combo('aoi', 50, { giftId: CAT_PAWS });
    show.pass(6 * SECOND);
    show.reassign([row], 'unallocated');
    show.pass(SECOND);
    show.undo();
    // 35 of Ben's 50 votes fell, and 25 of Aoi's 50.
    expect(anchorScore(show.round, 'mika')).toBe(400);
    show.combo('aoi', 40, { giftId: CAT_PAWS, sentAt: inPause });
    expect(anchorScore(show.round, 'mika')).toBe(200);
    show.reassign([row], 'unallocated');
    expect(anchorScore(show.round, 'mika')).toBe(150);
  });

  it('take no decrease along if their row began after it', () => {
    const { show, inPause } = fallingAfterPause(false);
    const row = show.gift('chen', { giftId: CAT_PAWS, repeat: 50 });
    show.pass(6 * SECOND);
    show.combo('aoi', 50, { giftId: CAT_PAWS });
    show.combo('aoi', 40, { giftId: CAT_PAWS, sentAt: inPause });
    expect(anchorScore(show.round, 'mika')).toBe(600);
    show.reassign([row], 'unallocated');
    expect(anchorScore(show.round, 'mika')).toBe(350);
  });

  it('take the pieces by which their row grew last, which carry no decrease', () => {
    const { show, inPause } = fallingAfterPause(true);
    const score = () => anchorScore(show.round, 'mika');
    const [ben = 0] = show.book.rows.keys();
    const row = show.combo('aoi', 50, { giftId: CAT_PAWS });
    show.pass(3 * SECOND);
    show.reassign([row], 'anchor:rei');
    show.undo();
    expect(score()).toBe(0);
    show.combo('aoi', 60, { giftId: CAT_PAWS });
    expect(score()).toBe(100);
    // 50 decreased pieces and 5 of the 10 new ones leave.
    show.combo('aoi', 55, { giftId: CAT_PAWS, sentAt: inPause });
    expect(score()).toBe(50);
    show.reassign([row], 'unallocated');
    expect(score()).toBe(0);
    show.gift('chen', { giftId: CAT_PAWS, repeat: 10 });
    show.reassign([ben], 'unallocated');
    expect(score()).toBe(100);
  });

  it('do not restore the decrease of a row that they left while it stood elsewhere', () => {
    const { show, inPause } = fallingAfterPause(true);
    const row = show.combo('aoi', 50, { giftId: CAT_PAWS });
    show.pass(3 * SECOND);
    expect(anchorScore(show.round, 'mika')).toBe(0);
    show.reassign([row], 'anchor:rei');
    show.combo('aoi', 40, { giftId: CAT_PAWS, sentAt: inPause });
    show.undo();
    show.gift('chen', { giftId: CAT_PAWS, repeat: 10 });
    expect(anchorScore(show.round, 'mika')).toBe(100);
  });

  it('give each round the same result in any order of arrival', () => {
    const actionArb = fc.constantFrom(
      'pause',
      'resume',
      'end',
      'next',
      'sessionPause',
      'sessionResume',
      'wait',
    );
    const messageArb = fc.record({
      viewer: fc.constantFrom('aoi', 'ben'),
      sent: fc.integer({ min: 0, max: 39_999 }),
      more: fc.integer({ min: 1, max: 5 }),
      delay: fc.integer({ min: 0, max: 15_000 }),
    });
    let moved = 0;
    fc.assert(
      fc.property(
        fc.array(actionArb, { minLength: 10, maxLength: 10 }),
        fc.array(messageArb, { minLength: 2, maxLength: 14 }),
        (actions, drawn) => {
          const ordered = [...drawn].sort((a, b) => a.sent - b.sent);
          const totals = new Map<string, number>();
          const messages = ordered.map(({ viewer, sent, more, delay }, index) => {
            const repeat = (totals.get(viewer) ?? 0) + more;
            totals.set(viewer, repeat);
            return { viewer, repeat, sent: sent + index, delay };
          });
          const play = (delayed: boolean) => {
            const show = onAir();
            begin(show);
            const start = show.now;
            const steps = [
              ...actions.map((action, index) => ({ at: index * 4000 + 2000, run: () => act(show, action) })),
              ...messages.map(({ viewer, repeat, sent, delay }) => ({
                at: sent + (delayed ? delay : 0),
                run: () => show.combo(viewer, repeat, { sentAt: start + sent, giftId: CAT_PAWS }),
              })),
            ].sort((a, b) => a.at - b.at);
            for (const { at, run } of steps) {
              show.pass(start + at - show.now);
              run();
            }
            expectAgreement(show);
            expect(serialise(restore(serialise(show.state)))).toEqual(serialise(show.state));
            return show;
          };
          const inOrder = play(false);
          const permuted = play(true);
          if (permuted.book.rows.size !== inOrder.book.rows.size) moved += 1;
          expect(sums(permuted)).toEqual(sums(inOrder));
        },
      ),
      { numRuns: 300 },
    );
    expect(moved).toBeGreaterThan(0);
  });
});

function act(show: Show, action: string): void {
  if (action === 'pause' || action === 'resume' || action === 'end') show.act(action);
  else if (action === 'next') begin(show);
  else if (action === 'sessionPause') show.tell({ command: 'session', action: 'pause' });
  else if (action === 'sessionResume') show.tell({ command: 'session', action: 'resume' });
}
