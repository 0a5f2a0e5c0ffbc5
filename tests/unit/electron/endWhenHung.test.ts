import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { endWhenHung, HUNG_LIMIT_MS } from '#electron/windows/endWhenHung.ts';

class Contents extends EventEmitter {
  ended = 0;
  destroyed = false;

  isDestroyed(): boolean {
    return this.destroyed;
  }

  forcefullyCrashRenderer(): void {
    this.ended += 1;
  }
}

/** A page, and a clock that a test moves. */
function setUp() {
  const contents = new Contents();
  const waiting = new Set<{ ms: number; task: () => void }>();
  endWhenHung(contents, {
    after: (ms, task) => {
      const timer = { ms, task };
      waiting.add(timer);
      return () => waiting.delete(timer);
    },
    log: () => undefined,
  });
  const pass = () => {
    for (const { ms, task } of waiting) if (ms <= HUNG_LIMIT_MS) task();
    waiting.clear();
  };
  return { contents, pass };
}

describe('a page that does not answer', () => {
  it('is ended when it does not come to', () => {
    const { contents, pass } = setUp();
    contents.emit('unresponsive');
    expect(contents.ended).toBe(0);
    pass();
    expect(contents.ended).toBe(1);
  });

  it('is left alone when it answers again, or is gone by itself', () => {
    for (const event of ['responsive', 'render-process-gone']) {
      const { contents, pass } = setUp();
      contents.emit('unresponsive');
      contents.emit(event);
      pass();
      expect(contents.ended).toBe(0);
    }
  });

  it('is ended once, however often it is noticed', () => {
    const { contents, pass } = setUp();
    contents.emit('unresponsive');
    contents.emit('unresponsive');
    pass();
    expect(contents.ended).toBe(1);
  });

  it('is not looked for any more when its window was closed', () => {
    const { contents, pass } = setUp();
    contents.emit('unresponsive');
    contents.destroyed = true;
    pass();
    expect(contents.ended).toBe(0);
  });
});
