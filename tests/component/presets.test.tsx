import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { cues } from '#shared/contract/sound.ts';
import { DOUGHNUT, type Draft } from '#tests/support/duel.ts';
import {
  chooseOption,
  click,
  dialog,
  isGone,
  lacks,
  openTool,
  retype,
  shows,
  type Tool,
  there,
  wholePage,
} from './tool.tsx';

/** Opens a preset of Mika and Rei in its editor. */
async function openEditor(preset: Partial<Draft> = {}): Promise<Tool> {
  const tool = await openTool({ preset, at: 'tool/live' });
  await click(tool, /^Duel/);
  await shows(wholePage, 'Streamer nickname');
  return tool;
}

/** Sections that are closed when the form opens. */
const closed = [
  'Rounds',
  'Special effect scenes',
  'Resurrection configuration',
  'Decrease mechanism',
  'Score settings',
];

const stored = async ({ call }: Tool) => (await call('presets.list', {})).presets;

/** The first field with this label, and its error. */
async function fieldOf(label: string | RegExp) {
  const [input] = await screen.findAllByLabelText<HTMLInputElement>(label, { selector: 'input' });
  const whole = there(there(input).closest<HTMLElement>('[data-field]'));
  return { input: there(input), problem: () => whole.querySelector<HTMLElement>('[data-problem]') };
}

/** Types into a field, leaves it, and returns its error. */
async function errorOf(tool: Tool, label: string | RegExp, typed: string): Promise<string> {
  const { input, problem } = await fieldOf(label);
  await retype(tool, input, typed);
  await tool.user.tab();
  expect(input.value, 'the field keeps what was typed').toBe(typed);
  return there(await waitFor(() => there(problem()))).textContent ?? '';
}

const importFile = ({ user }: Tool, name: string, content: string | object) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const input = there(document.querySelector<HTMLInputElement>('main input[type="file"]'));
  return user.upload(input, new File([text], name, { type: 'application/json' }));
};

describe('preset editor', () => {
  it('reports errors at their fields, keeps what was typed, and saves nothing invalid', async () => {
    const tool = await openEditor();
    for (const section of closed) await click(tool, section);
    expect(await errorOf(tool, /^Length/, '1000')).toBe('Enter whole seconds from 0 to 999');
    expect(await errorOf(tool, /^Level 2 below/, '40')).toBe(
      'Level 2 takes a whole number of at least 2 and below level 1',
    );
    expect(await errorOf(tool, /^Level 1 below/, '51')).toBe(
      'Level 1 takes a whole number from 3 to 50 percent',
    );
    expect(await errorOf(tool, /^Loss per second/, '0')).toBe('Enter 1 or more');
    expect(await errorOf(tool, /^Win streak needed/, '1000')).toBe('Enter 999 or less');
    expect(await errorOf(tool, 'Multiplier', '100.1')).toBe('Enter 100 or less');
    await click(tool, 'Save');
    await shows(wholePage, '5 to fix');
    expect(await stored(tool)).toMatchObject([{ round: { length: 180 }, score: { multiplierTenths: 10 } }]);
  });

  it('saves once all errors are corrected', async () => {
    const tool = await openEditor({ mode: 'freestyle' });
    expect(await errorOf(tool, 'Turn (s)', '1000')).toBe('Enter whole seconds from 0 to 999');
    await errorOf(tool, 'Turn (s)', '5000');
    await click(tool, 'Save');
    await shows(wholePage, '1 to fix');
    const { input, problem } = await fieldOf('Turn (s)');
    await retype(tool, input, '45');
    await isGone(problem);
    await click(tool, 'Save');
    await waitFor(async () =>
      expect(await stored(tool)).toMatchObject([{ anchors: [{ duration: 45 }, {}] }]),
    );
  });

  it('takes the exclusive gift from the next gift that arrives', async () => {
    const tool = await openEditor();
    const first = () => document.querySelector<HTMLElement>('[data-draft]');
    await click(tool, 'Remove the gift', first);
    await click(tool, 'Learn from the next gift', first);
    await waitFor(() => screen.getByRole('button', { name: /^Waiting for the next gift/ }));
    tool.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
    await waitFor(() => screen.getByRole('button', { name: 'Exclusive gift: Doughnut' }));
  });

  it('offers the gifts that arrived last and those of other presets first', async () => {
    const tool = await openEditor();
    tool.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
    await click(tool, 'Exclusive gift: Rose');
    const recent = () => screen.queryByRole('region', { name: 'Recent' });
    await shows(recent, 'Finger Heart');
    await click(tool, /Finger Heart/, recent);
    await shows(wholePage, 'Finger Heart');
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Exclusive gift: Finger Heart' })).toHaveLength(2),
    );
  });

  it('keeps the sounds for the host, which are off and out of sight at first', async () => {
    const tool = await openEditor();
    await click(tool, 'Sound');
    expect(screen.queryByLabelText('Volume')).toBeNull();
    await tool.user.click(screen.getByRole('switch', { name: 'Play sounds' }));
    expect(screen.getAllByRole('button', { name: /^Try: / })).toHaveLength(cues.length);
    expect(screen.getAllByRole('button', { name: /^Own file for: / })).toHaveLength(cues.length);
    await retype(tool, (await fieldOf('Gifts from (diamonds)')).input, '500');
    await click(tool, 'Save');
    await waitFor(async () =>
      expect(await stored(tool)).toMatchObject([{ sound: { on: true, minDiamonds: 500, win: 'fanfare' } }]),
    );
  });

  it('marks required fields with an asterisk', async () => {
    await openEditor();
    const labels = () => [...document.querySelectorAll('label')].map(({ textContent }) => textContent);
    await waitFor(() => expect(labels()).toContain('*Configuration name'));
    expect(labels().filter((label) => label?.includes('Platform username'))[0]).not.toContain('*');
  });

  it('shows only the rules of the chosen mode, and a length of turns only in freestyle', async () => {
    const tool = await openEditor();
    const headings = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings().join()).toContain('Battle');
    expect(headings().join()).not.toContain('Sticker dance');
    expect(screen.queryByLabelText('Turn (s)')).toBeNull();
    await chooseOption(tool, 'Mode', 'Freestyle');
    await waitFor(() => expect(headings().join()).not.toContain('Battle'));
    expect(screen.getAllByLabelText('Turn (s)')).toHaveLength(2);
    await click(tool, 'Rounds');
    await shows(wholePage, 'Breakthrough');
    expect(screen.queryByLabelText(/^Length of a round/)).toBeNull();
  });

  it('says in the heading of a closed section which rules differ from their default', async () => {
    const tool = await openEditor({ round: { length: 300 } });
    await shows(wholePage, /Rounds.{0,20}: 300 s/);
    await click(tool, 'Score settings');
    await retype(tool, (await fieldOf('Multiplier')).input, '0.1');
    await click(tool, 'Score settings');
    await shows(wholePage, 'Diamonds · × 0.1');
  });

  it('keeps a section open while a field in it is invalid', async () => {
    const tool = await openEditor();
    await click(tool, 'Special effect scenes');
    await errorOf(tool, /^Level 2 below/, '40');
    await click(tool, 'Special effect scenes');
    await click(tool, 'Save');
    expect((await fieldOf(/^Level 2 below/)).input.value).toBe('40');
  });

  it('previews the chosen effects beside their rules', async () => {
    const tool = await openEditor();
    await click(tool, 'Special effect scenes');
    const preview = await screen.findByTitle('Preview of the effects');
    const options = new URLSearchParams(new URL(there(preview.getAttribute('src'))).hash.slice(1)).get(
      'options',
    );
    expect(JSON.parse(there(options))).toMatchObject({ kind: 'effects', style: 'chinese', scene: 'none' });
  });
});

describe('anchors of a preset', () => {
  const nicknames = () =>
    screen.queryAllByLabelText<HTMLInputElement>('*Streamer nickname').map(({ value }) => value);
  const quickAdd = () => screen.findByRole('combobox', { name: 'Add by name' });

  it('are typed one after the other with Enter, which does not save', async () => {
    const tool = await openTool({ at: 'tool/live' });
    await click(tool, 'New preset');
    await tool.user.type(await screen.findByLabelText(/Configuration name/), 'Friday{Enter}');
    expect(document.activeElement).toBe(await quickAdd());
    await tool.user.keyboard('Mika{Enter}Rei{Enter}Sora{Enter}');
    expect(nicknames()).toEqual(['Mika', 'Rei', 'Sora']);
    expect(document.activeElement).toBe(await quickAdd());
    expect(await stored(tool)).toEqual([]);
    await tool.user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(async () => expect(await stored(tool)).toMatchObject([{ name: 'Friday' }]));
  });

  it('begin in the row that the button has added', async () => {
    const tool = await openTool({ at: 'tool/live' });
    await click(tool, 'New preset');
    await click(tool, 'Add an anchor');
    await waitFor(() => expect(nicknames()).toEqual(['']));
    await tool.user.keyboard('Mika');
    expect(nicknames()).toEqual(['Mika']);
  });

  it('are one for each line of a pasted list, which can be undone', async () => {
    const tool = await openTool({ at: 'tool/live' });
    await click(tool, 'New preset');
    await tool.user.click(await quickAdd());
    await tool.user.paste('Mika\nRei\nSora\nHaru\nYu\nNagi\n');
    expect(nicknames()).toEqual(['Mika', 'Rei', 'Sora', 'Haru', 'Yu', 'Nagi']);
    await shows(wholePage, '6 anchors added');
    await click(tool, 'Undo');
    expect(nicknames()).toEqual([]);
  });

  it('go with Enter from one nickname to the next, and a list can be pasted into a nickname', async () => {
    const tool = await openEditor();
    const [mika, rei] = screen.getAllByLabelText('*Streamer nickname');
    await tool.user.click(there(mika));
    await tool.user.keyboard('{Enter}');
    expect(document.activeElement).toBe(rei);
    await tool.user.paste('Sora\nHaru');
    expect(nicknames()).toEqual(['Mika', 'Rei', 'Sora', 'Haru']);
    expect(await stored(tool)).toMatchObject([{ anchors: [{}, {}] }]);
  });

  it('get the name and picture of their account, unless the host has named them', async () => {
    const tool = await openTool({ at: 'tool/live', preset: {} });
    const [anchor, other] = tool.simulator.anchors;
    await click(tool, 'New preset');
    await tool.user.click(await quickAdd());
    await tool.user.paste(`@${there(anchor).username}\nMy name @${there(other).username}`);
    await waitFor(() => expect(nicknames()).toEqual([there(anchor).nickname, 'My name']));
    await waitFor(() => expect(document.querySelectorAll('[data-draft] img')).toHaveLength(2));
  });
});

describe('preset list', () => {
  it('renames a preset, but not to an empty or existing name', async () => {
    const tool = await openTool({ preset: {}, at: 'tool/live' });
    await tool.call('presets.save', { preset: { name: 'Saturday', anchors: [] } });
    await click(tool, /^Rename.*Duel/);
    const name = await screen.findByLabelText(/Configuration name/);
    await tool.user.clear(name);
    await shows(dialog, 'Please give the preset a name');
    await tool.user.type(name, 'saturday');
    await click(tool, 'Save', dialog);
    await shows(dialog, 'Another preset has this name already, please change');
    await tool.user.clear(name);
    await tool.user.type(name, 'Sunday{Enter}');
    await isGone(dialog);
    await waitFor(() => screen.getByRole('button', { name: /^Sunday/ }));
  });
});

describe('preset file', () => {
  const whole = { format: 'ringside-preset', version: 1, preset: { name: 'Other', anchors: [] } };
  const refusal = () => document.querySelector<HTMLElement>('.banner--error');

  it.each<[string, string | object, string]>([
    ['text', 'not a preset', 'not a Ringside preset file'],
    ['a newer version', { ...whole, version: 99 }, 'newer Ringside'],
    ['a preset without a name', { ...whole, preset: { anchors: [] } }, 'Configuration name'],
    [
      'an anchor without a name',
      { ...whole, preset: { name: 'X', anchors: [{ id: 'a', nickname: '' }] } },
      'nickname',
    ],
    [
      'a number beyond its limit',
      { ...whole, preset: { name: 'X', anchors: [], round: { length: 99_999 } } },
      'Length',
    ],
    ['a page as a picture', { ...whole, pictures: { x: 'data:text/html;base64,AAAA' } }, 'Picture'],
    ['deep JSON', '['.repeat(2_000_000), 'not a Ringside preset file'],
    ['more than 12 MB', ' '.repeat(12_000_001), 'too large'],
  ])('is refused with a reason if it contains %s, and changes nothing', async (_what, content, reason) => {
    const tool = await openTool({ preset: {}, at: 'tool/live' });
    await shows(wholePage, 'Duel');
    const before = JSON.stringify(await tool.call('show.subscribe', {}));
    await importFile(tool, 'a.json', content);
    await shows(refusal, 'a.json');
    await shows(refusal, reason);
    expect((await stored(tool)).map(({ name }) => name)).toEqual(['Duel']);
    expect(JSON.stringify(await tool.call('show.subscribe', {}))).toBe(before);
  });

  it('with script in its names shows them as text', async () => {
    const tool = await openTool({ preset: {}, at: 'tool/live' });
    await shows(wholePage, 'Duel');
    const name = '<img src=x onerror=alert(1)>';
    const anchors = [{ id: 'a', nickname: '<script>alert(1)</script>' }];
    await importFile(tool, 'names.json', { ...whole, preset: { name, anchors } });
    await waitFor(() => screen.getByRole('heading', { name }));
    expect(document.querySelector('img[src="x"]')).toBeNull();
    await lacks(wholePage, 'could not be imported');
  });
});

describe('presets that exceed the limit together', () => {
  it('say why a copy was refused, and can be copied after another one is deleted', async () => {
    const tool = await openTool({ at: 'tool/live', presetBytes: 64 * 1024 });
    const points = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`${50_000_000 + index}`, 1]),
    );
    for (const name of ['Friday', 'Saturday'])
      await tool.call('presets.save', { preset: { name, anchors: [], score: { by: 'points', points } } });
    await click(tool, 'Copy Friday');
    const refusal = () =>
      screen.queryAllByRole('alert').find(({ textContent }) => textContent?.includes('Friday could not')) ??
      null;
    await shows(refusal, 'Friday could not be imported.');
    await shows(refusal, 'Together, your presets exceed the 64 KB');
    await shows(refusal, 'Delete presets, or make this one shorter.');
    await click(tool, 'Delete Saturday');
    await click(tool, 'Copy Friday');
    await screen.findByRole('button', { name: /^Delete Friday .+/ });
  });
});
