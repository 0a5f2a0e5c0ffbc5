import { describe, expect, it } from 'vitest';
import { numberTyped } from '#renderer/kit/ui/NumberInput.tsx';

describe('numberTyped', () => {
  it.each([
    ['40', 40],
    ['４０', 40],
    ['１.５', 1.5],
    ['１。５', 1.5],
    ['1,000', 1000],
    ['-3', -3],
    [' ', null],
  ])('reads %j', (text, number) => {
    expect(numberTyped(text)).toBe(number);
  });

  it.each(['よんじゅう', '4よ', '1.', '-', '1e3'])('rejects %j', (text) => {
    expect(numberTyped(text)).toBeUndefined();
  });
});
