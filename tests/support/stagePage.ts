import type { Locator } from 'playwright';
import { expect } from 'vitest';
import type { CallArgs } from '#shared/contract/backstage.ts';
import { chooseOption } from './controls.ts';
import type { Form } from './forms.ts';
import type { OnAir } from './onAir.ts';
import type { ToolPage } from './toolPage.ts';

export const ROSE = 5655;
export const FINGER_HEART = 5487;
export const HOST = 'host.of.the.show';

type Draft = CallArgs<'presets.save'>['preset'];

/** Runs `test` on a room without script, with one window. With a preset, the session counts. */
export async function onStage(
  form: Form,
  test: (show: OnAir, tool: ToolPage) => Promise<void>,
  preset?: Partial<Draft>,
): Promise<void> {
  const show = await form.goOnAir({ username: HOST, script: 'empty' });
  try {
    if (preset !== undefined) await prepare(show, preset);
    const tool = await show.open();
    await test(show, tool);
    expect(tool.complaints).toEqual([]);
  } finally {
    await show.close();
  }
}

/** Mika's gift is the Rose, Rei's the Finger Heart; the session counts. */
async function prepare(show: OnAir, preset: Partial<Draft>): Promise<void> {
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
}

export function stage(tool: ToolPage): Locator {
  return tool.page.getByRole('region', { name: 'Stage' });
}

/** Opens the choice of sides by its key, puts Mika against Rei, and starts the round. */
export async function startBattle(tool: ToolPage): Promise<void> {
  await tool.button(/^Prepare round/).waitFor();
  await tool.page.keyboard.press('t');
  await choose(tool, 'Mika', 'Attacker');
  await choose(tool, 'Rei', 'Defender');
  const dialog = tool.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Prepare round' }).click();
  await tool.button(/^Start round/).waitFor();
  // While the dialog is on screen, keys do not reach the page.
  await dialog.waitFor({ state: 'detached' });
  await tool.page.keyboard.press('t');
  await stage(tool).getByText('Running').waitFor();
}

/** Chooses from a dropdown as a mouse does. */
export async function pick({ page }: ToolPage, list: string, option: string): Promise<void> {
  await chooseOption(page, list, option);
}

async function choose(tool: ToolPage, anchor: string, side: string): Promise<void> {
  await tool.page.getByRole('radiogroup', { name: anchor }).getByRole('radio', { name: side }).check();
}

export async function endRound(tool: ToolPage): Promise<void> {
  await tool.page.keyboard.press('Shift+E');
  const dialog = tool.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'End round' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The votes that stand at a side. */
export function votesOf(tool: ToolPage, side: 'Attacker' | 'Defender'): () => Promise<string | null> {
  return () => tool.page.getByRole('region', { name: side }).locator('.side__votes').textContent();
}
