import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateTimeText, dateTimeTyped } from '#renderer/kit/ui/dateTimeText.ts';

const time = new Date(2026, 1, 1, 21, 4, 10).getTime();

describe('text of a date and time', () => {
  it('has minutes or seconds, and is empty without a value', () => {
    expect(dateTimeText(time, false)).toBe('2026-02-01 21:04');
    expect(dateTimeText(time, true)).toBe('2026-02-01 21:04:10');
    expect(dateTimeText(null, true)).toBe('');
  });

  it('is parsed back to the same second', () => {
    const days = fc.date({ min: new Date(2000, 0, 1), max: new Date(2100, 0, 1), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        // A change to summer time skips or repeats hours of the night, so take hours after noon.
        const second = date.setHours(12 + (date.getHours() % 12), date.getMinutes(), date.getSeconds(), 0);
        expect(dateTimeTyped(dateTimeText(second, true))?.getTime()).toBe(second);
      }),
    );
  });
});

describe('typed date and time', () => {
  it.each([
    ['2026-02-01 21:04:10', time],
    [' 2026/2/1  21:04:10 ', time],
    ['２０２６－０２－０１　２１：０４：１０', time],
    ['2026-02-01T21:04:10', time],
    ['2026-02-01 21:04', time - 10_000],
    ['2026-02-01', new Date(2026, 1, 1).getTime()],
  ])('accepts %s', (text, at) => {
    expect(dateTimeTyped(text)?.getTime()).toBe(at);
  });

  it.each([
    '',
    '2026',
    '2026-02',
    '2026-02-30',
    '2026-13-01',
    '2026-02-01 24:00',
    '2026-02-01 9:60',
    'today',
  ])('rejects %j', (text) => {
    expect(dateTimeTyped(text)).toBeNull();
  });

  it('is incomplete without the parts that it needs', () => {
    expect(dateTimeTyped('2026-02-01', 'minutes')).toBeNull();
    expect(dateTimeTyped('2026-02-01 21:0', 'minutes')).toBeNull();
    expect(dateTimeTyped('2026-02-01 21:04', 'minutes')).not.toBeNull();
    expect(dateTimeTyped('2026-02-01 21:04', 'seconds')).toBeNull();
    expect(dateTimeTyped('2026-02-01 21:04:10', 'seconds')).not.toBeNull();
  });
});
