import { describe, expect, it } from 'vitest';
import { createOperatorNews } from '#renderer/features/show/operators/operatorNews.ts';
import { commandInputSchema, type Input } from '#shared/contract/input.ts';

const nicknames = (id: string) => (id === 'a' ? 'Aya' : null);

function command(by: string, fields: Record<string, unknown>): Input {
  return commandInputSchema.parse({ kind: 'command', at: 1, by, ...fields });
}

function correct(by: string, rowId: number, to: string, more: Record<string, unknown> = {}): Input {
  const row = {
    rowId,
    viewerId: 'v',
    giftId: 5655,
    streakKey: '',
    count: 1,
    diamonds: 1,
    votesTenths: 10,
    from: 'unallocated',
    to,
    reason: 'corrected',
    ...more,
  };
  return command(by, { command: 'correct', rows: [row] });
}

function news() {
  const made = createOperatorNews();
  made.isMe('me');
  return (input: Input) => made.take(input, nicknames)?.summary ?? null;
}

describe('what another operator does', () => {
  it('is told when it changes the whole show', () => {
    const told = news();
    expect(told(command('she', { command: 'session', action: 'pause' }))).toEqual({
      key: 'toast.other.session.pause',
    });
    expect(told(command('she', { command: 'suspend', on: true }))).toEqual({
      key: 'toast.other.suspend.on',
    });
  });

  it('is told when it moves a row that was assigned here, and to whom', () => {
    const told = news();
    told(correct('me', 7, 'anchor:a'));
    expect(told(correct('she', 8, 'anchor:a'))).toBeNull();
    expect(told(correct('she', 7, 'anchor:a'))).toEqual({
      key: 'toast.other.moved.anchor',
      params: { shown: 1, anchor: 'Aya' },
    });
    expect(told(correct('she', 7, 'uncounted'))?.key).toBe('toast.other.moved.uncounted');
    expect(told(correct('she', 7, 'anchor:zzz'))?.key).toBe('toast.other.moved.gone');
  });

  it('is told when it moves a row that was assigned here to another round', () => {
    const told = news();
    told(correct('me', 7, 'anchor:a'));
    const place = { from: { round: 0, late: 'no' }, to: { round: 1, late: 'no' } };
    expect(told(correct('she', 8, 'unallocated', { place }))).toBeNull();
    expect(told(correct('she', 7, 'unallocated', { place }))).toEqual({
      key: 'toast.other.placed',
      params: { shown: 1 },
    });
  });

  it('is told when it binds a viewer elsewhere who was bound here', () => {
    const told = news();
    told(command('me', { command: 'bind', viewerId: 'v', anchorId: 'a' }));
    expect(told(command('she', { command: 'bind', viewerId: 'w', anchorId: 'a' }))).toBeNull();
    expect(told(command('she', { command: 'bind', viewerId: 'v', anchorId: null }))?.key).toBe(
      'toast.other.bound.unallocated',
    );
  });

  it('is no news when it was done here, also under the name of an earlier link', () => {
    const made = createOperatorNews();
    made.isMe('me');
    made.isMe('me again');
    for (const by of ['me', 'me again']) {
      expect(made.take(command(by, { command: 'session', action: 'pause' }), nicknames)).toBeNull();
    }
  });

  it('is no news while this screen does not know its own name', () => {
    const made = createOperatorNews();
    expect(made.take(command('she', { command: 'session', action: 'pause' }), nicknames)).toBeNull();
  });
});
