import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PastShows } from '#backstage/overlay/past/pastShows.ts';
import type { OptionsOf } from '#shared/contract/overlay/widget.ts';
import { widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import { noPastSums, type PastSums } from '#shared/overlay/allTime.ts';
import { type GoalSpec, Goals, goalKey, goalOf } from '#shared/overlay/goals.ts';
import type { PeriodClock } from '#shared/overlay/periods.ts';
import { CAT_PAWS, Show } from '#tests/support/show.ts';
import { goalView } from '../../../overlay/widgets/goal/goal.ts';
import { Watched } from './watched.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const utc: PeriodClock = { now: () => 0, zone: 'UTC' };
const day = (zone = ''): GoalSpec => ({ span: 'day', giftIds: null, zone });
const week: GoalSpec = { span: 'week', giftIds: null, zone: '' };

function goalOptions(more: object): OptionsOf<'goal'> {
  const options = widgetOptionsSchema.parse({ kind: 'goal', ...more });
  if (options.kind !== 'goal') throw new TypeError('the options are of another kind');
  return options;
}

/** Adds up one spec over a show and the past ones. */
function sumOf(spec: GoalSpec, show: Show, past: PastSums = noPastSums, clock = utc) {
  const goals = new Goals(clock);
  goals.setSpecs([spec]);
  return goals.build({ state: show.state, past, round: null, roundGifts: null })[goalKey(spec)];
}

const tally = (count: number) => ({ count, diamonds: count, votesTenths: count * 10 });

/** Past shows of five gifts each that began at the given times. */
function withPast(starts: readonly number[], run: (past: PastShows) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'goals-'));
  const past = new PastShows(folder);
  try {
    starts.forEach((startedAt, index) => {
      const gift = { key: String(CAT_PAWS), name: 'Cat Paws', unitDiamonds: 1, ...tally(2) };
      past.add(`show-${index}`, { startedAt, anchors: [], viewers: [], gifts: [gift], totals: tally(5) });
    });
    run(past);
  } finally {
    past.close();
    rmSync(folder, { recursive: true });
  }
}

describe('goal', () => {
  it('counts the gifts of the round and of the show, of all kinds or of one', () => {
    const show = Show.inBattle();
    const watched = new Watched(undefined, show.inputs);
    const told = show.inputs.length;
    show.combo('aoi', 3);
    show.combo('ben', 4, { giftId: CAT_PAWS });
    watched.take(show.inputs.slice(told));
    const specs = (['round', 'show'] as const).flatMap((span) => [
      { span, giftIds: null, zone: '' },
      { span, giftIds: [CAT_PAWS, 1], zone: '' },
    ]);
    watched.view.setGoals(specs);
    const { goals, totals } = watched.build();
    const counts = specs.map((spec) => goals[goalKey(spec)]?.count);
    expect(counts).toEqual([totals.round?.count, 4, totals.show?.count, 4]);
    expect(totals.show?.count).toBe(7);
  });

  it('adds the past shows that began on the same day or in the same week, each once', () => {
    const show = Show.started();
    show.gift('aoi');
    const { startedAt } = show.state;
    const midnight = Math.floor(startedAt / DAY) * DAY;
    const starts = [midnight, midnight - 1, midnight + DAY, midnight - 8 * DAY];
    withPast(starts, (past) => {
      expect(sumOf(day(), show, past)?.count).toBe(1 + 5);
      const monday = midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY;
      const inWeek = starts.filter((at) => at >= monday && at < monday + 7 * DAY).length;
      expect(sumOf(week, show, past)?.count).toBe(1 + 5 * inWeek);
      expect(sumOf({ ...day(), giftIds: [CAT_PAWS] }, show, past)?.count).toBe(2);
      past.remove('show-0', {
        startedAt: midnight,
        anchors: [],
        viewers: [],
        gifts: [{ key: String(CAT_PAWS), name: '', unitDiamonds: 1, ...tally(2) }],
        totals: tally(5),
      });
      expect(sumOf(day(), show, past)?.count).toBe(1);
    });
  });

  it("finds the day in the host's time zone", () => {
    const show = Show.started();
    const { startedAt } = show.state;
    const midnightInTokyo = Math.floor((startedAt + 9 * HOUR) / DAY) * DAY - 9 * HOUR;
    withPast([midnightInTokyo, midnightInTokyo - 1], (past) => {
      expect(sumOf(day('Asia/Tokyo'), show, past)?.count).toBe(5);
    });
  });

  it('keeps its sum at midnight while a show is open, and begins again without one', () => {
    const show = Show.started();
    const { startedAt } = show.state;
    const goals = new Goals({ now: () => startedAt + 2 * DAY, zone: 'UTC' });
    goals.setSpecs([day()]);
    withPast([startedAt], (past) => {
      const source = { past, round: null, roundGifts: null };
      expect(goals.build({ ...source, state: show.state })).toEqual({ [goalKey(day())]: tally(5) });
      expect(goals.changeAt(show.state)).toBeNull();
      const none = new Watched().state;
      expect(goals.build({ ...source, state: none })).toEqual({ [goalKey(day())]: tally(0) });
      expect(goals.changeAt(none)).toBe((Math.floor(startedAt / DAY) + 3) * DAY);
    });
  });

  it('shows the true number beyond the target, and 100 % only once the target is reached', () => {
    const options = goalOptions({ target: 1000 });
    const at = (votesTenths: number) =>
      goalView({ goals: { 'show  ': { count: 0, diamonds: 0, votesTenths } } }, options);
    expect(at(9_999)).toMatchObject({ percent: 99, reached: false });
    expect(at(10_000)).toMatchObject({ percent: 100, reached: true });
    expect(at(25_000)).toMatchObject({ value: 25_000, percent: 250, reached: true });
  });

  it('counts one gift only if it counts gifts, and has a time zone only if it needs one', () => {
    const gift = { ids: [CAT_PAWS] };
    expect(goalOf(goalOptions({ gift, zone: 'Asia/Tokyo' }))).toEqual({
      span: 'show',
      giftIds: null,
      zone: '',
    });
    expect(goalOf(goalOptions({ gift, measure: 'gifts', span: 'week', zone: 'Asia/Tokyo' }))).toEqual({
      span: 'week',
      giftIds: [CAT_PAWS],
      zone: 'Asia/Tokyo',
    });
    expect(widgetOptionsSchema.safeParse({ kind: 'goal', zone: 'Mars/Base' }).success).toBe(false);
  });
});
