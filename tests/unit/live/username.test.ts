import { describe, expect, it } from 'vitest';
import { RingsideError } from '#shared/contract/error.ts';
import { cleanUsername, sameUsername } from '#shared/live/username.ts';

function refusal(text: string): string {
  try {
    return `accepted as ${cleanUsername(text)}`;
  } catch (error) {
    return error instanceof RingsideError ? error.problem.code : String(error);
  }
}

describe('username field', () => {
  it.each([
    ['mika', 'mika'],
    ['  @mika_live.01 ', 'mika_live.01'],
    ['@ mika', 'mika'],
    ['＠mika', 'mika'],
    ['@@mika', 'mika'],
    ['\u200bmika\ufeff', 'mika'],
    ['mi ka', 'mika'],
    ['https://www.tiktok.com/@mika.live/live', 'mika.live'],
    ['www.tiktok.com/@mika', 'mika'],
    ['https://www.tiktok.com/@mika?lang=ja', 'mika'],
    ['ミカ', 'ミカ'],
    ['a'.repeat(64), 'a'.repeat(64)],
  ])('reads %j as %s', (typed, name) => {
    expect(cleanUsername(typed)).toBe(name);
  });

  it.each(['', '   ', '@', ' @ \t', '\u200b'])('asks for a name if the text contains none: %j', (typed) => {
    expect(refusal(typed)).toBe('username.required');
  });

  it.each([
    'a'.repeat(65),
    'a'.repeat(200),
    'mika/live',
    'https://www.tiktok.com/',
    'https://www.tiktok.com/live',
    'mika?x=1',
    'mika&uniqueId=other',
    '<b>mika</b>',
    'mika\u0000',
    '../../etc',
    'mika%2flive',
    'a@b',
  ])('rejects a text that no account can have: %j', (typed) => {
    expect(refusal(typed)).toBe('username.invalid');
  });

  it('returns a cleaned name unchanged', () => {
    for (const typed of ['@mika', 'https://www.tiktok.com/@mika', 'か\u3099']) {
      const once = cleanUsername(typed);
      expect(cleanUsername(once)).toBe(once);
    }
  });

  it('ignores upper and lower case', () => {
    expect(sameUsername('Mika', 'mIKA')).toBe(true);
    expect(sameUsername('mika', 'mika1')).toBe(false);
  });
});
