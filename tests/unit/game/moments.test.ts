import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  followLead,
  LEAD_MOMENT_MS,
  type LeadMemory,
  leadOf,
  momentKey,
  momentOf,
  noLead,
} from '#shared/game/round/moments.ts';
import { battleBar } from '#shared/game/round/view.ts';
import { CAT_PAWS, CROWN, preset, Show } from '#tests/support/show.ts';

/** The screen of a host, which follows the lead with each state that it shows. */
class Screen {
  memory: LeadMemory = noLead;
  readonly #show: Show;

  constructor(show: Show) {
    this.#show = show;
  }

  look() {
    const { state, now } = this.#show;
    this.memory = followLead(this.memory, leadOf(state), now);
    return momentOf(state, this.memory, now);
  }
}

function battle(more: Parameters<typeof Show.inBattle>[0] = {}): { show: Show; screen: Screen } {
  const show = Show.inBattle({ round: { ...preset().round, delay: 0 }, ...more });
  const screen = new Screen(show);
  screen.look();
  return { show, screen };
}
const giveAttacker = (show: Show, votes: number) => show.gift('aoi', { giftId: CAT_PAWS, repeat: votes });
const giveDefender = (show: Show, votes: number) => show.gift('ben', { giftId: CROWN, repeat: votes });

describe('moments of a round', () => {
  it('names the side that takes the lead, for a few seconds', () => {
    const { show, screen } = battle();
    giveAttacker(show, 5);
    expect(screen.look()).toBeNull();
    giveDefender(show, 9);
    expect(screen.look()).toEqual({ kind: 'lead', roundId: 1, side: 'defender', change: 1 });
    show.pass(LEAD_MOMENT_MS - 1);
    expect(screen.look()).toMatchObject({ kind: 'lead' });
    show.pass(1);
    expect(screen.look()).toBeNull();
  });

  it('does not take a tie for a change of the lead', () => {
    const { show, screen } = battle();
    giveAttacker(show, 5);
    screen.look();
    giveDefender(show, 5);
    expect(screen.look()).toBeNull();
    giveAttacker(show, 1);
    expect(screen.look()).toBeNull();
    giveDefender(show, 1);
    screen.look();
    giveDefender(show, 1);
    expect(screen.look()).toMatchObject({ kind: 'lead', side: 'defender' });
  });

  it('follows a correction that turns the lead', () => {
    const { show, screen } = battle();
    giveAttacker(show, 5);
    const seq = giveAttacker(show, 3);
    screen.look();
    show.reassign([seq], 'anchor:rei');
    expect(screen.look()).toBeNull();
    show.reassign([giveAttacker(show, 9)], 'anchor:rei');
    expect(screen.look()).toMatchObject({ kind: 'lead', side: 'defender' });
  });

  it('does not compare the leads of two rounds', () => {
    const { show, screen } = battle();
    giveAttacker(show, 5);
    screen.look();
    show.act('end');
    screen.look();
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei'] });
    show.act('start');
    giveDefender(show, 5);
    expect(screen.look()).toBeNull();
  });

  it('reports a change of the lead exactly when the other side leads', () => {
    const gift = fc.record({ attacks: fc.boolean(), votes: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(fc.array(gift, { maxLength: 30 }), (gifts) => {
        const { show, screen } = battle();
        let leader = '';
        let changes = 0;
        for (const { attacks, votes } of gifts) {
          if (attacks) giveAttacker(show, votes);
          else giveDefender(show, votes);
          screen.look();
          const { attackerTenths, defenderTenths } = battleBar(show.round);
          if (attackerTenths === defenderTenths) continue;
          const now = attackerTenths > defenderTenths ? 'attacker' : 'defender';
          if (leader !== '' && leader !== now) changes += 1;
          leader = now;
        }
        expect(screen.memory.changes).toBe(changes);
      }),
    );
  });

  it('names the last ten seconds while the countdown runs', () => {
    const { show, screen } = battle();
    const { length } = show.round.countdown;
    show.pass(length - 10_001);
    expect(screen.look()).toBeNull();
    show.pass(1);
    expect(screen.look()).toEqual({ kind: 'lastSeconds', roundId: 1 });
    show.act('pause');
    expect(screen.look()).toBeNull();
    show.act('resume');
    expect(screen.look()).toMatchObject({ kind: 'lastSeconds' });
    show.pass(10_000);
    expect(screen.look()).toMatchObject({ kind: 'settled' });
  });

  it('tells the result with the winner’s lead', () => {
    const { show, screen } = battle();
    const row = giveAttacker(show, 12);
    giveDefender(show, 5);
    screen.look();
    show.act('end');
    const { attackerTenths, defenderTenths } = battleBar(show.round);
    const aheadTenths = Math.abs(attackerTenths - defenderTenths);
    expect(aheadTenths).toBeGreaterThan(0);
    expect(screen.look()).toMatchObject({ kind: 'settled', aheadTenths });
    // A correction contradicts the stored result until the round is settled again.
    show.reassign([row], 'unallocated');
    expect(screen.look()).toBeNull();
  });

  it('asks for the tie of the lowest until the host has decided, also in the next round', () => {
    const show = Show.started(
      preset({
        mode: 'battle',
        round: { ...preset().round, delay: 0 },
        battle: { ...preset().battle, knockOut: 'lowest' },
      }),
    );
    const screen = new Screen(show);
    show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei', 'yuki'] });
    show.act('start');
    giveAttacker(show, 5);
    show.act('end');
    expect(screen.look()).toEqual({ kind: 'tie', roundId: 1, number: 1 });
    show.tell({ command: 'decideTie', round: 1, anchorId: 'yuki' });
    expect(screen.look()).toMatchObject({ kind: 'settled', outcome: 'attacker' });
  });

  it('tells the last seconds of the next round even while a tie waits for the host', () => {
    const base = preset();
    const show = Show.started(
      preset({
        mode: 'battle',
        round: { ...base.round, length: 60, delay: 0 },
        battle: { ...base.battle, knockOut: 'lowest' },
      }),
    );
    const screen = new Screen(show);
    const play = () => {
      show.tell({ command: 'prepare', attacker: ['mika'], defender: ['rei', 'yuki'] });
      show.act('start');
    };
    play();
    giveAttacker(show, 5);
    show.act('end');
    play();
    expect(screen.look()).toMatchObject({ kind: 'tie', number: 1 });
    show.pass(55_000);
    expect(screen.look()).toMatchObject({ kind: 'lastSeconds', roundId: 2 });
  });

  it('tells that a resurrection has reached its target, and that a failed one is over', () => {
    const base = preset();
    const show = Show.started(preset({ mode: 'battle', resurrection: { ...base.resurrection, floor: 20 } }));
    const screen = new Screen(show);
    show.tell({ command: 'knockOut', anchorId: 'mika', out: true });
    show.tell({ command: 'resurrect', anchorId: 'mika' });
    show.act('start');
    expect(screen.look()).toBeNull();
    giveAttacker(show, 20);
    expect(screen.look()).toEqual({ kind: 'reached', roundId: 1, goal: 'target', anchorId: 'mika' });

    show.tell({ command: 'knockOut', anchorId: 'rei', out: true });
    show.tell({ command: 'resurrect', anchorId: 'rei' });
    show.act('start');
    show.act('end');
    show.pass(60_000);
    expect(screen.look()).toMatchObject({ kind: 'settled', outcome: 'failed' });
  });

  it('tells that a turn is over its clearance score until its votes are taken away', () => {
    const base = preset();
    const show = Show.started(
      preset({ mode: 'freestyle', freestyle: { ...base.freestyle, length: 0, clearance: 10 } }),
    );
    const screen = new Screen(show);
    show.tell({ command: 'prepare' });
    show.act('start');
    giveAttacker(show, 10);
    expect(screen.look()).toBeNull();
    const seq = giveAttacker(show, 1);
    expect(screen.look()).toEqual({ kind: 'reached', roundId: 1, goal: 'clearance', anchorId: 'mika' });
    show.reassign([seq], 'uncounted');
    expect(screen.look()).toBeNull();
  });

  it('has the same key whenever the same moment is shown', () => {
    expect(momentKey({ kind: 'lead', roundId: 1, side: 'attacker', change: 1 })).not.toBe(
      momentKey({ kind: 'lead', roundId: 1, side: 'attacker', change: 3 }),
    );
    expect(momentKey({ kind: 'lastSeconds', roundId: 1 })).toBe(
      momentKey({ kind: 'lastSeconds', roundId: 1 }),
    );
  });
});
