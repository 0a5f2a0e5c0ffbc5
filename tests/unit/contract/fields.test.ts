import { describe, expect, it } from 'vitest';
import { accountKey } from '#shared/contract/anchors.ts';
import { idsText, phoneSchema } from '#shared/contract/api/fields.ts';
import { showSchema } from '#shared/contract/api/sync.ts';
import { RingsideError } from '#shared/contract/error.ts';

describe('request schema', () => {
  it('removes duplicate ids from a list of rows', () => {
    expect(idsText.parse('7,12,7')).toEqual([7, 12]);
    for (const text of ['', '7,', '7,x', '0', '1 2']) {
      expect(idsText.safeParse(text).success, text).toBe(false);
    }
  });

  it('accepts an empty telephone number or one of any country', () => {
    expect(phoneSchema.parse('  ')).toBe('');
    expect(phoneSchema.parse(' +819012345678 ')).toBe('+819012345678');
    expect(phoneSchema.safeParse('call me').success).toBe(false);
  });

  it('rejects a show that ended before it began, and names the field', () => {
    const sums = { income: 1, gifts: 1, givers: 1 };
    const show = { id: 's1', name: 'Friday', room: { username: 'grouplive' }, startedAt: 1000, ...sums };
    expect(showSchema.safeParse({ ...show, endedAt: 1000 }).success).toBe(true);
    expect(showSchema.safeParse({ ...show, endedAt: 999 }).error?.issues).toMatchObject([
      { path: ['endedAt'], message: 'api.field.order' },
    ]);
  });
});

describe('username of the platform', () => {
  it('is the same account in any spelling', () => {
    for (const name of ['Yuki.Live', '@yuki.live', ' @@YUKI.LIVE ']) {
      expect(accountKey(name), name).toBe('yuki.live');
    }
  });
});

describe('problem', () => {
  it('is unchanged after it crosses a boundary', () => {
    const problem = { code: 'preset.fileField', params: { field: 'name' } } as const;
    expect(RingsideError.of(problem).problem).toEqual(problem);
    expect(RingsideError.of({ code: 'preset.tooLarge' }).problem).toEqual({ code: 'preset.tooLarge' });
  });
});
