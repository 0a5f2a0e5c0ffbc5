import type { Locator } from 'playwright';
import type { ToolPage } from './toolPage.ts';

export function stage(tool: ToolPage): Locator {
  return tool.page.getByRole('region', { name: 'Stage' });
}

/** Opens the choice of sides by its key, puts the first anchor against the second, and starts the round. */
export async function startBattle(tool: ToolPage, [attacker, defender]: [string, string]): Promise<void> {
  await tool.button(/^Prepare round/).waitFor();
  await tool.page.keyboard.press('t');
  await choose(tool, attacker, 'Attacker');
  await choose(tool, defender, 'Defender');
  const dialog = tool.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Prepare round' }).click();
  await tool.button(/^Start round/).waitFor();
  // While the dialog is on screen, keys do not reach the page.
  await dialog.waitFor({ state: 'detached' });
  await tool.page.keyboard.press('t');
  await stage(tool).getByText('Running').waitFor();
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
