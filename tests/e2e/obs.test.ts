import type { Browser } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseOption } from '#tests/support/controls.ts';
import { ExtrasTab } from '#tests/support/extrasTab.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { startStandInObs } from '#tests/support/standInObs.ts';
import { ToolPage } from '#tests/support/toolPage.ts';
import { startWarm } from '#tests/support/warmServer.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe('Add to OBS', () => {
  it('connects once, puts the widget into a scene and finds it again after a reload', async () => {
    const obs = await startStandInObs({ password: 'geheim', scenes: ['Talk', 'Battle'] });
    const ringside = await startWarm();
    try {
      const tool = await ToolPage.open(browser, ringside.url, {
        path: 'tool/extras',
        width: 1440,
        height: 900,
      });
      const extras = new ExtrasTab(tool);
      const { page } = extras;
      const link = await extras.add('Ranking widget');
      const dialog = page.getByRole('dialog', { name: 'Add to OBS' });
      await page.getByRole('button', { name: 'Add to OBS' }).click();
      await dialog.getByLabel('Address').fill('192.168.1.20:4455');
      await dialog.getByRole('button', { name: 'Connect to OBS' }).click();
      await dialog.getByText('Enter the address of OBS on this computer').waitFor();
      await dialog.getByLabel('Address').fill(obs.address);
      await dialog.getByLabel('Server password').fill('wrong');
      await dialog.getByRole('button', { name: 'Connect to OBS' }).click();
      await dialog.getByText('OBS rejected the password').waitFor();
      await dialog.getByLabel('Server password').fill('geheim');
      await dialog.getByRole('button', { name: 'Connect to OBS' }).click();
      await chooseOption(page, 'Scene', 'Battle');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByText('In OBS: Battle').waitFor();
      expect([...obs.inputs.keys()]).toEqual(['Ranking widget']);
      expect(obs.inputs.get('Ranking widget')).toMatchObject({ url: link, width: 808, height: 620 });
      expect(new URL(link).search).toBe('?size=own');
      expect(obs.scenes.get('Battle')).toHaveLength(1);

      await page.reload();
      await page.getByText('In OBS: Battle').waitFor();
      await page.getByRole('button', { name: 'In OBS', exact: true }).click();
      await dialog.getByRole('button', { name: 'Reload Ranking widget in OBS' }).click();
      await expect.poll(() => obs.reloaded).toEqual(['Ranking widget']);
      await chooseOption(page, 'Move Ranking widget to another scene', 'Talk');
      await dialog.getByText('In OBS: Talk').waitFor();
      await dialog.getByRole('button', { name: 'Remove Ranking widget from OBS' }).click();
      await expect.poll(() => obs.inputs.size).toBe(0);
      await dialog.getByRole('button', { name: 'Disconnect from OBS' }).click();
      await dialog.getByRole('button', { name: 'Connect to OBS' }).waitFor();
      expect(tool.complaints).toEqual([]);
      await tool.close();
    } finally {
      await ringside.stop();
      await obs.close();
    }
  });
});
