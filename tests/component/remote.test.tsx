import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Remote } from '#renderer/features/show/remote/Remote.tsx';
import type { Input } from '#shared/contract/input.ts';
import { RULES_EDITION } from '#shared/contract/input.ts';
import { connection } from '#tests/support/connection.ts';
import { battleInputs, battlePreset, gift, mountOnShow } from './showPage.tsx';

const battle = battleInputs();
const prepared = battle.slice(0, -1);

const queue = () => within(screen.getByRole('region', { name: 'Next to assign' }));
const vibrate = vi.fn(() => true);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  vibrate.mockClear();
});
afterEach(() => vi.useRealTimers());

describe('remote', () => {
  it('says where a show begins while there is none', async () => {
    await mountOnShow(<Remote menu={null} />, []);
    expect(screen.getByText('No show is running')).toBeDefined();
  });

  it('names a line whose page waits for a person as the bar of the computer does', async () => {
    const { link } = await mountOnShow(<Remote menu={null} />, battle);
    const problem = { code: 'page.captcha' } as const;
    await act(async () =>
      link.push({ push: 'connection', connection: connection({ phase: 'blocked', problem }) }),
    );
    expect(screen.getByText('Needs you')).toBeDefined();
    const nextTryAt = 110_000;
    await act(async () =>
      link.push({ push: 'connection', connection: connection({ phase: 'blocked', problem, nextTryAt }) }),
    );
    expect(screen.getByText('Blocked')).toBeDefined();
  });

  it('says what is wrong with which line and what happens next', async () => {
    const { link } = await mountOnShow(<Remote menu={null} />, battle);
    await act(async () => link.push({ push: 'connection', connection: connection({ lineId: 'line2' }) }));
    expect(screen.getByText('Line 2')).toBeDefined();
    expect(document.querySelector('[data-trouble]')).toBeNull();
    await act(async () => link.push({ push: 'connection', connection: connection({ phase: 'silent' }) }));
    expect(screen.getByText(/^Nothing is coming in/)).toBeDefined();
    const problem = { code: 'room.blocked' } as const;
    await act(async () =>
      link.push({ push: 'connection', connection: connection({ phase: 'blocked', problem }) }),
    );
    expect(screen.getByText('Choose the other line.', { exact: false })).toBeDefined();
  });

  it('offers no decision without a connection', async () => {
    const { link } = await mountOnShow(<Remote menu={null} />, [...battle, gift('Big', 862)]);
    expect(queue().getByTitle<HTMLButtonElement>('Give to Bea').disabled).toBe(false);
    act(() => link.setState({ phase: 'lost', retryAt: null, attempt: 1 }));
    const enabled = queue()
      .getAllByTitle<HTMLButtonElement>(/^Give to/)
      .filter(({ disabled }) => !disabled);
    expect(enabled).toEqual([]);
    const undo = screen.getByRole<HTMLButtonElement>('button', { name: 'Undo the last step' });
    expect(undo.disabled).toBe(true);
  });

  it('shows both sides, and gives the biggest gift to an anchor with one tap', async () => {
    const { user, link } = await mountOnShow(
      <Remote menu={null} />,
      [...battle, gift('Fan', 40, 1), gift('Small', 5), gift('Big', 862)],
      { 'ledger.reassign': () => ({ seq: 99 }) },
    );
    const stage = within(screen.getByRole('region', { name: 'Stage' }));
    expect(stage.getByText('40')).toBeDefined();
    expect(queue().getAllByRole('listitem')[0]?.textContent).toContain('Big');
    await user.click(queue().getByTitle('Give to Bea'));
    expect(link.asked.find(({ name }) => name === 'ledger.reassign')?.args).toMatchObject({ to: 'anchor:b' });
  });

  it('says that a running round is paused while the session is', async () => {
    const { push } = await mountOnShow(<Remote menu={null} />, battle);
    const stage = within(screen.getByRole('region', { name: 'Stage' }));
    expect(stage.getByText('Running')).toBeDefined();
    await push({ kind: 'command', at: 20, by: 'test', command: 'session', action: 'pause' });
    expect(stage.getByText('Paused')).toBeDefined();
    expect(stage.queryByText('Running')).toBeNull();
    await push({ kind: 'command', at: 30, by: 'test', command: 'session', action: 'resume' });
    expect(stage.getByText('Running')).toBeDefined();
  });

  it('shows the target of a resurrection beside the votes', async () => {
    const command = { kind: 'command' as const, at: 1, by: 'test' };
    const resurrection = { floor: 40 };
    await mountOnShow(<Remote menu={null} />, [
      ...battleInputs(battlePreset({ resurrection })).slice(0, 3),
      { ...command, command: 'knockOut', anchorId: 'b', out: true },
      { ...command, command: 'resurrect', edition: RULES_EDITION, anchorId: 'b' },
      { ...command, command: 'round', action: 'start' },
    ]);
    const stage = within(screen.getByRole('region', { name: 'Stage' }));
    expect(stage.getByText('0 of 40 arrived')).toBeDefined();
  });

  it('acts on the viewer that the host has tapped', async () => {
    const { user, link } = await mountOnShow(
      <Remote menu={null} />,
      [...battle, gift('Small', 5), gift('Big', 862)],
      { 'ledger.reassign': () => ({ seq: 99 }) },
    );
    await user.click(queue().getByText('Small'));
    await user.click(queue().getByRole('button', { name: 'Attacker' }));
    expect(link.asked.find(({ name }) => name === 'ledger.reassign')?.args).toMatchObject({
      rowIds: [6],
      to: 'attacker',
    });
  });

  it('leaves a late gift out of its round for every screen, not for this phone alone', async () => {
    const { user, link, push } = await mountOnShow(<Remote menu={null} />, battle, {
      'ledger.place': () => ({ seq: 9 }),
    });
    const end: Input = { kind: 'command', at: 20_000, by: 'test', command: 'round', action: 'end' };
    await push(end, { ...gift('Slow', 30), at: 24_000, sentAt: 19_000 });
    await user.click(queue().getByRole('button', { name: 'Leave it out of the round' }));
    expect(link.asked.at(-1)).toMatchObject({ name: 'ledger.place', args: { rowIds: [7], round: 0 } });
    expect(screen.getByText('1 late gift of Slow left out of round 1')).toBeDefined();
  });

  it('keeps the places of the sides for a late gift, and decides about its round in the last two', async () => {
    const { push } = await mountOnShow(<Remote menu={null} />, [...battle, gift('Early', 5)]);
    const others = () =>
      queue()
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
        .slice(-4);
    expect(others()).toEqual(['Attacker', 'Defender', 'Nobody', 'Not counted']);
    const end: Input = { kind: 'command', at: 20_000, by: 'test', command: 'round', action: 'end' };
    await push(end, { ...gift('Slow', 30), at: 24_000, sentAt: 19_000 });
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(others()).toEqual(['Attacker', 'Defender', 'Count it', 'Leave it out']);
  });

  it('decides the former gift with a tap that was on its way when a bigger one came', async () => {
    const { user, link, push } = await mountOnShow(<Remote menu={null} />, [...battle, gift('Small', 5)], {
      'ledger.reassign': () => ({ seq: 99 }),
    });
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    await push(gift('Big', 862));
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(queue().getByText('Big').closest('[aria-current="true"]')).not.toBeNull();
    await user.click(queue().getByTitle('Give to Bea'));
    expect(link.asked.find(({ name }) => name === 'ledger.reassign')?.args).toMatchObject({ rowIds: [6] });
  });

  it('says in the line of the undo why the round waits while the session is paused', async () => {
    const { push } = await mountOnShow(<Remote menu={null} />, battle);
    const reason = 'Counting is paused. Rounds wait until it resumes.';
    expect(screen.queryByText(reason)).toBeNull();
    await push({ kind: 'command', at: 20, by: 'test', command: 'session', action: 'pause' });
    const line = screen.getByRole('button', { name: 'Undo the last step' }).parentElement;
    expect(screen.getByText(reason).parentElement).toBe(line);
  });

  it('says where the buttons of the round were that the show is over', async () => {
    const { push } = await mountOnShow(<Remote menu={null} />, battle);
    expect(screen.queryByText('The show is over')).toBeNull();
    const command = { kind: 'command', at: 20, by: 'test' } as const;
    await push(
      { ...command, command: 'round', action: 'end' },
      { ...command, command: 'session', action: 'end' },
    );
    expect(screen.getByText('The show is over')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Prepare round' })).toBeNull();
  });

  it('has the next step of the round and the undo of the newest step', async () => {
    const { user, link } = await mountOnShow(<Remote menu={null} />, prepared, {
      'round.act': () => ({}),
      'ledger.undo': () => ({
        seq: 9,
        rows: 1,
        told: { gifts: 1, viewers: 1, viewer: 'Fan', target: null, placed: false, leftOutOf: null },
      }),
    });
    await user.click(screen.getByRole('button', { name: 'Start round' }));
    expect(link.asked.at(-1)).toMatchObject({ name: 'round.act', args: { action: 'start' } });
    await user.click(screen.getByRole('button', { name: 'Undo the last step' }));
    expect(link.asked.at(-1)?.name).toBe('ledger.undo');
  });

  it('shows the thank-you card on stream with one tap after a round, and has no button for it in a round', async () => {
    const { user, link, push } = await mountOnShow(<Remote menu={null} />, battle, {
      'overlay.thank': () => ({ pages: 1 }),
    });
    expect(screen.queryByRole('button', { name: 'Thank-you card' })).toBeNull();
    await push({ kind: 'command', at: 20, by: 'test', command: 'round', action: 'end' });
    await user.click(screen.getByRole('button', { name: 'Thank-you card' }));
    expect(link.asked.at(-1)).toMatchObject({ name: 'overlay.thank', args: { roundId: 1 } });
  });

  it('vibrates when another viewer begins to wait, not for what waited before, and not when it is off', async () => {
    const { push, user, page } = await mountOnShow(<Remote menu={null} />, [...battle, gift('Early', 5)]);
    expect(vibrate).not.toHaveBeenCalled();
    await push(gift('Ben', 30));
    expect(vibrate).toHaveBeenCalledTimes(1);
    await push(gift('Ben', 30));
    expect(vibrate).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(screen.getByRole('switch', { name: 'Vibrate when something waits' }));
    expect(page.settings.getState().vibrates).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await push(gift('Chie', 30));
    expect(vibrate).toHaveBeenCalledTimes(1);
  });

  it('does not vibrate for a gift with an anchor, or in the background', async () => {
    const { push } = await mountOnShow(<Remote menu={null} />, battle);
    await push(gift('Aoi', 20, 1));
    expect(vibrate).not.toHaveBeenCalled();
    const hide = (on: boolean) =>
      Object.defineProperty(document, 'hidden', { value: on, configurable: true });
    hide(true);
    await push(gift('Chie', 30));
    hide(false);
    expect(vibrate).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await push(gift('Dan', 30));
    expect(vibrate).toHaveBeenCalledTimes(1);
  });
});
