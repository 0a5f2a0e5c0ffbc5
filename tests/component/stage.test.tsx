import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DOUGHNUT, FINGER_HEART, HOST, ROSE } from '#tests/support/duel.ts';
import {
  anchorVotes,
  click,
  dialog,
  endRound,
  expectVotes,
  isGone,
  lacks,
  openTab,
  openTool,
  retype,
  type Scope,
  selectRow,
  shows,
  startBattle,
  type Tool,
  there,
  totals,
  wholePage,
} from './tool.tsx';

const GLOW_STICK = 6788;
const BRACELET = 9139;

async function openTeam(tool: Tool): Promise<void> {
  await shows('Stage', 'Team member list');
  await tool.user.keyboard('i');
  await shows('Team member list', 'Mika');
}

async function closeDialog({ user }: Tool): Promise<void> {
  await user.keyboard('{Escape}');
  await isGone(dialog);
}

/** An anchor's line in the open dialog. */
const member =
  (name: string): (() => HTMLElement | null) =>
  () =>
    within(there(dialog()))
      .getAllByRole('listitem')
      .find(({ textContent }) => textContent?.includes(name)) ?? null;

const buttonsOf = (scope: () => HTMLElement | null) => within(there(scope())).queryAllByRole('button');

describe('team dialog', () => {
  it('knocks an anchor out for the next round, and undoes that', async () => {
    const tool = await openTool({ preset: {} });
    await openTeam(tool);
    await click(tool, 'Knock out: Rei', dialog);
    await shows(member('Rei'), 'Knocked out');
    await shows(member('Mika'), 'In the game');
    await closeDialog(tool);
    await tool.user.keyboard('x');
    await shows(member('Rei'), 'Knocked out');
    expect(within(there(dialog())).getAllByRole('radiogroup')).toHaveLength(1);
    await closeDialog(tool);

    await openTeam(tool);
    await click(tool, 'Undo knock-out: Rei', dialog);
    await shows(member('Rei'), 'In the game');
    await closeDialog(tool);
    await startBattle(tool);
    await shows('Defender', 'Rei');
  });

  it('shows the target of each resurrection and how it is calculated', async () => {
    const anchors = [
      { id: 'mika', nickname: 'Mika', gift: { ids: [ROSE] } },
      { id: 'rei', nickname: 'Rei', gift: { ids: [FINGER_HEART] } },
      { id: 'yuki', nickname: 'Yuki' },
    ];
    const tool = await openTool({
      preset: { anchors, battle: { knockOut: 'side' }, resurrection: { floor: 100 } },
    });
    await startBattle(tool);
    tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 70 });
    tool.simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 18 });
    await expectVotes('70 : 90');
    await endRound(tool);
    await shows('Stage', 'Defender wins');
    await openTeam(tool);
    await shows(member('Mika'), 'Target 140. Score when knocked out: 70.');
    await click(tool, 'Knock out: Yuki', dialog);
    await shows(member('Yuki'), 'Target 100, the minimum, because the knock-out was outside a round.');
    await click(tool, 'Start resurrection: Mika', dialog);
    await isGone(dialog);
    await shows('Stage', '140');
  });
});

describe('battle stage before the first round', () => {
  it('keeps the places of both sides and the clock', async () => {
    const tool = await openTool({ preset: { round: { length: 90 } } });
    await shows('Attacker', '0');
    await shows('Defender', '0');
    await shows('Stage', '01:30');
    await shows('Stage', 'No round yet. Choose the sides and prepare a round.');
    await startBattle(tool);
    await shows('Attacker', 'Mika');
  });
});

describe('stage before the show is started', () => {
  it('says that nothing counts yet, and claims no counting', async () => {
    const tool = await openTool({ preset: { mode: 'votes' }, starts: false });
    await shows('Stage', 'Nothing counts yet. Press Start.');
    await tool.call('session.act', { action: 'start' });
    await shows('Stage', 'Counting without a round. Prepare a round to count from 0.');
  });
});

describe('resurrection', () => {
  it('counts arrived votes but not promised ones', async () => {
    const tool = await openTool({ preset: { battle: { knockOut: 'side' }, resurrection: { length: 20 } } });
    const { simulator, user } = tool;
    await startBattle(tool);
    simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 30 });
    simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 2 });
    await expectVotes('30 : 10');
    await endRound(tool);
    await shows('Stage', 'Attacker wins');
    await openTeam(tool);
    await shows(member('Rei'), 'Knocked out');
    await click(tool, 'Start resurrection: Rei', dialog);
    await isGone(dialog);
    await shows('Trying to come back', 'Rei');
    await shows('Trying to come back', '0 of 20 arrived');
    await user.keyboard('t');
    await shows('Stage', 'Running');
    const inTry = Date.now();

    const promised = screen.getByRole('spinbutton', { name: 'Promised votes' });
    await retype(tool, promised, '500');
    await waitFor(() => expect(document.querySelector('[data-waiting]')).not.toBeNull());
    await shows('Trying to come back', '0 of 20 arrived');
    promised.blur();
    simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 3 });
    await shows('Trying to come back', '15 of 20 arrived');
    simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART });
    await shows('Stage', 'Back in play');
    simulator.sendGift({ viewer: 'Chie', gift: GLOW_STICK, count: 3, sentAt: inTry });
    await shows('Next to assign', 'Too late for the resurrection after round 1');
    await openTeam(tool);
    await shows(member('Rei'), 'In the game');
  });

  it('says when the gifts that nobody has yet can reach the target', async () => {
    const tool = await openTool({ preset: { battle: { knockOut: 'side' }, resurrection: { floor: 40 } } });
    const { simulator } = tool;
    await startBattle(tool);
    simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
    await expectVotes('3 : 0');
    await endRound(tool);
    await tool.call('round.resurrect', { anchorId: 'rei' });
    await tool.call('round.act', { action: 'start' });
    await shows('Trying to come back', '0 of 40 arrived');
    simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT });
    await shows('Next to assign', 'Ben');
    await lacks('Stage', 'can reach the target');
    simulator.sendGift({ viewer: 'Chie', gift: DOUGHNUT });
    await shows('Stage', '60 unallocated can reach the target');
  });

  it('is offered only once if it fails', async () => {
    const tool = await openTool({ preset: { resurrection: { length: 0, floor: 50 } } });
    await openTeam(tool);
    await click(tool, 'Knock out: Rei', dialog);
    await click(tool, 'Start resurrection: Rei', dialog);
    await isGone(dialog);
    await shows('Stage', 'Prepared');
    await tool.user.keyboard('t');
    await shows('Stage', 'Running');
    await openTeam(tool);
    await shows(member('Rei'), 'Reviving');
    expect(buttonsOf(member('Rei'))).toEqual([]);
    await closeDialog(tool);
    await endRound(tool);
    await shows('Stage', 'Resurrection failed');
    await openTeam(tool);
    await shows(member('Rei'), 'Out for good');
    expect(buttonsOf(member('Rei'))).toEqual([]);
  });
});

describe('freestyle', () => {
  it('gives each anchor a turn with a clearance score, in order or by choice', async () => {
    const tool = await openTool({ preset: { mode: 'freestyle', freestyle: { length: 0, clearance: 20 } } });
    const { simulator, user } = tool;
    // The place of a turn is reserved before the first one.
    await shows('Stage', 'No turn yet. Prepare the first one.');
    await shows('Stage', 'Freestyle00:00');
    await click(tool, /^Prepare Mika's turn/);
    await shows('On stage', 'Mika');
    await shows('Coming next', 'Rei');
    await user.keyboard('t');
    await shows('Stage', 'Running');
    simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 12 });
    await shows('On stage', '12 of 20 to clear');
    // Gifts of other anchors do not count in this turn.
    simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 9 });
    await waitFor(() => expect(anchorVotes()).toMatchObject({ Rei: 45 }));
    await shows('On stage', '12 of 20 to clear');
    simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 11 });
    await shows('On stage', '23 of 20 to clear');
    await endRound(tool);
    await shows('Stage', 'Cleared');

    await click(tool, /^Prepare Rei's turn/);
    await shows('On stage', 'Rei');
    await shows('Coming next', 'Mika');
    await user.keyboard('t');
    await shows('Stage', 'Running');
    await endRound(tool);
    await shows('Stage', 'Not cleared');

    // The host chooses Rei again.
    await user.keyboard('x');
    await shows('Whose turn is next?', 'Rei');
    await user.keyboard('2');
    await click(tool, 'Prepare round', dialog);
    await isGone(dialog);
    await shows('Stage', 'Prepared');
    await shows('On stage', 'Rei');
  });
});

describe('choice of sides', () => {
  const sideOf = (name: string) => {
    const group = screen.queryByRole('radiogroup', { name });
    return group?.querySelector('input:checked')?.parentElement?.textContent ?? 'none';
  };

  it('takes the number keys, halves and a swap', async () => {
    const tool = await openTool({ preset: {} });
    await waitFor(() => screen.getByRole('button', { name: /^Prepare round/ }));
    await tool.user.keyboard('x');
    await shows('Who attacks, who defends?', 'Mika');
    await tool.user.keyboard('2');
    await waitFor(() => expect(sideOf('Rei')).toBe('Attacker'));
    await tool.user.keyboard('2');
    await waitFor(() => expect(sideOf('Rei')).toBe('Defender'));
    await click(tool, 'First half against second', dialog);
    await waitFor(() => expect([sideOf('Mika'), sideOf('Rei')]).toEqual(['Attacker', 'Defender']));
    await click(tool, 'Swap sides', dialog);
    await waitFor(() => expect([sideOf('Mika'), sideOf('Rei')]).toEqual(['Defender', 'Attacker']));
    await tool.user.keyboard('1');
    await waitFor(() => expect(sideOf('Mika')).toBe('Not playing'));
    await tool.user.keyboard('1');
    await waitFor(() => expect(sideOf('Mika')).toBe('Attacker'));
    await tool.user.keyboard('2');
    await waitFor(() => expect(sideOf('Rei')).toBe('Defender'));
    await click(tool, 'Prepare round', dialog);
    await isGone(dialog);
  });

  it('moves an anchor to the side where it is dropped, and counts the anchors of each side', async () => {
    const tool = await openTool({ preset: {} });
    await waitFor(() => screen.getByRole('button', { name: /^Prepare round/ }));
    await tool.user.keyboard('x');
    await shows('Who attacks, who defends?', 'Mika');
    const counts = () =>
      [...document.querySelectorAll('b[data-place] > span')].map((each) => each.textContent);
    expect(counts()).toEqual(['0', '2', '0']);
    const list = there(document.querySelector<HTMLElement>('[data-sides]'));
    list.getBoundingClientRect = () => new DOMRect(0, 0, 900, 300);
    const data = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, value: string) => data.set(type, value),
      getData: (type: string) => data.get(type) ?? '',
    };
    fireEvent.dragStart(there(within(list).getByText('Mika').closest('li')), {
      dataTransfer,
    });
    const drop = createEvent.drop(list, { dataTransfer });
    Object.defineProperty(drop, 'clientX', { value: 800 });
    fireEvent(list, drop);
    await waitFor(() => expect(sideOf('Mika')).toBe('Defender'));
    expect(counts()).toEqual(['0', '1', '1']);
  });
});

describe('preset after connecting', () => {
  it('comes before its buttons, for the Tab key and for readers', async () => {
    await openTool({ preset: {} });
    await shows('Preset', 'Duel');
    const panel = screen.getByRole('region', { name: 'Preset' });
    const names = [...panel.querySelectorAll('input, button')].map(
      (control) => control.getAttribute('aria-label') ?? control.textContent,
    );
    expect(names.slice(0, 3)).toEqual([
      'Choose a preset',
      'Edit this preset',
      expect.stringContaining('New preset'),
    ]);
  });

  it('is offered from the last show and applied with one key', async () => {
    const tool = await openTool({ preset: {} });
    await tool.call('presets.save', { preset: { name: 'Other', anchors: [] } });
    await tool.call('session.act', { action: 'end' });
    await tool.call('room.close', {});
    await tool.call('room.open', { username: HOST, lineId: 'line1' });
    await waitFor(() => screen.getByRole('button', { name: /^Use “Duel”/ }));
    await tool.user.keyboard('{Shift>}C{/Shift}');
    await waitFor(async () =>
      expect(
        (await tool.call('show.list', {})).shows.filter(({ presetName }) => presetName === 'Duel'),
      ).toHaveLength(2),
    );
    await lacks(wholePage, 'Use “Duel”');
  });
});

describe('sticker dance', () => {
  const gameplay = [
    { id: 'spin', name: 'Spin', gift: { ids: [GLOW_STICK] } },
    { id: 'wave', name: 'Wave', gift: { ids: [BRACELET] } },
  ];
  const now: Scope = () => document.querySelector<HTMLElement>('[data-now]');

  it('queues dances, which the host starts in any order or removes', async () => {
    const tool = await openTool({ preset: { mode: 'sticker', sticker: { next: 'byHand' }, gameplay } });
    const { simulator, user } = tool;
    simulator.sendGift({ viewer: 'Aoi', gift: GLOW_STICK, count: 2 });
    await shows('Dances', 'Waiting: 1');
    await shows('Dances', '×2');
    simulator.sendGift({ viewer: 'Ben', gift: BRACELET });
    await shows('Dances', 'Waiting: 2');
    simulator.sendGift({ viewer: 'Chie', gift: BRACELET });
    await shows('Dances', 'Waiting: 3');

    // The host starts the first dance by key, then the last one by its button.
    await shows('Dances', 'Start next dance');
    await user.keyboard('j');
    await shows(now, /Spin.*Aoi/);
    await shows('Dances', 'Waiting: 2');
    const last = screen.getAllByRole('listitem').find(({ textContent }) => textContent?.includes('Chie'));
    await user.click(within(there(last)).getByTitle('Start this one now'));
    await shows(now, 'Chie');
    await shows('Dances', 'Waiting: 1');

    await click(tool, 'Take Wave for Ben out of the queue', 'Dances');
    await shows('Dances', 'Waiting: 0');
    await click(tool, 'End this dance', 'Dances');
    await shows('Dances', 'Nobody has asked for a dance yet');
  });

  it('starts dances automatically if the preset says so', async () => {
    const entries = gameplay.map((entry) => ({ ...entry, duration: 600 }));
    const tool = await openTool({
      preset: { mode: 'sticker', sticker: { next: 'auto' }, gameplay: entries },
    });
    tool.simulator.sendGift({ viewer: 'Aoi', gift: GLOW_STICK });
    await shows(now, 'Spin');
    tool.simulator.sendGift({ viewer: 'Ben', gift: BRACELET });
    await shows('Dances', 'Waiting: 1');
    await shows(now, 'Spin');
    await tool.user.keyboard('j');
    await shows(now, 'Wave');
    await shows('Dances', 'Waiting: 0');
  });
});

describe('effects of a gameplay entry', () => {
  it.each(['normal', 'sticker'] as const)(
    'are shown on the stage while it runs, in the mode %s',
    async (mode) => {
      const gameplay = [
        { id: 'wheel', name: 'Wheel', effects: 'Loser sings', gift: { ids: [GLOW_STICK] }, duration: 60 },
      ];
      const { simulator } = await openTool({ preset: { mode, gameplay } });
      simulator.sendGift({ viewer: 'Aoi', gift: GLOW_STICK });
      await shows('Stage', 'Wheel');
      await shows('Stage', 'Loser sings');
    },
  );
});

describe('battle with waiting gifts that can turn it', () => {
  it('shows their votes on the stage and their number in the bar, also after the settlement', async () => {
    const tool = await openTool({ preset: {} });
    const { simulator, user } = tool;
    const inBar: Scope = () => screen.queryByRole('link', { name: /^Round 1/ });
    await startBattle(tool);
    simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
    await expectVotes('3 : 0');
    await lacks('Stage', 'can turn it');
    simulator.sendGift({ viewer: 'Kei', gift: GLOW_STICK });
    simulator.sendGift({ viewer: 'Nao', gift: BRACELET });
    await shows('Stage', '3 can turn it');

    await openTab(tool, 'Help');
    await shows(inBar, /Round 1.*\d+:\d\d.*3.*0.*2 waiting/);
    await user.click(there(screen.getByRole('link', { name: /^Round 1/ })));
    await shows('Stage', 'End round');
    await endRound(tool);
    await shows('Stage', 'Attacker wins');
    await shows('Stage', '3 can turn it');
    await shows(inBar, /Round 1.*Settled.*2 waiting/);

    await selectRow(tool, 'Nao');
    await user.keyboard('1');
    await lacks('Stage', 'can turn it');
    await shows(inBar, /5.*0.*1 waiting/);
  });
});

describe('tie', () => {
  it('goes to the side with the advantage of the preset, and the winner defends the next round', async () => {
    const tool = await openTool({ preset: { battle: { advantage: 'offensive' } } });
    await startBattle(tool);
    tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 10 });
    tool.simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 2 });
    await expectVotes('10 : 10');
    await shows('Stage', 'Tied');
    await endRound(tool);
    await shows('Stage', 'Attacker wins');
    await shows('Stage', 'A tie, decided by the advantage');
    await tool.user.keyboard('t');
    await shows('Stage', 'Round 2');
    await shows('Defender', 'Mika');
    await shows('Attacker', 'Rei');
  });
});

describe('pause of a round', () => {
  it('keeps the remaining time, however long it lasts', async () => {
    const tool = await openTool({ preset: { round: { length: 60 } } });
    await startBattle(tool);
    const timeLeft = () => there(document.querySelector('[data-stage] [role="timer"]')).textContent ?? '';
    const secondsLeft = () => {
      const [minutes = 0, seconds = 0] = timeLeft().split(':').map(Number);
      return minutes * 60 + seconds;
    };
    await waitFor(() => expect(secondsLeft()).toBeLessThan(60));
    await tool.user.keyboard('o');
    await shows('Stage', 'Paused');
    const left = timeLeft();
    const before = secondsLeft();
    tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 3 });
    await waitFor(() => expect(totals()).toMatchObject({ Gifts: 3 }));
    // The seconds in the bar prove that time passes.
    const bar = () => document.querySelector<HTMLElement>('header[data-key-badges]');
    await shows(bar, /Last event [3-9] s ago/);
    expect(timeLeft()).toBe(left);
    await expectVotes('0 : 0');
    const resumedAt = Date.now();
    await tool.user.keyboard('o');
    await shows('Stage', 'Running');
    // The countdown does not include the pause of three seconds.
    expect(before - secondsLeft()).toBeLessThan((Date.now() - resumedAt) / 1000 + 2);
    await waitFor(() => expect(secondsLeft()).toBeLessThan(before - 1));
  });
});

describe('end of a round', () => {
  it('takes no click that was meant for the button before', async () => {
    const tool = await openTool({ preset: {} });
    await startBattle(tool);
    const pressed = new MutationObserver(() => {
      const prepare = screen.queryByRole('button', { name: /^Prepare round/ });
      if (prepare !== null) fireEvent.click(prepare);
    });
    pressed.observe(document.body, { childList: true, subtree: true });
    await tool.call('round.act', { action: 'end' });
    await shows('Stage', 'Prepare round');
    pressed.disconnect();
    await click(tool, /^Choose sides/);
    await shows(dialog, 'Attacker');
    await closeDialog(tool);
    await lacks('Stage', 'Round 2');
  });
});

describe('delay of a round', () => {
  it('counts gifts, and the host decides about later ones', async () => {
    const tool = await openTool({ preset: { round: { length: 60, delay: 2 } } });
    const { simulator, user } = tool;
    await startBattle(tool);
    simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 5 });
    await expectVotes('5 : 0');
    const inRound = Date.now();
    await endRound(tool);
    await shows('Stage', /Votes still count for \d s/);
    simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 2 });
    await expectVotes('7 : 0');
    await shows('Stage', 'Attacker wins');

    simulator.sendGift({ viewer: 'Ben', gift: FINGER_HEART, count: 3, sentAt: inRound });
    await shows('Next to assign', 'Too late for round 1');
    await expectVotes('7 : 0');
    await user.keyboard('h');
    await expectVotes('7 : 15');
    await user.keyboard('y');
    await shows('Stage', 'Defender wins');
    await user.keyboard('u');
    await shows(wholePage, 'Undid: 3 late gifts of Ben, round 1');
    await expectVotes('7 : 0');
    await user.keyboard('y');
    await shows('Stage', 'Attacker wins');
  });

  it('ends early by button and by key', async () => {
    const tool = await openTool({ preset: { round: { length: 60, delay: 60 } } });
    for (const round of [1, 2]) {
      await startBattle(tool);
      tool.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 5 });
      await expectVotes('5 : 0');
      await endRound(tool);
      await shows('Stage', /Votes still count for \d+ s/);
      if (round === 1) await click(tool, /^End the delay now/);
      else await tool.user.keyboard('{Shift>}E{/Shift}');
      await shows('Stage', 'Attacker wins');
      await lacks('Stage', 'End the delay now');
    }
  });

  it('pauses with the session and continues after the end of the session', async () => {
    const tool = await openTool({ preset: { round: { length: 60, delay: 60 } } });
    await startBattle(tool);
    await endRound(tool);
    await tool.user.keyboard('p');
    await shows('Stage', /Delay paused, \d+ s left/);
    await tool.user.keyboard('p');
    await shows('Stage', /Votes still count for \d+ s/);
    await tool.user.keyboard('e');
    await click(tool, 'End', dialog);
    await isGone(dialog);
    // The recap folds the stage.
    await shows('Stage', /Delay.*00:\d\d.*End the delay now/);
    await click(tool, /^End the delay now/);
    await shows('Stage', 'Draw');
  });
});
