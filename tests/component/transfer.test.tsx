import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { exported } from '../integration/transfer/deviceFiles.ts';
import { openTool } from './tool.tsx';

/** Exports a file as another screen does. */
async function fileOf(tool: Awaited<ReturnType<typeof openTool>>): Promise<File> {
  const bytes = await exported({ call: tool.call }, true, {
    settings: { language: 'en', dark: false, theme: 'broken' },
    keys: { keys: {} },
  });
  return new File([new Uint8Array(bytes)], 'mine.ringside');
}

it('an import shows first what it would change, changes what the host chooses, and can be undone', async () => {
  const tool = await openTool({ at: 'tool/setting', preset: { name: 'Duel' }, starts: false });
  const file = await fileOf(tool);
  const { presets } = await tool.call('presets.list', {});
  await tool.call('presets.delete', { presetId: presets[0]?.id ?? '' });
  await tool.user.upload(await screen.findByLabelText('Choose a file', { selector: 'input' }), file);
  const dialog = within(await screen.findByRole('dialog', { name: 'What this import changes' }));
  const choice = dialog.getByRole('checkbox', { name: 'Presets' });
  expect(choice).toHaveProperty('checked', true);
  expect(dialog.getByText('Duel')).toBeDefined();
  expect((await tool.call('presets.list', {})).presets).toEqual([]);
  // By keyboard: leave the settings of the screen, and import the rest.
  dialog.getByRole('checkbox', { name: 'Settings of this screen' }).focus();
  await tool.user.keyboard(' ');
  dialog.getByRole('button', { name: 'Import' }).focus();
  await tool.user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await tool.call('presets.list', {})).presets).toMatchObject([{ name: 'Duel' }]);
  await tool.user.click(await screen.findByRole('button', { name: 'Undo the import' }));
  await waitFor(async () => expect((await tool.call('presets.list', {})).presets).toEqual([]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo the import' })).toBeNull());
});

it('a file that is not one of Ringside is refused with a sentence', async () => {
  const tool = await openTool({ at: 'tool/setting' });
  const file = new File(['hello'], 'other.ringside');
  await tool.user.upload(await screen.findByLabelText('Choose a file', { selector: 'input' }), file);
  expect(await screen.findByText(/This is not a file of a device/)).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});
