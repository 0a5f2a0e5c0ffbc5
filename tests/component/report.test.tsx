import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DOUGHNUT, ROSE } from '#tests/support/duel.ts';
import {
  chooseInMenu,
  click,
  expectVotes,
  isGone,
  lacks,
  openTab,
  openTool,
  rowOf,
  shows,
  startBattle,
  type Tool,
  there,
  totals,
  wholePage,
} from './tool.tsx';

/** Opens a section of the report of the running show. */
async function openSection(tool: Tool, name: string): Promise<void> {
  await openTab(tool, 'Data Report');
  await click(tool, name, wholePage, 'radio');
}

/** The line of a report's table with these texts. */
const lineWith =
  (...texts: string[]) =>
  () =>
    [...document.querySelectorAll<HTMLElement>('tbody tr')].find((line) =>
      texts.every((text) => line.textContent?.includes(text)),
    ) ?? null;

const buttonsOf = (line: HTMLElement | null) =>
  within(there(line))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));

const cellsOf = (line: HTMLElement | null) =>
  within(there(line))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

/** Whether a slider cannot be moved. */
const isOff = (slider: HTMLElement) => slider.closest('.p-disabled') !== null;

describe('corrections in the report', () => {
  it('are undone and redone, even if they are not the newest', async () => {
    const tool = await openTool({ preset: {} });
    for (const viewer of ['Aoi', 'Ben']) {
      tool.simulator.sendGift({ viewer, gift: DOUGHNUT });
      await shows('Next to assign', viewer);
      await tool.user.keyboard('1');
      await shows(rowOf(viewer), 'Corrected');
    }
    await openSection(tool, 'Corrections');
    const moved = lineWith('Moved gifts', 'Aoi');
    await click(tool, 'Undo', moved);
    await shows(lineWith('Undid'), 'Undid');
    await waitFor(() => expect(buttonsOf(moved())).toEqual(['Show in the replay']));
    await click(tool, 'Redo', lineWith('Undid'));
    await shows(moved, 'Undo');
  });

  it('name both rounds of a gift that was moved into a round', async () => {
    const tool = await openTool({ preset: {} });
    tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 5 });
    await shows(rowOf('Aoi'), 'Aoi');
    await startBattle(tool);
    await chooseInMenu(tool, 'Aoi', 'Count in round 1');
    await expectVotes('5 : 0');
    await openSection(tool, 'Corrections');
    const placed = lineWith('Set round');
    await shows(placed, 'Set round');
    expect(cellsOf(placed()).slice(2, 9)).toEqual([
      'Set round',
      'Aoi',
      'Mika',
      'No round',
      'Round 1',
      '1',
      '5',
    ]);
    await click(tool, 'Undo', placed);
    await shows(placed, 'Undone');
    await openTab(tool, 'Homepage');
    await expectVotes('0 : 0');
  });

  it('name the window in which an operator made a change', async () => {
    const tool = await openTool({ preset: {} });
    const suspended = await screen.findByRole('switch', { name: /Suspend bindings/ });
    await waitFor(() => expect(suspended.matches(':disabled')).toBe(false));
    await tool.user.keyboard('b');
    await waitFor(() => expect(suspended.matches(':checked')).toBe(true));
    await openSection(tool, 'Corrections');
    await shows(lineWith('Suspended bindings'), 'Window 1');
  });
});

describe('gifts in the report', () => {
  it('show the gameplay entry that they start, with its effects', async () => {
    const gameplay = [
      { id: 'wheel', name: 'Wheel', effects: 'Loser sings', gift: { ids: [DOUGHNUT] }, duration: 60 },
    ];
    const tool = await openTool({ preset: { mode: 'normal', gameplay } });
    tool.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
    await shows(rowOf('Aoi'), 'Aoi');
    await openSection(tool, 'Gifts');
    await shows(lineWith('Doughnut'), 'Wheel · Loser sings');
    expect(screen.getAllByRole('columnheader', { name: 'Starts' })).toHaveLength(1);
  });
});

describe('givers by anchor', () => {
  it('name who gave how many votes to whom, with totals that equal the ledger', async () => {
    const tool = await openTool({ preset: {} });
    tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 5 });
    await shows(rowOf('Aoi'), 'Aoi');
    tool.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
    await shows(rowOf('Ben'), 'Ben');
    await openSection(tool, 'Givers by anchor');
    await shows(lineWith('Ben'), '30');
    const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(titles).toEqual(['User', 'Account', 'Votes', 'Mika', 'Unallocated']);
    const numbers = (name: string) => cellsOf(lineWith(name)()).slice(2);
    expect(numbers('Total')).toEqual(['35', '5', '30']);
    expect(numbers('Aoi')).toEqual(['5', '5', '–']);
    expect(numbers('Ben')).toEqual(['30', '–', '30']);
  });
});

describe('replay of a decision', () => {
  it('begins before a correction and lists it among the moments', async () => {
    const tool = await openTool({ preset: {} });
    tool.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
    await shows('Next to assign', 'Aoi');
    await tool.user.keyboard('1');
    await shows(rowOf('Aoi'), 'Corrected');
    await openSection(tool, 'Corrections');
    await click(tool, 'Show in the replay', lineWith('Moved gifts', 'Aoi'));
    await screen.findByTitle(/Correction · Aoi · ×1 · → Mika/);
    await screen.findByTitle(/Big gift · Aoi · Doughnut ×1 · → Mika/);
    await waitFor(() => expect(document.querySelector('[data-row][aria-current="true"]')).not.toBeNull(), {
      timeout: 10_000,
    });
  });
});

describe('report without a show', () => {
  it('offers a rehearsal', async () => {
    const tool = await openTool({ at: 'tool/report' });
    await shows(wholePage, 'No show yet');
    await click(tool, /^Rehearsal/);
    await waitFor(() => expect(document.querySelector('[data-sums]')).not.toBeNull());
    await isGone(() => screen.queryByText('No show yet'));
  });
});

describe('the ranking of a period', () => {
  it('has the running show, and opens the shows behind a number', async () => {
    const tool = await openTool({ preset: {} });
    tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE });
    await shows(rowOf('Aoi'), 'Aoi');
    await openTab(tool, 'Data Report');
    await click(tool, 'Period', wholePage, 'radio');
    await click(tool, 'Viewers', wholePage, 'radio');
    await shows(lineWith('Aoi'), 'new');
    await click(tool, 'Shows of Aoi', wholePage);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/diamonds/)).toBeDefined();
    await tool.user.click(within(dialog).getByRole('button', { name: /Open the report/ }));
    // The report has only the rows behind the number, and says so.
    await shows(wholePage, 'Only Aoi');
    await shows(lineWith('Aoi'), 'Mika');
    await click(tool, 'Clear the filter', wholePage);
    await lacks(wholePage, 'Only Aoi');
  });
});

describe('the replay of the running show', () => {
  it('cannot be moved before the length of the show is known', async () => {
    const length = Promise.withResolvers<void>();
    const tool = await openTool({ preset: {}, holds: { call: 'replay.open', until: length.promise } });
    tool.simulator.sendGift({ viewer: 'Mika', gift: ROSE, count: 5 });
    await shows(rowOf('Mika'), 'Mika');
    await openTab(tool, 'Data Report');
    await click(tool, 'Replay');
    const slider = await screen.findByRole('slider', { name: 'Time in the show' });
    expect(isOff(slider)).toBe(true);
    length.resolve();
    await waitFor(() => expect(isOff(slider)).toBe(false));
    slider.focus();
    await tool.user.keyboard('{End}');
    await waitFor(() => expect(document.querySelectorAll('[data-row] [data-menu]')).toHaveLength(1));
  });
});

describe('a past show', () => {
  it('is shown, deleted and restored, and is replayed without a change of the open show', async () => {
    const tool = await openTool({ preset: {} });
    const { user, simulator, call } = tool;
    simulator.sendGift({ viewer: 'Mika', gift: ROSE, count: 5 });
    simulator.sendGift({ viewer: 'Ben', gift: ROSE, count: 2 });
    await shows(rowOf('Ben'), 'Ben');
    await call('session.act', { action: 'end' });
    const [preset] = (await call('presets.list', {})).presets;
    await call('session.choosePreset', { presetId: preset?.id ?? '' });
    await openTab(tool, 'Data Report');
    const gifts = (count: string) =>
      waitFor(() => {
        const sums = [...document.querySelectorAll('[data-sums] > div')];
        const sum = sums.find((each) => each.textContent?.includes('Gifts'));
        expect(sum?.querySelector('dd')?.textContent).toBe(count);
      });
    await gifts('0');
    await user.click(there(document.querySelector('main .p-dropdown')));
    await user.click(await screen.findByRole('option', { name: /host\.of\.the\.show/, hidden: true }));
    await gifts('7');
    await click(tool, 'Delete this show');
    await shows(wholePage, 'The show is deleted');
    await gifts('0');
    await click(tool, 'Restore');
    await gifts('7');

    const open = JSON.stringify(await call('show.subscribe', {}));
    const rows = (count: number) =>
      waitFor(() => expect(document.querySelectorAll('[data-row] [data-menu]')).toHaveLength(count), {
        timeout: 20_000,
      });
    await click(tool, 'Replay');
    const slider = await screen.findByRole('slider', { name: 'Time in the show' });
    await waitFor(() => expect(isOff(slider)).toBe(false));
    slider.focus();
    await user.keyboard('{End}');
    await rows(2);
    await waitFor(() => expect(totals()).toMatchObject({ 'Number of gift givers': 2 }));
    expect(screen.queryByRole('button', { name: 'Start round' })).toBeNull();
    slider.focus();
    await user.keyboard('{Home}');
    await rows(0);
    await shows(() => document.querySelector<HTMLElement>('[data-ledger] .empty'), 'Press Play');
    await click(tool, '60×', wholePage, 'radio');
    await click(tool, 'Play');
    await rows(2);
    expect(JSON.stringify(await call('show.subscribe', {}))).toBe(open);
    await click(tool, 'Back to the report');
    await waitFor(() => there(document.querySelector('[data-sums]')));
  });
});
