import { describe, expect, it } from 'vitest';
import { giftName, learn, noneLearned } from '#shared/gifts/learned.ts';

const unknown = 99_000_001;

describe('shown gift name', () => {
  it('is the catalogue name in the host’s language, whatever the message says', () => {
    expect(giftName(5655, 'Rosa vermelha', 'en')).toBe('Rose');
    expect(giftName(5655, 'Rosa vermelha', 'ja')).toBe('バラ');
    expect(giftName(5655, '', 'zh_CN')).toBe('玫瑰');
  });

  it('of a gift outside the catalogue is the name in its message', () => {
    expect(giftName(unknown, ' Night Market ', 'ja')).toBe('Night Market');
  });

  it('is the learned name if the message has none, but never instead of the message’s name', () => {
    const learned = learn(noneLearned, { id: unknown, name: 'Night Market', diamonds: 7, streak: true });
    expect(giftName(unknown, '', 'zh_CN', learned)).toBe('Night Market');
    expect(giftName(unknown, 'Day Market', 'zh_CN', learned)).toBe('Day Market');
  });

  it('is the number of the gift if no name is known, and never empty', () => {
    expect(giftName(unknown, '', 'en')).toBe('#99000001');
    const nameless = learn(noneLearned, { id: unknown, name: '', diamonds: 7, streak: true });
    expect(giftName(unknown, '   ', 'en', nameless)).toBe('#99000001');
  });
});
