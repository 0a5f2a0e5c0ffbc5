import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { QueryRoot } from '#renderer/data/queries/QueryRoot.tsx';
import { LinkEditor } from '#renderer/features/overlays/linkEditor.ts';
import { OptionsForm } from '#renderer/features/overlays/OptionsForm.tsx';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import { WIDGET_VERSION, type WidgetOptions, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import type { NamedSeason } from '#shared/contract/season.ts';
import { mountOnShow } from './showPage.tsx';
import { chooseOption } from './tool.tsx';

const autumn: NamedSeason = { id: 'autumn', name: 'Autumn', period: { from: 1000, until: 2000 } };

/** Opens the form of a widget, and returns its editor. */
async function openForm(options: WidgetOptions, seasons: NamedSeason[]) {
  const link: OverlayLinkView = {
    version: WIDGET_VERSION,
    id: 'widget',
    name: 'Ranking',
    options,
    changedAt: 0,
    createdAt: 0,
    url: '',
    file: '',
    open: 0,
    testing: false,
  };
  const editor = new LinkEditor({
    link,
    save: async (args) => ({ ...link, ...args }),
    refused: () => {},
    problemOf: () => ({ code: 'invalid' }),
    now: () => 0,
    after: () => () => {},
  });
  const form = (
    <QueryRoot>
      <OptionsForm kind={options.kind} editor={editor} />
    </QueryRoot>
  );
  const { user } = await mountOnShow(form, [], { 'season.list': () => ({ seasons }) });
  return { user, editor };
}

const rangeField = () => screen.findByRole('combobox', { name: 'Display range' });

describe('form of a ranking', () => {
  it('offers periods in the time zone of this device, and the seasons that the host has named', async () => {
    const { user, editor } = await openForm(widgetOptionsSchema.parse({ kind: 'ranking' }), [autumn]);
    await chooseOption({ user }, await rangeField(), 'Month');
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(editor.store.getState().options).toMatchObject({ a: { span: 'month' }, zone: timeZone });
    await chooseOption({ user }, await rangeField(), 'Season');
    await chooseOption({ user }, await screen.findByRole('combobox', { name: 'Season' }), 'Autumn');
    expect(editor.store.getState().options).toMatchObject({ a: { span: 'season', season: autumn } });
  });

  it('says how to name a season while there is none', async () => {
    const { user } = await openForm(widgetOptionsSchema.parse({ kind: 'ranking' }), []);
    await chooseOption({ user }, await rangeField(), 'Season');
    expect(await screen.findByText(/Data Report/)).toBeDefined();
  });
});
