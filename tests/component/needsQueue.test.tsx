import { act, screen, within } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useRingside, useShowPhase } from '#renderer/data/hooks.ts';
import { Corrections } from '#renderer/features/show/ledger/corrections.ts';
import { Needs } from '#renderer/features/show/needs/Needs.tsx';
import { NeedsQueue, type WaitingRef } from '#renderer/features/show/needs/NeedsQueue.tsx';
import { battleInputs, gift, mountOnShow } from './showPage.tsx';

const battle = battleInputs();

function Queue({ cursor = { current: undefined } }: { cursor?: WaitingRef }): ReactNode {
  const ringside = useRingside();
  const [corrections] = useState(() => new Corrections(ringside));
  useEffect(() => corrections.follow(), [corrections]);
  const { showId } = useShowPhase();
  return <NeedsQueue corrections={corrections} cursor={cursor} strips={<Needs showId={showId} />} />;
}

const queue = () => within(screen.getByRole('region', { name: 'Next to assign' }));
const viewers = () =>
  queue()
    .getAllByRole('listitem')
    .map((item) => item.textContent);
const current = () => document.querySelector('[aria-current="true"]')?.textContent ?? '';
const viewersButton = (name: string) => queue().getByRole('button', { name: new RegExp(name) });

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true }),
);
afterEach(() => vi.useRealTimers());

describe('queue', () => {
  it('takes its place once there is a preset, and says that nothing waits', async () => {
    const { push } = await mountOnShow(<Queue />, battle.slice(0, 1));
    expect(screen.queryByRole('region', { name: 'Next to assign' })).toBeNull();
    await push(...battle.slice(1, 2));
    expect(queue().getByText('Nothing waits for you')).toBeDefined();
    await push(...battle.slice(2, 3));
    expect(queue().getByText('Nothing waits for you')).toBeDefined();
  });

  it('keeps the places of all targets of a battle before it begins and while nothing waits', async () => {
    const titles = () =>
      queue()
        .getAllByTitle(/^Give to/)
        .map(({ title }) => title);
    const { push } = await mountOnShow(<Queue />, battle.slice(0, 3));
    const before = titles();
    expect(before).toContain('Give to Attacker');
    await push(...battle.slice(3));
    expect(titles()).toEqual(before);
    await push(gift('Fan', 40));
    expect(titles()).toEqual(before);
  });

  it('keeps the places of the sides, disabled, for a gift from before the battle', async () => {
    const isOff = () => queue().getByTitle('Give to Attacker').hasAttribute('disabled');
    await mountOnShow(<Queue />, [
      ...battle.slice(0, 3),
      gift('Early', 90),
      ...battle.slice(3),
      gift('Fan', 40),
    ]);
    expect(current()).toMatch(/90Early.*No round/);
    expect(isOff()).toBe(true);
    act(() => viewersButton('Fan').click());
    expect(isOff()).toBe(false);
  });

  it('shows the biggest gifts first, with the round and what can turn the battle', async () => {
    await mountOnShow(<Queue />, [...battle, gift('Fan', 40, 1), gift('Small', 5), gift('Big', 862)]);
    expect(viewers()).toHaveLength(2);
    expect(viewers()[0]).toMatch(/862Big.*can turn it.*Round 1/);
    expect(viewers()[1]).toMatch(/5Small/);
    expect(viewers()[1]).not.toContain('can turn it');
    expect(queue().getByTitle('2 waiting').textContent).toBe('2');
  });

  it('keeps the chosen viewer in sight when a strip beside the list comes or goes', async () => {
    let resized = () => {};
    class Observer {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('ResizeObserver', Observer);
    await mountOnShow(<Queue />, [...battle, gift('Small', 5), gift('Big', 862)]);
    const list = queue().getByRole('list');
    list.getBoundingClientRect = () => new DOMRect(0, 100, 300, 150);
    const [chosen] = queue().getAllByRole('listitem');
    if (chosen === undefined) throw new Error('no row');
    chosen.getBoundingClientRect = () => new DOMRect(0, 100 - list.scrollTop, 300, 50);
    list.scrollTop = 30;
    resized();
    expect(list.scrollTop).toBe(0);
    vi.unstubAllGlobals();
  });

  it('claims no waiting viewers while bindings are suspended that nobody has', async () => {
    const { push } = await mountOnShow(<Queue />, battle);
    await push(gift('Ben', 30), { kind: 'command', at: 20, by: 'test', command: 'suspend', on: true });
    expect(screen.getByRole('region', { name: 'Bindings suspended' }).textContent).not.toContain('wait');
  });

  it('says that bindings are suspended and for how many viewers, and resumes them', async () => {
    const { push, user, link } = await mountOnShow(
      <Queue />,
      [...battle, gift('Fan', 40, 1), gift('Stranger', 5)],
      { 'bindings.suspend': () => ({}) },
    );
    expect(queue().queryByText('Bindings suspended')).toBeNull();
    await push({ kind: 'command', at: 20, by: 'test', command: 'suspend', on: true });
    const strip = within(queue().getByRole('region', { name: 'Bindings suspended' }));
    expect(strip.getByText('Gifts of 1 viewer wait for you')).toBeDefined();
    await user.click(strip.getByRole('button', { name: 'Resume' }));
    expect(link.asked.at(-1)).toMatchObject({ name: 'bindings.suspend', args: { on: false } });
  });

  it('keeps the cursor at a viewer for two seconds, then moves it to the biggest gift', async () => {
    const { push } = await mountOnShow(<Queue />, [...battle, gift('First', 5)]);
    await push(gift('Big', 900));
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(current()).toContain('First');
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(current()).toContain('Big');
  });

  it('moves the cursor to the biggest gift even while a bigger one comes every moment', async () => {
    const { push } = await mountOnShow(<Queue />, [...battle, gift('First', 5)]);
    for (let number = 1; number <= 8; number += 1) {
      await push(gift(`Bigger ${number}`, 100 * number));
      await act(() => vi.advanceTimersByTimeAsync(300));
    }
    expect(current()).toMatch(/Bigger [678]/);
  });

  it('lets a key act on the viewer whom the cursor left a moment before', async () => {
    const keyed: WaitingRef = { current: undefined };
    const { push } = await mountOnShow(<Queue cursor={keyed} />, [...battle, gift('First', 5)]);
    await act(() => vi.advanceTimersByTimeAsync(3000));
    await push(gift('Big', 900));
    await act(() => vi.advanceTimersByTimeAsync(450));
    expect(current()).toContain('Big');
    expect(keyed.current?.viewerId).toBe('First');
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(keyed.current?.viewerId).toBe('Big');
  });

  it('moves the cursor by arrow keys and gives all gifts of the viewer in one call', async () => {
    const { user, link } = await mountOnShow(
      <Queue />,
      [...battle, gift('Big', 900), gift('Next', 7), gift('Next', 8)],
      { 'ledger.reassign': () => ({ seq: 99 }) },
    );
    await user.keyboard('{ArrowDown}');
    expect(current()).toContain('Next');
    await user.click(queue().getByRole('button', { name: 'Bea' }));
    const asked = link.asked.find(({ name }) => name === 'ledger.reassign');
    expect(asked?.args).toMatchObject({ rowIds: [8, 7], to: 'anchor:b' });
  });

  it('suggests the anchor that the viewer gave to before, and says how often', async () => {
    await mountOnShow(<Queue />, [...battle, gift('Fan', 30)], {
      'ledger.habits': () => ({ habits: [{ viewerId: 'Fan', target: 'anchor:b', rows: 4 }] }),
    });
    await act(() => vi.advanceTimersByTimeAsync(700));
    expect(viewers()[0]).toContain('→ Bea');
    expect(viewers()[0]).toContain('gave to them 4 times');
  });

  it('leaves all small gifts with nobody by one button, which counts them as the queue does', async () => {
    const { user, link } = await mountOnShow(
      <Queue />,
      [
        ...battle,
        gift('Big', 900),
        { ...gift('Small', 4), streak: true, repeat: 2, group: '1', end: true },
        gift('Tiny', 1),
      ],
      { 'ledger.reassign': () => ({ seq: 99 }) },
    );
    await user.click(queue().getByRole('button', { name: 'Sweep 2' }));
    const asked = link.asked.find(({ name }) => name === 'ledger.reassign');
    expect(asked?.args).toMatchObject({ rowIds: [7, 8], to: 'unallocated' });
  });

  it('offers no decision while the screen has no connection', async () => {
    const { link } = await mountOnShow(<Queue />, [...battle, gift('Small', 4), gift('Big', 900)]);
    const offered = () =>
      queue()
        .getAllByRole<HTMLButtonElement>('button')
        .filter(({ disabled, className }) => !disabled && !className.includes('row'))
        .map(({ textContent }) => textContent);
    expect(offered()).toContain('Aya');
    expect(offered()).toContain('Sweep 1');
    act(() => link.setState({ phase: 'lost', retryAt: null, attempt: 1 }));
    expect(offered()).toEqual([]);
  });

  it('draws 300 viewers without drawing all of their rows', async () => {
    const many = Array.from({ length: 300 }, (_, place) => gift(`Viewer ${place}`, place + 1));
    await mountOnShow(<Queue />, [...battle, ...many]);
    expect(viewers().length).toBeLessThan(60);
    expect(queue().getByText(/260 more viewers/)).toBeDefined();
  });
});
