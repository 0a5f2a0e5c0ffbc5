import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { markAsCopy } from '#backstage/dataFolder.ts';
import { Uncounted } from '#backstage/show/uncounted.ts';
import { rose } from '#tests/integration/backstage/journalShow.ts';
import { HOST, ROSE } from '#tests/support/duel.ts';
import { lacks, openTool, type Scope, shows, totals } from './tool.tsx';

const notices: Scope = () => document.querySelector<HTMLElement>('[data-notices]');
const bar: Scope = () => document.querySelector<HTMLElement>('header[data-key-badges]');

it('a wrong clock is reported with advice, while gifts count and the bar shows when the last one arrived', async () => {
  const { simulator } = await openTool({ preset: {}, simulator: { clock: 90 } });
  simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
  await waitFor(() => expect(totals()).toMatchObject({ Gifts: 3 }));
  await shows(notices, /Ringside runs on is 90 s behind\. Gifts still count/);
  await shows(notices, 'Turn on “Set time automatically” on that computer.');
  await shows(bar, /Last event \d s ago/);
});

it('a start on a copy of the data says which message was not counted, and waits until the host connects', async () => {
  const tool = await openTool({ preset: {} });
  await tool.restart((dataDir) => {
    markAsCopy(dataDir);
    const [folder = ''] = readdirSync(join(dataDir, 'shows'));
    new Uncounted(join(dataDir, 'shows', folder)).store(rose('lost'), new Error('a defect'));
  });
  const copied = `enter ${HOST} and press Connect`;
  const uncounted = 'The last one: Mika: Rose ×1.';
  await shows(notices, uncounted);
  await shows(notices, copied);
  await shows(bar, 'Not connected');

  const field = screen.getByRole('textbox', { name: 'Live room username', hidden: true });
  await tool.user.clear(field);
  await tool.user.type(field, `${HOST}{Enter}`);
  await tool.simulator.entered(2);
  await lacks(notices, copied);
  tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
  await waitFor(() => expect(totals()).toMatchObject({ Gifts: 3 }));
  await shows(notices, uncounted);
});
