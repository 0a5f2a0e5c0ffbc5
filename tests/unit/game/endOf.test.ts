import { describe, expect, it } from 'vitest';
import { endOf, isOver } from '#shared/game/sessionStatus.ts';
import { Show } from '#tests/support/show.ts';

describe('end of a session', () => {
  it('is the moment from which gifts no longer count, and 0 before', () => {
    const show = Show.started();
    expect(endOf(show.state)).toBe(0);
    show.pass(5000);
    show.tell({ command: 'session', action: 'end' });
    expect(endOf(show.state)).toBe(1_005_000);
  });

  it('is complete only when the last round is settled', () => {
    const show = Show.inBattle();
    expect(isOver(show.state)).toBe(false);
    show.act('end');
    // The round is settled, but the session continues.
    expect(isOver(show.state)).toBe(false);
    show.tell({ command: 'session', action: 'end' });
    expect(isOver(show.state)).toBe(true);
  });
});
