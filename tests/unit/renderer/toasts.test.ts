import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createToastStore, toastSeverities } from '#renderer/data/stores/toastStore.ts';
import { HandTimers } from './handTimers.ts';

const say = (key: string) => ({ summary: { key } });

function toasts() {
  const timers = new HandTimers();
  const { getState } = createToastStore(timers);
  return { timers, getState, shown: () => getState().toasts[0]?.summary.key ?? null };
}

describe('toast', () => {
  it('has the defaults info, three seconds and closable', () => {
    const { getState } = toasts();
    const id = getState().add(say('saved'));
    expect(getState().toasts).toEqual([
      {
        id,
        severity: 'info',
        summary: { key: 'saved' },
        detail: null,
        life: 3_000,
        closable: true,
        group: 'main',
        topic: '',
      },
    ]);
  });

  it('accepts any severity, detail, life and group, and can have no close button', () => {
    const { getState } = toasts();
    for (const severity of toastSeverities) {
      getState().add({
        ...say(severity),
        severity,
        detail: { key: 'why' },
        life: 500,
        closable: false,
        group: 'g',
      });
    }
    expect(getState().toasts.map(({ severity }) => severity)).toEqual([
      'error',
      'info',
      'success',
      'warn',
      'secondary',
      'contrast',
    ]);
    expect(getState().toasts[3]).toMatchObject({
      detail: { key: 'why' },
      life: 500,
      closable: false,
      group: 'g',
    });
  });

  it('gets an id that is unique on the page', () => {
    const { getState } = toasts();
    const first = getState().add(say('a'));
    getState().remove(first);
    expect(getState().add(say('a'))).not.toBe(first);
  });

  it('disappears when its life ends and not before', () => {
    const { getState, timers, shown } = toasts();
    getState().add(say('saved'));
    timers.pass(2_999);
    expect(shown()).toBe('saved');
    timers.pass(1);
    expect(shown()).toBeNull();
  });

  it('disappears when it is closed, without closing the next toast', () => {
    const { getState, timers, shown } = toasts();
    const first = getState().add(say('a'));
    timers.pass(2_000);
    getState().remove(first);
    getState().add(say('b'));
    timers.pass(1_500);
    expect(shown()).toBe('b');
  });
});

describe('toast queue', () => {
  it('shows one toast at a time in order, each for its whole life', () => {
    const { getState, timers, shown } = toasts();
    getState().add(say('a'));
    getState().add({ ...say('b'), life: 1_000, group: 'other' });
    getState().add(say('c'));
    const seen = [shown()];
    for (const ms of [3_000, 1_000, 3_000]) {
      timers.pass(ms - 1);
      expect(shown()).toBe(seen.at(-1));
      timers.pass(1);
      seen.push(shown());
    }
    expect(seen).toEqual(['a', 'b', 'c', null]);
  });

  it('does not extend the toast on screen when other toasts are added', () => {
    const { getState, timers, shown } = toasts();
    getState().add(say('a'));
    timers.pass(2_000);
    const waiting = getState().add(say('b'));
    getState().add(say('c'));
    getState().remove(waiting);
    timers.pass(999);
    expect(shown()).toBe('a');
    timers.pass(1);
    expect(shown()).toBe('c');
  });

  it('replaces a toast of the same topic by the newer one, on screen and in its turn', () => {
    const { getState, timers, shown } = toasts();
    getState().add({ ...say('started'), topic: 'round' });
    timers.pass(2_000);
    getState().add({ ...say('paused'), topic: 'round' });
    expect(shown()).toBe('paused');
    getState().add({ ...say('open'), topic: 'room' });
    getState().add(say('saved'));
    getState().add({ ...say('closed'), topic: 'room' });
    expect(getState().toasts.map(({ summary }) => summary.key)).toEqual(['paused', 'closed', 'saved']);
    timers.pass(2_999);
    expect(shown()).toBe('paused');
    timers.pass(1);
    expect(shown()).toBe('closed');
  });

  it('deduplicates equal toasts and restarts the countdown', () => {
    const { getState, timers, shown } = toasts();
    const id = getState().add(say('a'));
    timers.pass(2_000);
    expect(getState().add(say('a'))).toBe(id);
    expect(getState().toasts.length).toBe(1);
    timers.pass(2_999);
    expect(shown()).toBe('a');
    timers.pass(1);
    expect(shown()).toBeNull();
  });

  it('clears one group and keeps the toasts of other groups', () => {
    const { getState, timers, shown } = toasts();
    getState().add({ ...say('a'), group: 'one' });
    getState().add({ ...say('b'), group: 'two' });
    getState().add({ ...say('c'), group: 'one' });
    timers.pass(1_000);
    getState().clear('one');
    expect(getState().toasts.map(({ summary }) => summary.key)).toEqual(['b']);
    timers.pass(2_999);
    expect(shown()).toBe('b');
    timers.pass(1);
    expect(shown()).toBeNull();
  });

  it('clears all toasts', () => {
    const { getState, timers } = toasts();
    getState().add(say('a'));
    getState().add({ ...say('b'), group: 'other' });
    getState().clear();
    expect(getState().toasts).toEqual([]);
    timers.pass(10_000);
    getState().add(say('c'));
    timers.pass(2_999);
    expect(getState().toasts.length).toBe(1);
  });
});

describe('error toast', () => {
  const fail = (key: string) => ({ ...say(key), severity: 'error' as const });

  it('is shown at once, before everything that waits or is on screen', () => {
    const { getState, shown } = toasts();
    getState().add(say('a'));
    getState().add(say('b'));
    getState().add(fail('wrong password'));
    expect(shown()).toBe('wrong password');
    getState().add(fail('locked'));
    expect(shown()).toBe('locked');
    expect(getState().toasts.map(({ summary }) => summary.key)).toEqual([
      'locked',
      'wrong password',
      'a',
      'b',
    ]);
  });

  it('stays on screen when other toasts are added', () => {
    const { getState, timers, shown } = toasts();
    getState().add(fail('locked'));
    getState().add(say('a'));
    timers.pass(2_999);
    expect(shown()).toBe('locked');
    timers.pass(1);
    expect(shown()).toBe('a');
  });

  it('lets the toast that it interrupted come back for the rest of its life', () => {
    const { getState, timers, shown } = toasts();
    getState().add({ ...say('a'), life: 5_000 });
    timers.pass(2_000);
    getState().add(fail('locked'));
    timers.pass(3_000);
    expect(shown()).toBe('a');
    timers.pass(2_999);
    expect(shown()).toBe('a');
    timers.pass(1);
    expect(shown()).toBeNull();
  });

  it('gives a toast that it interrupted late at least a second more', () => {
    const { getState, timers, shown } = toasts();
    getState().add(say('a'));
    timers.pass(2_990);
    getState().add(fail('locked'));
    timers.pass(3_999);
    expect(shown()).toBe('a');
    timers.pass(1);
    expect(shown()).toBeNull();
  });

  it('moves to the front when it comes again while it waits', () => {
    const { getState, shown } = toasts();
    const first = getState().add(fail('unreachable'));
    getState().add(fail('locked'));
    expect(getState().add(fail('unreachable'))).toBe(first);
    expect(shown()).toBe('unreachable');
    expect(getState().toasts.length).toBe(2);
  });
});

describe('pointer over a toast', () => {
  it('pauses the countdown, which resumes when the pointer leaves', () => {
    const { getState, timers, shown } = toasts();
    const id = getState().add(say('a'));
    timers.pass(1_200);
    getState().hold(id);
    timers.pass(60_000);
    expect(shown()).toBe('a');
    getState().release(id);
    timers.pass(1_799);
    expect(shown()).toBe('a');
    timers.pass(1);
    expect(shown()).toBeNull();
  });

  it('does not change the total time on screen, however often it enters and leaves', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 5_000 })), {
          maxLength: 6,
        }),
        (visits) => {
          const { getState, timers, shown } = toasts();
          const id = getState().add(say('a'));
          let left = 3_000;
          for (const [before, during] of visits) {
            timers.pass(before);
            left -= before;
            getState().hold(id);
            timers.pass(during);
            getState().release(id);
          }
          timers.pass(left - 1);
          expect(shown()).toBe('a');
          timers.pass(1);
          expect(shown()).toBeNull();
        },
      ),
    );
  });

  it('does not stop the countdown of the next toast', () => {
    const { getState, timers, shown } = toasts();
    const first = getState().add(say('a'));
    getState().add(say('b'));
    getState().hold(first);
    getState().remove(first);
    getState().release(first);
    timers.pass(2_999);
    expect(shown()).toBe('b');
    timers.pass(1);
    expect(shown()).toBeNull();
  });
});
