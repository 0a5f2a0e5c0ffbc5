import { describe, expect, it } from 'vitest';
import { calls, LARGEST_REQUEST, presetDraftSchema } from '#shared/contract/backstage.ts';
import { MOST_POINTS, PRESET_VERSION, presetSchema } from '#shared/contract/preset.ts';

const pointsOf = (gifts: number) => ({
  by: 'points' as const,
  points: Object.fromEntries(
    Array.from({ length: gifts }, (_, index) => [String(1_000_000 + index), 1_000_000]),
  ),
  multiplierTenths: 1000,
});

/** The largest valid preset: every field has its maximum length, in characters of three bytes. */
const largest = () => {
  let gift = 10_000_000;
  const choice = () => ({
    ids: Array.from({ length: 20 }, () => {
      gift += 1;
      return gift;
    }),
  });
  const name = '漢'.repeat(60);
  const fifty = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(64, 'x'));
  return {
    name,
    anchors: fifty.map((id) => ({
      id,
      nickname: name,
      username: 'u'.repeat(64),
      userId: '1'.repeat(32),
      avatar: 'a'.repeat(64),
      gift: choice(),
      duration: 999,
    })),
    gameplay: fifty.map((id) => ({ id, name, effects: name, gift: choice(), duration: 999 })),
    score: pointsOf(MOST_POINTS),
  };
};

describe('preset', () => {
  it('can be saved with as many points as there are gifts, and not with many more', () => {
    const preset = { name: 'Points', anchors: [] };
    expect(presetDraftSchema.safeParse({ ...preset, score: pointsOf(MOST_POINTS) }).success).toBe(true);
    const refused = presetDraftSchema.safeParse({ ...preset, score: pointsOf(MOST_POINTS + 1) });
    expect(refused.error?.issues[0]?.path).toEqual(['score', 'points']);
  });

  it('opens with more points than the limit if it was stored before the limit existed', () => {
    const stored = {
      version: PRESET_VERSION,
      id: 'p',
      name: 'Old',
      anchors: [],
      score: pointsOf(MOST_POINTS * 2),
    };
    expect(Object.keys(presetSchema.parse(stored).score.points)).toHaveLength(MOST_POINTS * 2);
    expect(calls['presets.restore'].args.safeParse({ preset: stored, place: 0 }).success).toBe(true);
  });

  it('fits into one message together with its former version, at any allowed size', () => {
    const preset = presetDraftSchema.parse({ ...largest(), id: 'p'.repeat(64) });
    const base = presetSchema.parse({ ...preset, version: PRESET_VERSION });
    const request = JSON.stringify({
      id: Number.MAX_SAFE_INTEGER,
      call: 'presets.save',
      args: { preset, base },
    });
    expect(new TextEncoder().encode(request).byteLength).toBeLessThan(LARGEST_REQUEST);
  });
});
