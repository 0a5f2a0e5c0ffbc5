import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClockOffset } from '#backstage/room/clockOffset.ts';

const START = 1_800_000_000_000;

/** Samples one frame per delay, sent every `every` ms. `ahead` is the clock error (ms). Returns the last send time. */
function listen(
  offset: ClockOffset,
  delays: readonly number[],
  ahead: (sent: number) => number,
  every = 700,
) {
  let last = 0;
  for (const [index, delay] of delays.entries()) {
    const sent = START + index * every;
    last = sent;
    offset.sample(sent + delay + ahead(sent), sent);
  }
  return last;
}

describe('clock offset', () => {
  it('is the third smallest difference between arrival and send time', () => {
    const offset = new ClockOffset();
    listen(offset, [900, 300, 200, 400, 250, 100, 700], () => 7000);
    expect(offset.ahead).toBe(7250);
  });

  it("follows a change of the computer's clock to the millisecond", () => {
    const delays = fc.array(fc.integer({ min: 50, max: 5000 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(delays, fc.integer({ min: -50_000, max: 50_000 }), (network, ahead) => {
        const right = new ClockOffset();
        const wrong = new ClockOffset();
        listen(right, network, () => 0);
        listen(wrong, network, () => ahead);
        expect(wrong.ahead).toBe((right.ahead ?? 0) + ahead);
      }),
    );
  });

  it('is used above a minute only if HTTP responses confirm it', () => {
    const offset = new ClockOffset();
    const at = listen(offset, Array(20).fill(100), () => 7_200_000);
    expect(offset.ahead).toBeNull();
    offset.hint(at, at - 7_200_000);
    expect(offset.ahead).toBe(7_200_100);
  });

  it('is unknown during the playback of an old recording', () => {
    const offset = new ClockOffset();
    const at = listen(offset, Array(20).fill(100), () => 30 * 86_400_000);
    offset.hint(at, at);
    expect(offset.ahead).toBeNull();
  });

  it('does not rise after a burst of old frames', () => {
    const offset = new ClockOffset();
    const last = listen(offset, Array(200).fill(100), () => 7000);
    const again = last + 300_000;
    for (let old = 0; old < 400; old += 1) offset.sample(again + 7000, last + old * 700);
    for (let index = 0; index < 200; index += 1) {
      offset.sample(again + index * 700 + 7100, again + index * 700);
      expect(offset.ahead).toBe(7100);
    }
  });

  it('does not fall after one wrong time of the platform', () => {
    const offset = new ClockOffset();
    listen(offset, Array(50).fill(100), () => 0);
    offset.sample(START + 40_000, START + 3_600_000);
    expect(offset.ahead).toBe(100);
  });

  it('follows a drift of 5 ms a second in both directions, within half a second', () => {
    for (const way of [1, -1]) {
      const offset = new ClockOffset();
      const drift = (sent: number) => (way * (sent - START) * 5) / 1000;
      for (let index = 0; index < 2000; index += 1) {
        const sent = START + index * 500;
        offset.sample(sent + 100 + (index % 7) * 50 + drift(sent), sent);
        expect(Math.abs((offset.ahead ?? 0) - 100 - drift(sent))).toBeLessThan(500);
      }
    }
  });

  it('follows a change of the clock: down at once, up within about a minute', () => {
    const offset = new ClockOffset();
    const set = (sent: number) => (sent < START + 100_000 ? 0 : sent < START + 300_000 ? -1500 : 1500);
    listen(offset, Array(200).fill(100), set);
    expect(offset.ahead).toBe(-1400);
    const later = new ClockOffset();
    listen(later, Array(600).fill(100), set);
    expect(later.ahead).toBe(1600);
  });

  it('is corrected by the Date of a response if the clock was changed during an outage', () => {
    const offset = new ClockOffset();
    offset.begin(7100);
    offset.hint(START, START - 900);
    expect(offset.ahead).toBe(900);
    const same = new ClockOffset();
    same.begin(7100);
    same.hint(START + 7000, START - 900);
    expect(same.ahead).toBe(7100);
  });

  it('ignores send times in another unit', () => {
    const offset = new ClockOffset();
    offset.sample(START, START / 1000);
    offset.sample(START, START * 1000);
    offset.sample(START, 0);
    expect(offset.ahead).toBeNull();
  });

  it('reports a wrong computer clock if frames and responses agree on it', () => {
    const offset = new ClockOffset();
    offset.sample(START + 7100, START);
    expect(offset.error(0)).toBe(0);
    offset.hint(START + 7500, START);
    expect(offset.error(0)).toBe(7100);
    // The system clock was corrected during the show, and the steady clock adds the difference.
    expect(offset.error(7000)).toBe(0);
    offset.hint(START + 500, START);
    expect(offset.error(0)).toBe(0);
  });
});
