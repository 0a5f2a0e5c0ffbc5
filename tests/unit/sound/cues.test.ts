import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cues } from '#shared/contract/sound.ts';
import { type CueRound, CueWatch, cueOfMoment, leaderOf } from '#shared/sound/cues.ts';
import { CUE_PAUSE_MS, MOST_AT_ONCE, SoundLimiter } from '#shared/sound/limiter.ts';

const running: CueRound = {
  id: 1,
  kind: 'battle',
  phase: 'running',
  countdown: { length: 60_000, ran: 0, since: 1000 },
  outcome: undefined,
  hasWinners: false,
  leader: null,
};
const settled = (more: Partial<CueRound>): CueRound => ({ ...running, phase: 'settled', ...more });

describe('cues of a show', () => {
  it('name a lead change when another side leads, also after a tie, and not the first lead', () => {
    const watch = new CueWatch();
    expect(watch.update('s', running, 2000)).toEqual([]);
    expect(watch.update('s', { ...running, leader: 'attacker' }, 3000)).toEqual([]);
    expect(watch.update('s', running, 4000)).toEqual([]);
    expect(watch.update('s', { ...running, leader: 'attacker' }, 5000)).toEqual([]);
    expect(watch.update('s', { ...running, leader: 'defender' }, 6000)).toEqual(['leadChange']);
  });

  it('are those of a tested moment: a win with winners, and a resurrection that succeeds', () => {
    expect(cueOfMoment({ kind: 'settlement', outcome: 'attacker', anchors: ['a'] })).toBe('win');
    expect(cueOfMoment({ kind: 'settlement', outcome: 'draw', anchors: [] })).toBe(null);
    expect(cueOfMoment({ kind: 'resurrection', anchorId: 'a', restored: true })).toBe('resurrection');
    expect(cueOfMoment({ kind: 'resurrection', anchorId: 'a', restored: false })).toBe(null);
    // The effects widget plays these itself, because it knows its packs.
    expect(cueOfMoment({ kind: 'streak', anchorId: 'a', streak: 3 })).toBe(null);
  });

  it('name the last ten seconds once, and again after the round got more time', () => {
    const watch = new CueWatch();
    watch.update('s', running, 2000);
    expect(watch.wait(2000)).toBe(49_000);
    expect(watch.tick(50_900)).toEqual([]);
    expect(watch.tick(51_000)).toEqual(['lastTen']);
    expect(watch.tick(52_000)).toEqual([]);
    const longer = { ...running, countdown: { ...running.countdown, length: 90_000 } };
    watch.update('s', longer, 53_000);
    expect(watch.tick(81_000)).toEqual(['lastTen']);
  });

  it('name the end of a round, and only the win where the host settles a running round', () => {
    const byTime = new CueWatch();
    byTime.update('s', running, 2000);
    expect(byTime.update('s', { ...running, phase: 'grace' }, 61_000)).toEqual(['roundEnd']);
    const won = settled({ outcome: 'attacker', hasWinners: true });
    expect(byTime.update('s', won, 62_000)).toEqual(['win']);
    expect(byTime.update('s', won, 63_000)).toEqual([]);
    const byHost = new CueWatch();
    byHost.update('s', running, 2000);
    expect(byHost.update('s', won, 3000)).toEqual(['win']);
  });

  it('name a resurrection that succeeds', () => {
    const attempt: CueRound = { ...running, kind: 'resurrection' };
    for (const [outcome, found] of [
      ['restored', ['resurrection']],
      ['failed', ['roundEnd']],
    ] as const) {
      const watch = new CueWatch();
      watch.update('s', attempt, 2000);
      expect(watch.update('s', settled({ kind: 'resurrection', outcome, hasWinners: true }), 3000)).toEqual(
        found,
      );
    }
  });

  it('are silent about what was there before, at the start and after a change of show', () => {
    const watch = new CueWatch();
    const won = settled({ outcome: 'attacker', hasWinners: true });
    expect(watch.update('s', won, 2000)).toEqual([]);
    expect(watch.update('other', settled({ id: 7, outcome: 'defender', hasWinners: true }), 2000)).toEqual(
      [],
    );
    const late = new CueWatch();
    expect(late.update('s', running, 55_000)).toEqual([]);
    expect(late.tick(56_000)).toEqual([]);
  });

  it('are silent when a round is given up and the previous one is shown again', () => {
    const watch = new CueWatch();
    const won = settled({ outcome: 'attacker', hasWinners: true });
    watch.update('s', won, 2000);
    watch.update('s', { ...running, id: 2 }, 3000);
    expect(watch.update('s', won, 4000)).toEqual([]);
  });

  it('name a gift once, when its combo reaches the value', () => {
    const watch = new CueWatch();
    const gift = (count: number) => ({ at: 10_000, lastAt: 10_000, unitDiamonds: 10, count });
    expect(watch.gifts({ 1: { ...gift(50), at: 1000, lastAt: 1000 } }, 100, 5000)).toEqual([]);
    expect(watch.gifts({ 2: gift(9) }, 100, 10_000)).toEqual([]);
    expect(watch.gifts({ 2: gift(10) }, 100, 10_000)).toEqual(['gift']);
    expect(watch.gifts({ 2: gift(11) }, 100, 10_000)).toEqual([]);
  });

  it('have a leader only if one has more votes than all others', () => {
    const votes = fc.array(fc.nat(5), { maxLength: 6 });
    fc.assert(
      fc.property(votes, (counts) => {
        const most = Math.max(0, ...counts);
        const leaders = counts.flatMap((count, place) => (count === most && most > 0 ? [String(place)] : []));
        const found = leaderOf(new Map(counts.map((count, place) => [String(place), count])));
        expect(found).toBe(leaders.length === 1 ? leaders[0] : null);
      }),
    );
  });
});

describe('limit of sounds', () => {
  it('makes one sound of a storm', () => {
    const limiter = new SoundLimiter();
    let played = 0;
    for (let now = 0; now < 3000; now += 10) {
      if (!limiter.allows('gift', now)) continue;
      limiter.start('gift', now, 800);
      played += 1;
    }
    expect(played).toBe(1);
  });

  it('never plays a cue twice within its pause, nor more than two sounds at a time', () => {
    const asked = fc.array(
      fc.record({
        cue: fc.constantFrom(...cues),
        wait: fc.nat(3000),
        length: fc.integer({ min: 1, max: 15_000 }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(asked, (asks) => {
        const limiter = new SoundLimiter();
        const played: { cue: (typeof cues)[number]; from: number; to: number }[] = [];
        let now = 0;
        for (const { cue, wait, length } of asks) {
          now += wait;
          if (!limiter.allows(cue, now)) continue;
          limiter.start(cue, now, length);
          const same = played.findLast((each) => each.cue === cue);
          if (same !== undefined) expect(now - same.from).toBeGreaterThanOrEqual(CUE_PAUSE_MS[cue]);
          played.push({ cue, from: now, to: now + length });
          expect(played.filter(({ to }) => to > now).length).toBeLessThanOrEqual(MOST_AT_ONCE);
        }
        if (asks.length > 0) expect(played.length).toBeGreaterThan(0);
      }),
    );
  });
});
