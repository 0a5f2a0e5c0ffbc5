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

describe('a toast', () => {
  it('is an information for three seconds that can be closed, unless it says otherwise', () => {
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
      },
    ]);
  });

  it('may be of any severity, with a detail, a life and a group of its own, and without a cross', () => {
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
      'info',
      'success',
      'warn',
      'error',
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

  it('has an id that no other toast of the page ever has', () => {
    const { getState } = toasts();
    const first = getState().add(say('a'));
    getState().remove(first);
    expect(getState().add(say('a'))).not.toBe(first);
  });

  it('goes when its life ends, and not before', () => {
    const { getState, timers, shown } = toasts();
    getState().add(say('saved'));
    timers.pass(2_999);
    expect(shown()).toBe('saved');
    timers.pass(1);
    expect(shown()).toBeNull();
  });

  it('goes when it is closed, and its end does not take the next one with it', () => {
    const { getState, timers, shown } = toasts();
    const first = getState().add(say('a'));
    timers.pass(2_000);
    getState().remove(first);
    getState().add(say('b'));
    timers.pass(1_500);
    expect(shown()).toBe('b');
  });
});

describe('several toasts', () => {
  it('come one at a time in their order, each for the whole of its own life', () => {
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

  it('do not lengthen the life of the one on screen by waiting behind it', () => {
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

  it('that say the very same are said once, for as long as if said last', () => {
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

  it('can be cleared by group, and those of other groups go on', () => {
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

  it('can be cleared all at once', () => {
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

describe('the pointer over a toast', () => {
  it('stops its countdown; leaving it lets the rest of it run', () => {
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

  it('leaves every toast its whole time on screen, however often it comes and goes', () => {
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

  it('concerns that toast alone: when it is closed the next one lives as any other', () => {
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
