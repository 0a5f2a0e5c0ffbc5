import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#backstage/clock.ts';

describe('system clock', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs a due call without a timer, unless it is cancelled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const done: string[] = [];
    const callOff = systemClock.after(0, () => done.push('called off'));
    callOff();
    await new Promise<void>((resolve) => {
      systemClock.after(-5, () => {
        done.push('overdue');
        resolve();
      });
    });
    expect(done).toEqual(['overdue']);
  });

  it('runs a later call with a timer, unless it is cancelled', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const done: string[] = [];
    systemClock.after(20, () => done.push('later'));
    systemClock.after(10, () => done.push('called off'))();
    vi.advanceTimersByTime(19);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(['later']);
  });
});
