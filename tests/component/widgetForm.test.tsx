import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { QueryRoot } from '#renderer/data/queries/QueryRoot.tsx';
import { LinkEditor } from '#renderer/features/overlays/linkEditor.ts';
import { OptionsForm } from '#renderer/features/overlays/OptionsForm.tsx';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import { WIDGET_VERSION, type WidgetOptions, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import type { NamedSeason } from '#shared/contract/season.ts';
import { mountOnShow } from './showPage.tsx';
import { chooseOption, openTool, shows, there, wholePage } from './tool.tsx';

const autumn: NamedSeason = { id: 'autumn', name: 'Autumn', period: { from: 1000, until: 2000 } };

/** Opens the form of a widget, and returns its editor. */
async function openForm(options: WidgetOptions, seasons: NamedSeason[] = []) {
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
  const { user } = await mountOnShow(form, [], {
    'season.list': () => ({ seasons }),
    'pictures.put': () => ({ picture: 'a'.repeat(64) }),
    'pictures.read': () => ({ pictures: [] }),
  });
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

describe('own CSS of a widget', () => {
  it('uses an image of the host by name, and is refused once the image is removed', async () => {
    // jsdom decodes no pictures.
    vi.stubGlobal('createImageBitmap', async () => ({ width: 20, height: 10 }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { user, editor } = await openForm(widgetOptionsSchema.parse({ kind: 'goal' }));
    const frame = () => editor.store.getState().options.frame;
    await user.click(screen.getByRole('button', { name: 'Own CSS' }));
    const picker = there(document.querySelector<HTMLInputElement>('input[type="file"][accept*="image"]'));
    await user.upload(picker, new File(['picture'], 'Our Logo!.png', { type: 'image/png' }));
    await screen.findByText('url(image:our-logo)');
    expect(frame().images).toEqual([{ name: 'our-logo', picture: 'a'.repeat(64) }]);
    await user.click(screen.getByLabelText('CSS'));
    await user.paste('.goal { background: url(image:our-logo) }');
    await waitFor(() => expect(frame().css).toContain('our-logo'));
    await user.click(screen.getByRole('button', { name: 'Remove our-logo' }));
    await user.click(screen.getByLabelText('CSS'));
    await user.tab();
    await screen.findByText(/Line 1 of the CSS cannot be used: url\(image:our-logo\)/);
    // The widget keeps what it could show.
    expect(frame().images).toHaveLength(1);
  });
});

describe('time bonus of the host', () => {
  it('is started and stopped by its key on every tab', async () => {
    const tool = await openTool({ at: 'tool/setting' });
    const press = () => tool.user.keyboard('{Shift>}B{/Shift}');
    await press();
    await shows(wholePage, 'There is no time bonus that you start yourself');
    await tool.call('overlay.create', { kind: 'timeBonus', name: 'Bonus', language: 'en' });
    await press();
    await shows(wholePage, 'The time bonus runs');
    await press();
    await shows(wholePage, 'The time bonus is stopped');
  });
});
