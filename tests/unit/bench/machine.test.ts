import { expect, it } from 'vitest';
import { ownTime, watchMachine } from '#tests/bench/machine.ts';

it('excludes exactly the time in which the machine was suspended from a frame', () => {
  const stalls = [
    { from: 0, until: 105 },
    { from: 120, until: 150 },
    { from: 190, until: 300 },
  ];
  expect(ownTime(100, 200, stalls)).toBe(100 - 5 - 30 - 10);
  expect(ownTime(100, 200, [])).toBe(100);
  expect(ownTime(400, 450, stalls)).toBe(50);
});

it('stops the watch when it is no longer needed', async () => {
  const stalls = await watchMachine()();
  for (const { from, until } of stalls) expect(until).toBeGreaterThan(from);
});
