import { describe, expect, it } from 'vitest';
import { Hub } from '#backstage/hub.ts';
import type { Push, StoredInput } from '#shared/contract/backstage.ts';
import { ManualClock } from './manualClock.ts';

function clockInput(seq: number): StoredInput {
  return { seq, input: { kind: 'clock', at: seq } };
}

function setup() {
  const clock = new ManualClock();
  const failures: string[] = [];
  const hub = new Hub(clock, (message) => failures.push(message));
  hub.changeShow('show');
  const screen = () => {
    const pushes: Push[] = [];
    const listener = hub.add('test', (push) => pushes.push(push));
    const seqs = () =>
      pushes.flatMap((push) => (push.push === 'inputs' ? [push.inputs.map(({ seq }) => seq)] : []));
    return { listener, pushes, seqs };
  };
  return { clock, hub, failures, screen };
}

describe('hub', () => {
  it('sends each screen the inputs after its own last number, without gaps or duplicates', () => {
    const { clock, hub, screen } = setup();
    const early = screen();
    const late = screen();
    hub.follow(early.listener, 'show', 0);
    hub.inputs('show', [clockInput(1), clockInput(2)]);
    hub.follow(late.listener, 'show', 2);
    hub.inputs('show', [clockInput(3)]);
    clock.advance(20);
    expect(early.seqs()).toEqual([[1, 2, 3]]);
    expect(late.seqs()).toEqual([[3]]);
  });

  it('sends inputs only after the answer to the subscription', () => {
    const { clock, hub, screen } = setup();
    const { listener, seqs } = screen();
    hub.follow(listener, 'show', 0);
    hub.inputs('show', [clockInput(1)]);
    expect(seqs()).toEqual([]);
    clock.advance(0);
    expect(seqs()).toEqual([[1]]);
  });

  it('sends all inputs of one turn in one push', () => {
    const { clock, hub, screen } = setup();
    const { listener, seqs } = screen();
    hub.follow(listener, 'show', 0);
    for (const turn of [0, 1, 2]) {
      for (const place of [1, 2, 3]) hub.inputs('show', [clockInput(3 * turn + place)]);
      clock.advance(0);
    }
    expect(seqs()).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
  });

  it('skips a slow screen and shows it the gap when it has caught up', () => {
    const { clock, hub, screen } = setup();
    const { listener, seqs } = screen();
    hub.follow(listener, 'show', 0);
    hub.setBacklog(listener, 9 * 1024 * 1024, () => null);
    hub.inputs('show', [clockInput(1)]);
    clock.advance(20);
    hub.inputs('show', [clockInput(2)]);
    clock.advance(20);
    expect(seqs()).toEqual([]);
    hub.setBacklog(listener, 0, () => clockInput(2));
    expect(seqs()).toEqual([[2]]);
  });

  it('sends nothing to a screen that has not subscribed to this show', () => {
    const { clock, hub, screen } = setup();
    const { listener, seqs, pushes } = screen();
    hub.inputs('show', [clockInput(1)]);
    clock.advance(20);
    hub.follow(listener, 'show', 1);
    hub.changeShow('next');
    hub.inputs('next', [clockInput(1)]);
    clock.advance(20);
    expect(seqs()).toEqual([]);
    expect(pushes).toContainEqual({ push: 'show', showId: 'next' });
  });

  it('sends to the other screens when one of them fails', () => {
    const { hub, failures, screen } = setup();
    hub.add('broken', () => {
      throw new Error('closed');
    });
    const { pushes } = screen();
    hub.broadcast({ push: 'show', showId: null });
    expect(pushes).toEqual([{ push: 'show', showId: null }]);
    expect(failures).toHaveLength(1);
    hub.broadcast({ push: 'show', showId: null });
    expect(failures).toHaveLength(1);
  });
});
