import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OverlayRound, OverlayState } from '#shared/contract/overlay/state.ts';
import { battleState } from '#tests/support/overlayShows.ts';
import { clockText } from '../../../overlay/ui/numbers.ts';
import { attemptOf, countdownView } from '../../../overlay/widgets/countdown/countdown.ts';

function withRound(more: Partial<OverlayRound>): OverlayState {
  const state = battleState({ names: ['Mika', 'Rei'] });
  const { now } = state.round;
  if (now === undefined) throw new Error('no round');
  return { ...state, round: { now: { ...now, ...more } } };
}
const running = { length: 60_000, ran: 10_000, since: 1_000_000 };

describe('countdown', () => {
  it('shows the remaining time, rounded up to seconds', () => {
    const state = withRound({ phase: 'running', countdown: running });
    const shown = (now: number) => clockText(countdownView(state, now).ms);
    expect(shown(1_000_000)).toBe('00:50');
    expect(shown(1_000_001)).toBe('00:50');
    expect(shown(1_001_000)).toBe('00:49');
    expect(shown(1_049_999)).toBe('00:01');
    expect(shown(1_050_000)).toBe('00:00');
    expect(shown(1_900_000)).toBe('00:00');
  });

  it('asks for a redraw when the shown second changes, and for none while paused', () => {
    const state = withRound({ phase: 'running', countdown: running });
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000, max: 1_049_000 }), (now) => {
        const { ms, wait } = countdownView(state, now);
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(1001);
        expect(clockText(countdownView(state, now + wait).ms)).not.toBe(clockText(ms));
        expect(clockText(countdownView(state, now + wait - 2).ms)).toBe(clockText(ms));
      }),
    );
    const paused = withRound({ phase: 'paused', countdown: { ...running, since: null } });
    expect(countdownView(paused, 5e9)).toMatchObject({
      ms: 50_000,
      running: false,
      wait: Number.POSITIVE_INFINITY,
    });
  });

  it('shows 0 and the remaining seconds during the delay', () => {
    const state = withRound({ phase: 'grace', grace: { length: 6000, ran: 0, since: 1_000_000 } });
    expect(countdownView(state, 1_001_500)).toMatchObject({ ms: 0, graceSeconds: 5, closing: false });
    expect(countdownView(state, 1_009_000)).toMatchObject({ ms: 0, graceSeconds: 0 });
  });

  it('warns only in the last ten seconds', () => {
    const state = withRound({ phase: 'running', countdown: running });
    expect(countdownView(state, 1_039_999).closing).toBe(false);
    expect(countdownView(state, 1_040_000).closing).toBe(true);
    expect(countdownView(state, 1_050_000).closing).toBe(false);
  });

  it('shows no time before a round without an end has started, nor without a round', () => {
    const endless = { length: 0, ran: 0, since: null };
    const prepared = withRound({ phase: 'prepared', countdown: endless });
    expect(countdownView(prepared, 1_000_000)).toMatchObject({ hasTime: false, phase: 'prepared' });
    expect(countdownView({ ...prepared, round: {} }, 1_000_000)).toMatchObject({ hasTime: false });
    const timed = withRound({ phase: 'prepared', countdown: { ...endless, length: 60_000 } });
    expect(countdownView(timed, 1_000_000)).toMatchObject({ hasTime: true, ms: 60_000 });
  });

  it('counts up in a round without an end', () => {
    const state = withRound({ phase: 'running', countdown: { length: 0, ran: 0, since: 0 } });
    expect(clockText(countdownView(state, 61_500).ms)).toBe('01:01');
  });

  it('shows the largest excess over the clearance score during a breakthrough', () => {
    const state = withRound({ phase: 'running', countdown: running, breakthrough: true });
    const scores = Object.fromEntries(
      Object.entries(state.scores).map(([id, score], index) => [
        id,
        { ...score, overTenths: [125, null][index] ?? null },
      ]),
    );
    expect(countdownView({ ...state, scores }, 1_000_000).overTenths).toBe(125);
    expect(
      countdownView(withRound({ phase: 'running', countdown: running }), 1_000_000).overTenths,
    ).toBeNull();
  });

  it('shows the received votes of a resurrection, not the pledged ones', () => {
    const state = withRound({
      kind: 'resurrection',
      phase: 'running',
      targetTenths: 5000,
      pledgedTenths: 4000,
    });
    const scores = Object.fromEntries(
      Object.entries(state.scores).map(([id, score], index) => [
        id,
        { ...score, reviving: index === 1, roundTenths: 900 },
      ]),
    );
    expect(attemptOf({ ...state, scores })).toMatchObject({
      name: 'Rei',
      arrivedTenths: 900,
      targetTenths: 5000,
    });
    expect(attemptOf(state)).toBeNull();
  });

  it('is empty before the first round', () => {
    expect(countdownView({}, 1)).toMatchObject({ phase: 'none', wait: Number.POSITIVE_INFINITY });
  });

  it('shows hours from one hour on', () => {
    expect(clockText(999_000)).toBe('16:39');
    expect(clockText(3_661_000)).toBe('1:01:01');
  });
});
