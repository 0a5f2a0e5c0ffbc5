import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DOUGHNUT, FINGER_HEART, ROSE } from '#tests/support/duel.ts';
import {
  anchorVotes,
  chooseInMenu,
  chooseOption,
  click,
  dialog,
  expectVotes,
  isGone,
  openTool,
  retype,
  rowOf,
  rowsOf,
  selectRow,
  shows,
  startBattle,
  type Tool,
  there,
  totals,
  wholePage,
} from './tool.tsx';

const QUEUE = 'Next to assign';

const viewerLine = (viewer: string) => () =>
  [...document.querySelectorAll<HTMLElement>('[data-viewer]')].find((line) =>
    line.textContent?.includes(viewer),
  ) ?? null;

const handMark = (viewer: string) => within(there(rowOf(viewer)())).queryByRole('img', { name: /by hand/ });

const expectAnchor = (name: string, votes: number) => waitFor(() => expect(anchorVotes()[name]).toBe(votes));

/** The entries of the open context menu. */
const menu = () => screen.queryAllByRole('menuitem').map(({ textContent }) => textContent);

async function openMenu({ user }: Tool, viewer: string): Promise<void> {
  await shows(rowOf(viewer), viewer);
  await user.pointer({ keys: '[MouseRight]', target: there(rowOf(viewer)()) });
  await waitFor(() => expect(menu()).not.toEqual([]));
}

describe('binding', () => {
  it('follows exclusive gifts, then the host’s choice, and a pin holds it', async () => {
    const { simulator, user } = await openTool({ preset: {} });
    simulator.sendGift({ viewer: 'Aki', gift: ROSE });
    await shows(viewerLine('Aki'), 'Mika');
    simulator.sendGift({ viewer: 'Aki', gift: DOUGHNUT });
    await shows(rowOf('Aki'), 'By gift');

    await user.click(there(viewerLine('Aki')()));
    await user.keyboard('2');
    await shows(viewerLine('Aki'), 'Rei');
    simulator.sendGift({ viewer: 'Aki', gift: DOUGHNUT });
    await shows(rowOf('Aki'), 'By hand');

    await user.keyboard('k');
    await waitFor(() => within(there(viewerLine('Aki')())).getByRole('img', { name: /pinned/i }));
    simulator.sendGift({ viewer: 'Aki', gift: ROSE });
    await shows(rowOf('Aki'), /Mika.*Exclusive|Exclusive.*Mika/);
    await shows(viewerLine('Aki'), 'Rei');
  });

  it('can be suspended: exclusive gifts count, all others wait', async () => {
    const { simulator, user } = await openTool({ preset: {} });
    simulator.sendGift({ viewer: 'Aki', gift: ROSE });
    await shows(viewerLine('Aki'), 'Aki');
    await user.keyboard('b');
    const suspended = await screen.findByRole('switch', { name: /Suspend bindings/ });
    await waitFor(() => expect(suspended.matches(':checked')).toBe(true));
    simulator.sendGift({ viewer: 'Aki', gift: DOUGHNUT });
    await waitFor(() => expect(totals()).toMatchObject({ Unallocated: 30 }));
    await shows(rowOf('Aki'), 'Suspended');
    await user.keyboard('b');
    await waitFor(() => expect(suspended.matches(':checked')).toBe(false));
    simulator.sendGift({ viewer: 'Aki', gift: DOUGHNUT });
    await shows(rowOf('Aki'), 'By gift');
  });
});

describe('unallocated gift', () => {
  it('is assigned to an anchor by the menu of its row', async () => {
    const tool = await openTool({ preset: {} });
    for (const viewer of ['Yui', 'Ren']) tool.simulator.sendGift({ viewer, gift: DOUGHNUT });
    await shows(rowOf('Ren'), 'Ren');
    await tool.user.hover(there(rowOf('Yui')()));
    await click(tool, 'Assign this row', rowOf('Yui'));
    await click(tool, /^Rei/, wholePage, 'menuitem');
    await expectAnchor('Rei', 30);
    await shows(rowOf('Yui'), 'Corrected');
    expect(rowOf('Ren')()?.textContent).not.toContain('Corrected');
  });

  it('stays assigned while its combo continues', async () => {
    const { simulator, user } = await openTool({ preset: {} });
    const gift = { viewer: 'Yui', gift: DOUGHNUT };
    const { groupId } = simulator.sendGift({ ...gift, count: 3, close: false });
    await waitFor(() => expect(totals()).toMatchObject({ Unallocated: 90 }));
    await shows(QUEUE, 'Yui');
    await user.keyboard('2');
    await expectAnchor('Rei', 90);
    simulator.sendGift({ ...gift, count: 10, step: 7, groupId });
    await expectAnchor('Rei', 300);
    expect(totals()).toMatchObject({ Unallocated: 0 });
    expect(rowsOf('Yui')).toHaveLength(1);
  });

  it('cannot be assigned before collection has started', async () => {
    const tool = await openTool({ preset: {}, starts: false });
    tool.simulator.sendGift({ viewer: 'Early', gift: ROSE });
    await selectRow(tool, 'Early');
    await tool.user.keyboard('1');
    await shows(wholePage, 'Votes cannot be changed before collection starts');
    await waitFor(() => expect(totals()).toMatchObject({ Counted: 0, 'Not counted': 1 }));
  });
});

describe('gift that was never received', () => {
  it('is added by the host once every field is valid', async () => {
    const tool = await openTool({ preset: {} });
    const { user } = tool;
    const ADD = 'Add a gift by hand';
    const field = (label: RegExp) => within(there(dialog())).getByLabelText(label);
    await shows(QUEUE, 'Nothing waits for you');
    await user.keyboard('{Shift>}G{/Shift}');
    await click(tool, 'Add gift', ADD);
    await shows(ADD, 'Please enter who sent it');
    await shows(ADD, 'Please select a gift');

    await user.type(field(/Who sent it/), 'Unheard');
    await click(tool, /^Gift:/, ADD);
    await user.type(await screen.findByPlaceholderText('Name in any language, or id'), 'Doughnut');
    await user.click(there((await screen.findAllByText('Doughnut'))[0]));
    await waitFor(() => expect(field(/Diamonds each/)).toHaveProperty('value', '30'));
    await retype(tool, field(/How many/), '0');
    await click(tool, 'Add gift', ADD);
    await waitFor(() => expect(dialog()?.querySelectorAll('[data-problem]')).toHaveLength(1));
    await retype(tool, field(/How many/), '2');
    there(await screen.findByRole('combobox', { name: 'For whom' })).focus();
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('option', { name: 'Attacker', hidden: true });
    // Escape closes the list but not the dialog.
    await user.keyboard('{Escape}');
    await shows(ADD, 'For whom');
    await chooseOption(tool, 'For whom', 'Attacker');
    await shows(ADD, 'Only gifts of a battle round can go to a side');
    await chooseOption(tool, 'For whom', 'Mika');
    await click(tool, 'Add gift', ADD);
    await isGone(ADD);
    await expectAnchor('Mika', 60);
    await shows(rowOf('Unheard'), 'Added');
  });
});

describe('gift in a battle', () => {
  it('is assigned to a side by the button, by the key and by the menu of its row', async () => {
    const tool = await openTool({ preset: {} });
    await startBattle(tool);
    tool.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
    await shows(QUEUE, 'Aoi');
    await click(tool, /^Attacker/, QUEUE);
    await expectVotes('30 : 0');
    tool.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
    await shows(QUEUE, 'Ben');
    await tool.user.keyboard('{Shift>}D{/Shift}');
    await expectVotes('30 : 30');
    await chooseInMenu(tool, 'Ben', 'Attacker');
    await expectVotes('60 : 0');
  });

  it('is found by the filter for its side', async () => {
    const tool = await openTool({ preset: {} });
    await startBattle(tool);
    for (const viewer of ['Aoi', 'Ben']) tool.simulator.sendGift({ viewer, gift: DOUGHNUT });
    await shows(rowOf('Ben'), 'Ben');
    await selectRow(tool, 'Aoi');
    await tool.user.keyboard('{Shift>}D{/Shift}');
    await expectVotes('0 : 30');
    await click(tool, 'Filter');
    await chooseOption(tool, 'Where it counts', 'Defender');
    await isGone(rowOf('Ben'));
    await shows(rowOf('Aoi'), 'Aoi');
  });
});

describe('gift outside of a battle', () => {
  it('can be assigned to anchors only, and the key of a side says why', async () => {
    const tool = await openTool({ preset: {} });
    tool.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
    await shows(QUEUE, /Aoi.*Mika/);
    const sides = within(screen.getByRole('region', { name: QUEUE })).getAllByRole('button', { name: /er$/ });
    expect(sides.map((side) => [side.textContent, side.hasAttribute('disabled')])).toEqual([
      ['Attacker', true],
      ['Defender', true],
    ]);
    await openMenu(tool, 'Aoi');
    expect(menu()).toEqual(expect.arrayContaining([expect.stringContaining('Mika')]));
    expect(menu().filter((entry) => /Attacker|round/.test(entry ?? ''))).toEqual([]);
    await tool.user.keyboard('{Escape}');
    await tool.user.keyboard('{Shift>}A{/Shift}');
    await shows(wholePage, 'Only gifts of a battle round can go to a side');
  });
});

describe('gift from outside of the round', () => {
  it('is moved into the round by the menu of its row, moved out, and restored by undo', async () => {
    const tool = await openTool({ preset: {} });
    tool.simulator.sendGift({ viewer: 'Aoi', gift: DOUGHNUT });
    await chooseInMenu(tool, 'Aoi', 'Mika');
    await startBattle(tool);
    await expectVotes('0 : 0');
    await chooseInMenu(tool, 'Aoi', 'Count in round 1');
    await expectVotes('30 : 0');
    await shows(wholePage, '→ Round 1');
    await waitFor(() => expect(handMark('Aoi')).not.toBeNull());
    await chooseInMenu(tool, 'Aoi', 'Take out of round 1');
    await expectVotes('0 : 0');
    await click(tool, /^Undo/, () => document.querySelector<HTMLElement>('[data-undo-bar]'));
    await expectVotes('30 : 0');
  });

  it('leaves the round by the menu of its row, which reverts only that row', async () => {
    const tool = await openTool({ preset: {} });
    await startBattle(tool);
    for (const viewer of ['Aoi', 'Ben']) {
      tool.simulator.sendGift({ viewer, gift: ROSE, count: 5 });
      await chooseInMenu(tool, viewer, 'Take out of round 1');
      await waitFor(() => expect(handMark(viewer)).not.toBeNull());
    }
    await expectVotes('0 : 0');
    await chooseInMenu(tool, 'Aoi', 'Undo this row’s correction');
    await expectVotes('5 : 0');
    await waitFor(() => expect(handMark('Aoi')).toBeNull());
  });
});

describe('correction that is not the newest', () => {
  it('is undone by the menu of its row', async () => {
    const tool = await openTool({ preset: {} });
    await startBattle(tool);
    for (const viewer of ['Aoi', 'Ben']) {
      tool.simulator.sendGift({ viewer, gift: DOUGHNUT });
      await shows(QUEUE, viewer);
      await tool.user.keyboard('1');
      await shows(rowOf(viewer), 'Corrected');
    }
    await chooseInMenu(tool, 'Aoi', 'Undo this row’s correction');
    await expectVotes('30 : 0');
    await shows(rowOf('Aoi'), 'Unbound');
  });
});

describe('leaving a show for another room', () => {
  it('asks first, keeps the show after a no, and leaves it after a yes', async () => {
    const tool = await openTool({ preset: {} });
    const room = () => document.querySelector<HTMLElement>('[data-room]');
    await shows(room, '@host.of.the.show');
    await tool.user.click(there(room()));
    await click(tool, /^Rehearsal/);
    await shows(dialog, 'Switch the room?');
    await click(tool, 'Cancel', dialog);
    await isGone(dialog);
    await shows(room, '@host.of.the.show');
    await click(tool, /^Rehearsal/);
    await click(tool, 'Switch', dialog);
    await shows(room, 'Rehearsal');
  });
});

describe('paused session', () => {
  it('records gifts without counting them, and the host can assign them', async () => {
    const tool = await openTool({ preset: {} });
    const { simulator, user } = tool;
    await user.keyboard('p');
    await waitFor(() => screen.getByRole('button', { name: /^Resume/ }));
    simulator.sendGift({ viewer: 'Paused', gift: FINGER_HEART });
    await waitFor(() => expect(totals()).toMatchObject({ 'Not counted': 5 }));
    await selectRow(tool, 'Paused');
    await user.keyboard('1');
    await expectAnchor('Mika', 5);

    // Corrections still work after the end.
    await click(tool, /^End/);
    await click(tool, /End/, dialog);
    await shows(wholePage, 'Ended');
    await isGone(dialog);
    await user.keyboard('{Control>}z{/Control}');
    await expectAnchor('Mika', 0);
  });
});

describe('picture of a gift', () => {
  it('is shown in Gift Data and in the gift picker once it is known; until then, the first letter is', async () => {
    const tool = await openTool({ preset: {} });
    const { simulator, user } = tool;
    const pictureIn = (element: HTMLElement | null) => element?.querySelector('img')?.src ?? '';
    simulator.sendGift({ viewer: 'Aki', gift: DOUGHNUT });
    await waitFor(() => expect(rowOf('Aki')()?.querySelector('[data-letter="D"]')).not.toBeNull());
    expect(pictureIn(rowOf('Aki')())).toBe('');
    const picture = `${simulator.webUrl}/avatar/7.png`;
    const gift = { id: 900_001, name: 'Lantern', diamonds: 3, type: 2 as const, picture };
    simulator.sendGift({ viewer: 'Ben', gift });
    await waitFor(() => expect(pictureIn(rowOf('Ben')())).toMatch(/^data:image\/png;base64,/));
    await user.keyboard('{Shift>}G{/Shift}');
    await click(tool, /^Gift/, dialog);
    const tile = await screen.findByRole('button', { name: /^Lantern/ });
    expect(pictureIn(tile)).toMatch(/^data:image\/png;base64,/);
  });
});
