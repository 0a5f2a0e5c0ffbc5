import { afterEach, describe, expect, it } from 'vitest';
import { web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';

const HOST = 'host.of.the.show';
let show: OnAir;

describe('wait for the live', () => {
  afterEach(() => show.close());

  it('starts and stops with one click', async () => {
    // The look-ups of the first Connect and of the wait find no live; the next one does.
    show = await web.goOnAir({ username: HOST, script: 'empty', faults: 'not-live=2' });
    const tool = await show.open();
    await tool.connect(HOST);
    await tool.button('Wait for it').click();
    await tool.page.getByRole('banner').getByText('Waiting for the live').waitFor();
    await tool.page.getByText(/Looking again in \d+ s\./).waitFor();
    await tool.button('Stop waiting').click();
    await tool.page.getByRole('banner').getByText('Not connected').waitFor();

    await tool.connect(HOST);
    await tool.page.getByText('Connected.', { exact: false }).waitFor();
    expect(tool.complaints).toEqual([]);
  });

  it('connects with a notice when the room goes live', async () => {
    show = await web.goOnAir({ username: HOST, script: 'empty', faults: 'not-live=1' });
    const tool = await show.open();
    await tool.connect(HOST);
    await tool.button('Wait for it').click();
    await tool.page.getByText(`@${HOST} is live. Ringside is connected.`).waitFor();
    await tool.page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
    expect(tool.complaints).toEqual([]);
  });
});
