import { describe, expect, it } from 'vitest';
import type { Show } from '#shared/contract/backstage.ts';
import { lastPreset } from '#shared/game/lastPreset.ts';
import { preset } from '#tests/support/show.ts';

const named = (name: string) => ({ ...preset(), id: name, name });

const show = (presetName: string, createdAt: number, rehearsal = false): Show => ({
  showId: `show-${createdAt}`,
  username: 'mika',
  presetName,
  rehearsal,
  createdAt,
  startedAt: createdAt,
  endedAt: createdAt,
  gifts: 0,
  diamonds: 0,
  hasRecording: false,
});

describe('preset that is offered after connecting', () => {
  const presets = [named('Team'), named('Duo'), named('Old')];

  it('is the one of the latest show of a room', () => {
    expect(lastPreset(presets, [show('Old', 1), show('Duo', 3), show('Team', 2)])?.name).toBe('Duo');
  });

  it('is one of a rehearsal only if no room had one', () => {
    expect(lastPreset(presets, [show('Duo', 9, true), show('Team', 2)])?.name).toBe('Team');
    expect(lastPreset(presets, [show('Old', 3, true), show('Duo', 9, true)])?.name).toBe('Duo');
  });

  it('is of an earlier show if the preset of the latest one was deleted', () => {
    expect(lastPreset(presets, [show('Gone', 3), show('Team', 2)])?.name).toBe('Team');
  });

  it('is the only preset before the first show, and none of several', () => {
    expect(lastPreset([named('Team')], [])?.name).toBe('Team');
    expect(lastPreset(presets, [])).toBeNull();
    expect(lastPreset([], [show('Gone', 1)])).toBeNull();
  });
});
