import { expect, it } from 'vitest';
import { ScreenNumbers } from '#server/backstageSocket.ts';

it('the windows of a backstage get the lowest free numbers', () => {
  const numbers = new ScreenNumbers();
  const [mine, yours] = [{}, {}];
  const first = numbers.take(mine);
  const second = numbers.take(mine);
  expect([first.number, second.number, numbers.take(yours).number]).toEqual([1, 2, 1]);
  first.release();
  expect([numbers.take(mine).number, numbers.take(mine).number]).toEqual([1, 3]);
});
