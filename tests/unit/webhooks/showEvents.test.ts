import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookBodySchema } from '#shared/contract/webhooks.ts';
import { createState } from '#shared/game/fold.ts';
import { restore, serialise } from '#shared/game/serialise.ts';
import { type ShowEvent, ShowEventReader } from '#shared/webhooks/showEvents.ts';
import { play, stepsArb } from '#tests/support/game.ts';
import { CAT_PAWS, CROWN, Show } from '#tests/support/show.ts';

const READ = { id: '20260101-000000-000test', rehearsal: false };

function eventsOf(show: Show, minDiamonds = 100, reader = new ShowEventReader(READ, createState())) {
  return show.inputs.flatMap(({ seq, input }) => reader.read(seq, input, minDiamonds));
}

const types = (events: readonly ShowEvent[]) => events.map(({ type }) => type);

describe('events of a show', () => {
  it('tell a battle from the start of the show to its end', () => {
    const show = Show.inBattle();
    show.gift('ada', { giftId: CAT_PAWS, diamonds: 500 });
    show.gift('bob', { giftId: CROWN, diamonds: 900 });
    show.tell({ command: 'round', action: 'end' });
    show.tell({ command: 'round', action: 'cut' });
    show.gap({ cause: 'silence' });
    show.tell({ command: 'session', action: 'end' });
    const events = eventsOf(show, 600);
    expect(types(events)).toEqual([
      'show.started',
      'round.started',
      'lead.changed',
      'lead.changed',
      'gift.received',
      'round.settled',
      'gap.found',
      'show.ended',
    ]);
    const settled = events.find(({ type }) => type === 'round.settled')?.body;
    expect(settled?.data).toMatchObject({
      outcome: 'defender',
      winners: [{ id: 'rei', name: 'rei' }],
      again: false,
    });
    const lead = events.filter(({ type }) => type === 'lead.changed').map(({ body }) => body.data);
    expect(lead).toMatchObject([{ leader: { id: 'attacker' } }, { leader: { id: 'defender' } }]);
  });

  it('tell a streak of gifts once, when it reaches the minimum', () => {
    const show = Show.started();
    for (const repeat of [1, 4, 6, 9]) {
      show.gift('ada', { giftId: CAT_PAWS, diamonds: 20, streak: true, group: 'g', repeat });
    }
    const gifts = eventsOf(show, 100).filter(({ type }) => type === 'gift.received');
    expect(gifts.map(({ body }) => body.data)).toMatchObject([
      { count: 6, diamonds: 120, target: 'anchor:mika', anchor: { id: 'mika' }, viewer: { id: 'ada' } },
    ]);
  });

  it('tell that a result replaces an earlier one', () => {
    const show = Show.inBattle();
    const row = show.gift('ada', { giftId: CAT_PAWS, diamonds: 500 });
    show.gift('bob', { giftId: CROWN, diamonds: 100 });
    show.tell({ command: 'round', action: 'end' });
    show.tell({ command: 'round', action: 'cut' });
    show.reassign([row], 'anchor:rei');
    show.tell({ command: 'round', action: 'settle' });
    const settled = eventsOf(show).filter(({ type }) => type === 'round.settled');
    expect(settled.map(({ body }) => body.data)).toMatchObject([
      { again: false, outcome: 'attacker' },
      { again: true, outcome: 'defender' },
    ]);
  });

  it('fit their schema and have ids of their own, in order, in random shows', () => {
    fc.assert(
      fc.property(stepsArb, (steps) => {
        const events = eventsOf(play(steps), 1);
        for (const { body } of events) expect(hookBodySchema.parse(body)).toEqual(body);
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
        const places = events.map(({ seq, index }) => seq * 100 + index);
        expect(places).toEqual([...places].sort((a, b) => a - b));
      }),
      { numRuns: 150 },
    );
  });

  it('are the same after a restart at any input, and with another minimum', () => {
    fc.assert(
      fc.property(stepsArb, fc.nat({ max: 150 }), (steps, cut) => {
        const show = play(steps);
        const whole = eventsOf(show, 50);
        let reader = new ShowEventReader(READ, createState());
        const again: ShowEvent[] = [];
        for (const { seq, input } of show.inputs) {
          again.push(...reader.read(seq, input, 50));
          if (seq === cut) reader = new ShowEventReader(READ, restore(serialise(reader.state)));
        }
        expect(again).toEqual(whole);
        const others = (events: ShowEvent[]) => events.filter(({ type }) => type !== 'gift.received');
        expect(others(eventsOf(show, 1))).toEqual(others(whole));
      }),
      { numRuns: 150 },
    );
  });
});
