import { expect } from 'vitest';
import type { CallArgs } from '#shared/contract/backstage.ts';
import type { SimulatorOptions } from '#tests/simulator/simulator.ts';
import type { Form } from './forms.ts';
import type { OnAir } from './onAir.ts';
import type { ToolPage, ToolPageOptions } from './toolPage.ts';

/** Mika's exclusive gift, 1 diamond. */
export const ROSE = 5655;
/** Rei's exclusive gift, 5 diamonds. */
export const FINGER_HEART = 5487;
/** A gift that is not exclusive to any anchor, 30 diamonds. */
export const DOUGHNUT = 5879;
export const HOST = 'host.of.the.show';

export type Draft = CallArgs<'presets.save'>['preset'];

/** A battle preset of Mika with the Rose and Rei with the Finger Heart, changed by `more`. */
export function duelPreset(more: Partial<Draft> = {}): Draft {
  const anchors = [
    { id: 'mika', nickname: 'Mika', gift: { ids: [ROSE] } },
    { id: 'rei', nickname: 'Rei', gift: { ids: [FINGER_HEART] } },
  ];
  return { name: 'Duel', mode: 'battle', anchors, ...more };
}

/** Anchors for a battle of six against six, each with a gift of its own that no viewer sends. */
export const twelveAnchors = Array.from({ length: 12 }, (_, place) => ({
  id: `a${place}`,
  nickname: `Anchor ${place + 1}`,
  gift: { ids: [6000 + place] },
}));

/** Starts a battle of the first six of `twelveAnchors` against the others. */
export async function startBattleOfTwelve({ call }: Pick<OnAir, 'call'>): Promise<void> {
  const ids = twelveAnchors.map(({ id }) => id);
  await call('round.prepare', { attacker: ids.slice(0, 6), defender: ids.slice(6) });
  await call('round.act', { action: 'start' });
}

/** Runs `test` on a room without script with one window. Unless the preset is null, the show counts with it. */
export async function onDuel(
  form: Form,
  preset: Partial<Draft> | null,
  test: (show: OnAir, tool: ToolPage) => Promise<void>,
  { simulator, ...options }: ToolPageOptions & { simulator?: SimulatorOptions } = {},
): Promise<void> {
  const show = await form.goOnAir({ username: HOST, script: 'empty', ...simulator });
  try {
    if (preset !== null) {
      const saved = await show.call('presets.save', { preset: duelPreset(preset) });
      await show.call('room.open', { username: HOST, lineId: 'line1' });
      await show.simulator.entered(1);
      await show.call('session.choosePreset', { presetId: saved.preset.id });
      await show.call('session.act', { action: 'start' });
    }
    const tool = await show.open(options);
    await test(show, tool);
    expect(tool.complaints).toEqual([]);
  } finally {
    await show.close();
  }
}

/** Starts a battle of Mika (attacker) against Rei. */
export async function startDuel(show: OnAir): Promise<void> {
  await show.call('round.prepare', { attacker: ['mika'], defender: ['rei'] });
  await show.call('round.act', { action: 'start' });
}

/** The votes of a side on the stage. */
export function votesOf(tool: ToolPage, side: 'Attacker' | 'Defender'): () => Promise<string | null> {
  return () => tool.page.getByRole('region', { name: side }).locator('[data-votes]').textContent();
}
