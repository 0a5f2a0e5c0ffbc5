import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { type OptionsOf, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import { type BonusRow, type BonusSpec, bonusKey, bonusMs, bonusOf } from '#shared/overlay/bonus.ts';
import { CAT_PAWS, CROWN, Show } from '#tests/support/show.ts';
import { bonusView } from '../../../overlay/widgets/timeBonus/timeBonus.ts';
import { Watched } from './watched.ts';

function options(more: object = {}): OptionsOf<'timeBonus'> {
  const parsed = widgetOptionsSchema.parse({ kind: 'timeBonus', ...more });
  if (parsed.kind !== 'timeBonus') throw new TypeError('the options are of another kind');
  return parsed;
}

function spec(more: object = {}): BonusSpec {
  const found = bonusOf(options(more));
  if (found === null) throw new TypeError('the options are of another kind');
  return found;
}

const row = (rowId: number, at: number, diamonds: number, giftId = 1): BonusRow => ({
  rowId,
  at,
  giftId,
  count: diamonds,
  diamonds,
  target: 'unallocated',
  round: 1,
  late: 'no',
});

const rowsArb = fc
  .array(fc.record({ gap: fc.nat(40_000), diamonds: fc.nat(5000), named: fc.boolean() }), { maxLength: 40 })
  .map((gifts) => {
    let at = 0;
    return gifts.map(({ gap, diamonds, named }, index) => {
      at += gap;
      return row(index + 1, at, diamonds, named ? CAT_PAWS : CROWN);
    });
  });
const ruleArb = fc
  .record({
    seconds: fc.nat(120),
    diamonds: fc.integer({ min: 1, max: 500 }),
    addSeconds: fc.nat(20),
    giftSeconds: fc.nat(60),
    maxPerGift: fc.nat(90),
    maxSeconds: fc.nat(900),
  })
  .map((rule) => spec({ ...rule, gift: { ids: [CAT_PAWS] } }));

describe('time bonus', () => {
  it('never exceeds its caps, and no gift after the end of the time counts', () => {
    fc.assert(
      fc.property(rowsArb, ruleArb, (rows, rule) => {
        const ms = bonusMs(rows, rule, (at) => at);
        expect(ms).toBeLessThanOrEqual(rule.maxSeconds * 1000);
        expect(ms).toBeLessThanOrEqual(rows.length * rule.maxPerGift * 1000);
        const end = rule.seconds * 1000 + ms;
        const inTime = rows.filter(({ at }) => at < end);
        expect(bonusMs(inTime, rule, (at) => at)).toBe(ms);
      }),
    );
  });

  it('is the same whether a combo arrives in one message or in many', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }), (steps) => {
        const counted = (repeats: readonly number[]) => {
          const show = Show.started();
          const watched = new Watched(undefined, show.inputs);
          const told = show.inputs.length;
          const bonus = spec({ run: { since: show.now, until: null }, maxPerGift: 3000, maxSeconds: 3000 });
          watched.view.setBonuses([bonus]);
          watched.build();
          for (const repeat of repeats) show.combo('aoi', repeat, { giftId: CAT_PAWS, diamonds: 30 });
          watched.take(show.inputs.slice(told));
          return watched.build().bonus[bonusKey(bonus)]?.bonusMs;
        };
        let sum = 0;
        const growing = steps.map((step) => (sum += step));
        expect(counted(growing)).toBe(sum * 3000);
        expect(counted([sum])).toBe(sum * 3000);
      }),
      { numRuns: 30 },
    );
  });

  it('follows corrections, and is the same for a page that opens later', () => {
    const show = Show.started();
    const watched = new Watched(undefined, show.inputs);
    const bonus = spec({ run: { since: show.now, until: null } });
    watched.view.setBonuses([bonus]);
    watched.build();
    const ms = (of: Watched) => of.build().bonus[bonusKey(bonus)]?.bonusMs;
    let told = show.inputs.length;
    const news = () => {
      watched.take(show.inputs.slice(told));
      told = show.inputs.length;
      return ms(watched);
    };
    const first = show.gift('aoi', { diamonds: 100 });
    show.gift('ben', { diamonds: 50 });
    expect(news()).toBe(15_000);
    show.reassign([first], 'uncounted');
    expect(news()).toBe(5000);
    const late = new Watched(undefined, show.inputs);
    late.view.setBonuses([bonus]);
    expect(ms(late)).toBe(5000);
  });

  it('of a round counts the gifts of the round and runs with its countdown', () => {
    const show = Show.started();
    show.gift('aoi', { diamonds: 990 });
    const bonus = spec({ start: 'round' });
    const empty = new Watched(undefined, show.inputs);
    empty.view.setBonuses([bonus]);
    expect(empty.build().bonus).toEqual({});
    const battle = Show.inBattle();
    battle.gift('ben', { diamonds: 20 });
    const watched = new Watched(undefined, battle.inputs);
    watched.view.setBonuses([bonus]);
    const { countdown } = battle.round;
    expect(watched.build().bonus[bonusKey(bonus)]).toEqual({
      countdown: { length: 62_000, ran: countdown.ran, since: countdown.since },
      bonusMs: 2000,
    });
  });

  it('shows its full time before the start, and stays at zero at its end', () => {
    const of = (more: object, bonus: OverlayState['bonus'][string] | undefined, now: number) => {
      const chosen = options(more);
      const key = bonusKey(spec(more));
      return bonusView(bonus === undefined ? {} : { bonus: { [key]: bonus } }, chosen, now);
    };
    expect(of({ seconds: 90 }, undefined, 5)).toMatchObject({ ms: 90_000, phase: 'ready' });
    const run = { run: { since: 1000, until: null } };
    const bonus = { countdown: { length: 62_000, ran: 0, since: 1000 }, bonusMs: 2000 };
    expect(of(run, bonus, 54_000)).toMatchObject({ ms: 9000, phase: 'running', closing: true });
    expect(of(run, bonus, 99_000)).toMatchObject({ ms: 0, phase: 'over' });
  });
});
