import { describe, expect, it } from 'vitest';
import { RevisedState, sectionsOfNothing } from '#backstage/remote/remoteState.ts';
import { keyActionNames } from '#renderer/data/keys/actions.ts';
import { isRemoteAction, remoteActionNames } from '#shared/contract/remote/actions.ts';
import { operatorOf, programOf, remoteNameSchema } from '#shared/contract/remote/token.ts';

describe('remote actions', () => {
  it('are the actions of the key map', () => {
    expect([...remoteActionNames].sort()).toEqual([...keyActionNames].sort());
    for (const name of ['', 'toString', '__proto__']) expect(isRemoteAction(name)).toBe(false);
  });
});

describe('name of a program', () => {
  it('is told apart from windows in the journal, and has no control characters', () => {
    expect(programOf(operatorOf('window-1'))).toBe('window-1');
    expect(programOf('window-1')).toBeNull();
    expect(operatorOf('x'.repeat(40)).length).toBeLessThanOrEqual(64);
    expect(remoteNameSchema.parse(' Stream Deck\u202e\u0000 ')).toBe('Stream Deck');
    for (const name of ['', '\u0000', 'x'.repeat(41)])
      expect(remoteNameSchema.safeParse(name).success).toBe(false);
  });
});

describe('revision', () => {
  const nothing = sectionsOfNothing({
    connection: { phase: 'idle', username: '', lineId: 'line1', rehearsal: false, problem: null },
  });
  const paused = { ...nothing, connection: { ...nothing.connection, phase: 'live' as const } };

  it('increases by one with each change, and makes only what changed stale', () => {
    const state = new RevisedState(nothing, 1000);
    expect(state.update(structuredClone(nothing), false)).toBeNull();
    expect(state.revision).toBe(1000);
    expect(state.update(paused, false)).toEqual({ connection: paused.connection });
    expect(state.revision).toBe(1001);
    expect(state.isStale(1000, ['connection'])).toBe(true);
    expect(state.isStale(1000, ['show', 'round'])).toBe(false);
    expect(state.isStale(1001, ['connection'])).toBe(false);
  });

  it('is stale if it is from before a restart, or not yet reached', () => {
    const state = new RevisedState(nothing, 1000);
    expect(state.isStale(999, [])).toBe(true);
    expect(state.isStale(1001, [])).toBe(true);
    expect(state.isStale(1000, ['show'])).toBe(false);
  });
});
