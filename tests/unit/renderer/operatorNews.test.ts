import { describe, expect, it } from 'vitest';
import en from '#locales/en.json' with { type: 'json' };
import { createOperatorNews } from '#renderer/features/show/operatorNews.ts';
import { commandInputSchema, type Input, roundActions } from '#shared/contract/input.ts';

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

function toastsOf() {
  const news = createOperatorNews();
  news.addOwnName('me');
  return (input: Input) => news.toastFor(input, nicknames)?.summary ?? null;
}

describe('operator news', () => {
  it('has a text for each action on a round', () => {
    for (const action of roundActions) {
      const key = toastsOf()(command('she', { command: 'round', action }))?.key ?? '';
      expect(Object.keys(en)).toContain(key);
    }
  });

  it('shows a toast for a command that changes the whole show', () => {
    const toastFor = toastsOf();
    expect(toastFor(command('she', { command: 'session', action: 'pause' }))).toEqual({
      key: 'toast.other.session.pause',
    });
    expect(toastFor(command('she', { command: 'suspend', on: true }))).toEqual({
      key: 'toast.other.suspend.on',
    });
  });

  it('has one topic for the course of the show, so that an ended show is not reported in the next one', () => {
    const news = createOperatorNews();
    news.addOwnName('me');
    const topics = [
      { command: 'session', action: 'end' },
      { command: 'session', action: 'start' },
      { command: 'round', action: 'start' },
      { command: 'suspend', on: true },
    ].map((fields) => news.toastFor(command('she', fields), nicknames)?.topic);
    expect(new Set(topics).size).toBe(1);
    expect(topics[0]).not.toBe('');
  });

  it('shows no toast when Ringside ends a show because a room was switched', () => {
    expect(toastsOf()(command('ringside', { command: 'session', action: 'end' }))).toBeNull();
  });

  it('shows the new target of a row that this screen had assigned', () => {
    const toastFor = toastsOf();
    toastFor(correct('me', 7, 'anchor:a'));
    expect(toastFor(correct('she', 8, 'anchor:a'))).toBeNull();
    expect(toastFor(correct('she', 7, 'anchor:a'))).toEqual({
      key: 'toast.other.moved.anchor',
      params: { shown: 1, anchor: 'Aya' },
    });
    expect(toastFor(correct('she', 7, 'uncounted'))?.key).toBe('toast.other.moved.uncounted');
    expect(toastFor(correct('she', 7, 'anchor:zzz'))?.key).toBe('toast.other.moved.gone');
  });

  it('shows a toast when a row that this screen had assigned is moved to another round', () => {
    const toastFor = toastsOf();
    toastFor(correct('me', 7, 'anchor:a'));
    const place = { from: { round: 0, late: 'no' }, to: { round: 1, late: 'no' } };
    expect(toastFor(correct('she', 8, 'unallocated', { place }))).toBeNull();
    expect(toastFor(correct('she', 7, 'unallocated', { place }))).toEqual({
      key: 'toast.other.placed',
      params: { shown: 1 },
    });
  });

  it('shows a toast when a viewer that this screen had bound is bound elsewhere', () => {
    const toastFor = toastsOf();
    toastFor(command('me', { command: 'bind', viewerId: 'v', anchorId: 'a' }));
    expect(toastFor(command('she', { command: 'bind', viewerId: 'w', anchorId: 'a' }))).toBeNull();
    expect(toastFor(command('she', { command: 'bind', viewerId: 'v', anchorId: null }))?.key).toBe(
      'toast.other.bound.unallocated',
    );
  });

  it('ignores commands of this screen, also under the name of an earlier link', () => {
    const news = createOperatorNews();
    news.addOwnName('me');
    news.addOwnName('me again');
    for (const by of ['me', 'me again']) {
      expect(news.toastFor(command(by, { command: 'session', action: 'pause' }), nicknames)).toBeNull();
    }
  });

  it('ignores all commands until the screen knows its own name', () => {
    const news = createOperatorNews();
    expect(news.toastFor(command('she', { command: 'session', action: 'pause' }), nicknames)).toBeNull();
  });
});
