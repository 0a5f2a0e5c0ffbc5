import { expect, it } from 'vitest';
import { sentences } from '#renderer/kit/i18n/sentences.ts';

it('puts a space between sentences, but not after full-width punctuation', () => {
  expect(sentences('3 shows.', 'Rehearsals do not count.')).toBe('3 shows. Rehearsals do not count.');
  expect(sentences('3 场。', '不含彩排。')).toBe('3 场。不含彩排。');
  expect(sentences('本当ですか？', false, '', 'はい。')).toBe('本当ですか？はい。');
  expect(sentences()).toBe('');
});
