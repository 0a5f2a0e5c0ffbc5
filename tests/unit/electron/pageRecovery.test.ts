import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { crashWhenHung, HUNG_LIMIT_MS } from '#electron/windows/createWindows.ts';

class Contents extends EventEmitter {
  crashed = 0;
  destroyed = false;

  isDestroyed(): boolean {
    return this.destroyed;
  }

  forcefullyCrashRenderer(): void {
    this.crashed += 1;
  }
}

/** Creates a fake page. `pass` lets the time limit pass. */
function setUp() {
  const contents = new Contents();
  const waiting = new Set<{ ms: number; task: () => void }>();
  crashWhenHung(contents, {
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

describe('crashWhenHung', () => {
  it('crashes a page that stays unresponsive', () => {
    const { contents, pass } = setUp();
    contents.emit('unresponsive');
    expect(contents.crashed).toBe(0);
    pass();
    expect(contents.crashed).toBe(1);
  });

  it('does nothing if the page responds again or its process ends', () => {
    for (const event of ['responsive', 'render-process-gone']) {
      const { contents, pass } = setUp();
      contents.emit('unresponsive');
      contents.emit(event);
      pass();
      expect(contents.crashed).toBe(0);
    }
  });

  it('crashes a page once, even if Electron reports it twice', () => {
    const { contents, pass } = setUp();
    contents.emit('unresponsive');
    contents.emit('unresponsive');
    pass();
    expect(contents.crashed).toBe(1);
  });

  it('does nothing if the window was closed meanwhile', () => {
    const { contents, pass } = setUp();
    contents.emit('unresponsive');
    contents.destroyed = true;
    pass();
    expect(contents.crashed).toBe(0);
  });
});
