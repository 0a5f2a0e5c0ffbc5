import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClockOffset } from '#backstage/room/clockOffset.ts';
import { preset, Show } from '#tests/support/show.ts';

/** Times are ms of the platform's clock since this time. The show's own clock may be wrong or drift. */
const EPOCH = 1_800_000_000_000;

type Action = 'prepare' | 'start' | 'pause' | 'resume' | 'end' | 'sessionPause' | 'sessionResume';
type Happening = { at: number } & ({ action: Action } | { chat: number } | { sent: number; viewer: string });

/** Where each gift counts, in the order of sending, with the sums of the rounds. */
function result(happenings: readonly Happening[], aheadAt: (moment: number) => number): string[] {
  const show = new Show();
  show.now = EPOCH - 60_000 + aheadAt(-60_000);
  const started = Show.ready(preset({ round: { ...preset().round, length: 0, delay: 3 } }));
  for (const { input } of started.inputs) show.put({ ...input, at: show.now });
  show.tell({ command: 'session', action: 'start' });
  const offset = new ClockOffset();
  offset.hint(show.now, EPOCH - 60_000);
  const rows = new Map<number, string>();
  for (const happening of happenings) {
    show.pass(Math.max(0, EPOCH + happening.at + Math.round(aheadAt(happening.at)) - show.now));
    if ('action' in happening) act(show, happening.action);
    else {
      const sentAt = EPOCH + ('chat' in happening ? happening.chat : happening.sent);
      offset.sample(show.now, sentAt);
      if ('chat' in happening) continue;
      const { ahead } = offset;
      if (ahead !== null && ahead !== show.state.clockAhead)
        show.put({ kind: 'clockOffset', at: show.now, ahead: Math.round(ahead) });
      const row = show.book.row(show.gift(happening.viewer, { sentAt }));
      rows.set(sentAt, `${row.viewerId} ${row.round} ${row.late} ${row.target} ${row.reason}`);
    }
  }
  const rounds = show.state.rounds.map(({ targets, late }) => JSON.stringify([...targets, late]));
  return [...[...rows].sort(([a], [b]) => a - b).map(([, row]) => row), ...rounds];
}

function act(show: Show, action: Action): void {
  if (action === 'prepare') show.tell({ command: 'prepare' });
  else if (action === 'sessionPause') show.tell({ command: 'session', action: 'pause' });
  else if (action === 'sessionResume') show.tell({ command: 'session', action: 'resume' });
  else show.act(action);
}

const ACTIONS: Action[] = ['prepare', 'start', 'pause', 'resume', 'end', 'sessionPause', 'sessionResume'];
/** Hosts act at whole multiples of this (ms); gifts are sent well before or after those times. */
const STEP = 5000;

/**
 * A chat every half second, and gifts and host actions in any order, sorted by arrival. Gifts are sent at most
 * `latest` ms after a multiple of STEP.
 */
const showArb = (network: fc.Arbitrary<number>, latest = 3500) =>
  fc
    .record({
      delays: fc.array(network, { minLength: 20, maxLength: 20 }),
      actions: fc.array(fc.constantFrom(...ACTIONS), { minLength: 8, maxLength: 30 }),
      gifts: fc.array(
        fc.record({
          after: fc.nat({ max: 29 }),
          within: fc.integer({ min: 1000, max: latest }),
          delay: network,
          viewer: fc.constantFrom('aoi', 'ben'),
        }),
        { minLength: 1, maxLength: 30 },
      ),
    })
    .map(({ delays, actions, gifts }): Happening[] => {
      const script: Action[] = ['prepare', 'start', ...actions];
      const happenings: Happening[] = script.map((action, index) => ({ at: (index + 1) * STEP, action }));
      for (let chat = -30_000; chat < script.length * STEP; chat += 500) {
        const delay = delays[Math.abs(chat / 500) % delays.length] ?? 0;
        happenings.push({ chat, at: chat + delay });
      }
      const taken = new Set<number>();
      for (const { after, within, delay, viewer } of gifts) {
        const sent = (after % script.length) * STEP + within;
        if (taken.has(sent)) continue;
        taken.add(sent);
        happenings.push({ sent, at: sent + delay, viewer });
      }
      return happenings.sort((a, b) => a.at - b.at);
    });

const usualNetwork = fc.integer({ min: 60, max: 900 });

describe('wrong clock of the host’s computer', () => {
  it('changes no round when it is 15 s or hours fast or slow', () => {
    const aheadArb = fc.oneof(
      fc.integer({ min: -15_000, max: 15_000 }),
      fc.integer({ min: -20_000_000, max: 20_000_000 }),
    );
    fc.assert(
      fc.property(showArb(usualNetwork), aheadArb, (happenings, ahead) => {
        expect(result(happenings, () => ahead)).toEqual(result(happenings, () => 0));
      }),
      { numRuns: 150 },
    );
  });

  it('changes no round when it drifts', () => {
    const driftArb = fc.integer({ min: -5, max: 5 });
    fc.assert(
      fc.property(
        // A drifting clock ends the delay of 3 s some ms early or late; no gift arrives at that time.
        showArb(usualNetwork, 1800),
        fc.integer({ min: -15_000, max: 15_000 }),
        driftArb,
        (happenings, ahead, perSecond) => {
          const drifting = (moment: number) => ahead + (moment * perSecond) / 1000;
          expect(result(happenings, drifting)).toEqual(result(happenings, () => 0));
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('gift that is delivered again after an outage', () => {
  it('counts in the same round as with live delivery, or is listed there as late', () => {
    const outageArb = fc.record({
      from: fc.integer({ min: 5000, max: 100_000 }),
      length: fc.integer({ min: 1000, max: 60_000 }),
    });
    const aheadArb = fc.integer({ min: -15_000, max: 15_000 });
    fc.assert(
      fc.property(showArb(usualNetwork, 1800), outageArb, aheadArb, (live, { from, length }, ahead) => {
        // Messages of the outage arrive right after it; the host continues meanwhile.
        const held = live
          .map((each) =>
            'action' in each || each.at < from || each.at > from + length
              ? each
              : { ...each, at: from + length },
          )
          .sort((a, b) => a.at - b.at);
        const rounds = (happenings: Happening[]) =>
          result(happenings, () => ahead)
            .filter((line) => !line.startsWith('['))
            .map((line) => line.replace(/ (no|listed) /, ' '));
        expect(rounds(held)).toEqual(rounds(live));
      }),
      { numRuns: 150 },
    );
  });

  it('does not count in the round that runs when it arrives', () => {
    const show = Show.started(preset({ round: { ...preset().round, length: 60 } }));
    show.put({ kind: 'clockOffset', at: show.now, ahead: 0 });
    show.tell({ command: 'prepare' });
    show.act('start');
    show.pass(50_000);
    const sentAt = show.now;
    show.pass(20_000);
    show.tell({ command: 'prepare' });
    show.act('start');
    show.pass(5000);
    const row = show.gift('aoi', { sentAt, repeat: 500, history: 'again' });
    expect(show.book.row(row)).toMatchObject({ round: 1, late: 'listed' });
    expect(show.round.targets.size).toBe(0);
    expect(show.late([row], true)).toBeNull();
    expect(show.state.rounds[0]?.targets.get('unallocated')?.votesTenths).toBe(5000);
  });
});
