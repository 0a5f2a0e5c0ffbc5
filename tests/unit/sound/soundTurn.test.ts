import { afterEach, describe, expect, it } from 'vitest';
import { takeSoundTurn } from '#renderer/data/show/soundTurn.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Opens a window of the tool. Node's locks are those of the browser. */
function openWindow() {
  let use = () => {};
  const turn = takeSoundTurn({
    locks: navigator.locks,
    onUse: (listener) => {
      use = listener;
      return () => {};
    },
  });
  ends.push(turn.end);
  return { ...turn, use: () => use() };
}

const plays = (...windows: { isOurs(): boolean }[]) => windows.map(({ isOurs }) => isOurs());

describe('the windows of a host', () => {
  it('play in one of them, the one that was used last', async () => {
    const [first, second, third] = [openWindow(), openWindow(), openWindow()];
    await expect.poll(() => plays(first, second, third)).toEqual([true, false, false]);
    second.use();
    await expect.poll(() => plays(first, second, third)).toEqual([false, true, false]);
    first.use();
    third.use();
    await expect.poll(() => plays(first, second, third)).toEqual([false, false, true]);
    second.use();
    await expect.poll(() => plays(first, second, third)).toEqual([false, true, false]);
  });

  it('play in another one when the one that plays is closed', async () => {
    const [first, second] = [openWindow(), openWindow()];
    second.use();
    await expect.poll(() => plays(first, second)).toEqual([false, true]);
    second.end();
    await expect.poll(() => plays(first, second)).toEqual([true, false]);
  });

  it('each play where the page has no locks', () => {
    expect(takeSoundTurn({ locks: undefined, onUse: () => () => {} }).isOurs()).toBe(true);
  });
});
