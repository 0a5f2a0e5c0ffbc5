import { expect, it } from 'vitest';
import { runDesktopKills } from '#tests/electron/killing.ts';

it('the desktop app loses and doubles no gift if its processes are killed in a busy show on a bad line', {
  timeout: 300_000,
}, async () => {
  const faults = 'duplicate,reorder,cut=200';
  const { kills, rows, truth } = await runDesktopKills({ kills: 6, seed: 20, faults });
  expect(new Set(kills.map(({ victim }) => victim))).toEqual(new Set(['renderer', 'backstage', 'main']));
  for (const { onScreen, onLink, truth: delivered } of kills) {
    expect(onScreen).toEqual(delivered);
    expect(onLink).toEqual(delivered);
  }
  const byPlace = (one: { userId: string; giftId: number }) => `${one.userId} ${one.giftId}`;
  const sorted = (lines: typeof rows) =>
    lines.toSorted((one, other) => byPlace(one).localeCompare(byPlace(other)));
  expect(sorted(rows)).toEqual(sorted(truth));
});
