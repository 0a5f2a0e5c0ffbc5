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
/** Nobody's gift, 30 diamonds. */
export const DOUGHNUT = 5879;
export const HOST = 'host.of.the.show';

export type Draft = CallArgs<'presets.save'>['preset'];

/** Runs `test` on a counting show of Mika and Rei whose gifts are made by hand, with one window on it. */
export async function onDuel(
  form: Form,
  preset: Partial<Draft>,
  test: (show: OnAir, tool: ToolPage) => Promise<void>,
  { simulator, ...options }: ToolPageOptions & { simulator?: SimulatorOptions } = {},
): Promise<void> {
  const show = await form.goOnAir({ username: HOST, script: 'empty', ...simulator });
  try {
    const anchors = [
      { id: 'mika', nickname: 'Mika', gift: { ids: [ROSE] } },
      { id: 'rei', nickname: 'Rei', gift: { ids: [FINGER_HEART] } },
    ];
    const saved = await show.call('presets.save', {
      preset: { name: 'Duel', mode: 'battle', anchors, ...preset },
    });
    await show.call('room.open', { username: HOST, lineId: 'line1' });
    await show.simulator.entered(1);
    await show.call('session.choosePreset', { presetId: saved.preset.id });
    await show.call('session.act', { action: 'start' });
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

/** Resolves once the gifts of the show, counted or not, are so many. */
export async function giftsCome(show: OnAir, count: number): Promise<void> {
  const come = async () => {
    const { counted, uncounted } = (await show.call('report.read', { filter: {} })).report.overview;
    return counted.count + uncounted.count;
  };
  await expect.poll(come).toBe(count);
}

/** The votes that stand at a side of the stage. */
export function votesOf(tool: ToolPage, side: 'Attacker' | 'Defender'): () => Promise<string | null> {
  return () => tool.page.getByRole('region', { name: side }).locator('.side__votes').textContent();
}
