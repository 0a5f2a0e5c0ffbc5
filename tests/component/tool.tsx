import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { PrimeReactProvider } from 'primereact/api';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { expect, onTestFinished } from 'vitest';
import type { Backstage } from '#backstage/api.ts';
import { unlimited } from '#backstage/diskQuota.ts';
import { openBackstage } from '#backstage/openBackstage.ts';
import type { Pages } from '#backstage/sources/page/pageSource.ts';
import { screen as lazyScreen, toolRoutes } from '#renderer/app/routes.tsx';
import { PageContext, RingsideContext } from '#renderer/data/hooks.ts';
import { pageTimers } from '#renderer/data/page.ts';
import { FakeLink, fakePlatform } from '#renderer/data/platform/fake.ts';
import { Listeners } from '#renderer/data/platform/listeners.ts';
import { PendingCalls } from '#renderer/data/platform/pendingCalls.ts';
import type { BackstageLink, LinkState } from '#renderer/data/platform/platform.ts';
import { QueryRoot } from '#renderer/data/queries/QueryRoot.tsx';
import { createRingside } from '#renderer/data/ringside.ts';
import { SyncContext, startSync } from '#renderer/data/sync/startSync.ts';
import { needsStore } from '#renderer/features/show/needs/needsStore.ts';
import { listenToKeys } from '#renderer/kit/keys/useKey.ts';
import { AskHost } from '#renderer/kit/ui/AskHost.tsx';
import { ToastHost } from '#renderer/kit/ui/ToastHost.tsx';
import type { CallArgs, CallName, CallResult, Push } from '#shared/contract/backstage.ts';
import type { Line } from '#shared/contract/connection.ts';
import { linesTo } from '#tests/integration/backstage/fixtures.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '#tests/simulator/simulator.ts';
import { type Draft, duelPreset, HOST } from '#tests/support/duel.ts';
import { createPageParts, createTexts } from './mount.tsx';

/** A part of the page: an element, or the name of a region or dialog. */
export type Scope = string | (() => HTMLElement | null);

export interface Tool {
  user: UserEvent;
  simulator: Simulator;
  /** Calls the backstage as another operator. */
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>>;
  /** Opens the page again, as after a reload. */
  reload(): Promise<void>;
  /** Stops Ringside, and starts it again on what `meanwhile` leaves in its data folder. */
  restart(meanwhile: (dataDir: string) => unknown): Promise<void>;
}

interface ToolOptions {
  /** Fields of the preset of the counting show. Without a preset, no room is open. */
  preset?: Partial<Draft>;
  /** Whether the session of the show is started; true by default. */
  starts?: boolean;
  simulator?: SimulatorOptions;
  /** The browser of this installation; none by default. */
  pages?: Pages;
  /** The kind of Line 1, `direct` by default. */
  kind?: Line['kind'];
  /** The most that presets take (bytes); unlimited by default. */
  presetBytes?: number;
  /** A call whose answers the window gets only after `until`. */
  holds?: Held;
  /** Path of the first tab. */
  at?: string;
}

interface Held {
  call: CallName;
  until: Promise<unknown>;
}

const ends: (() => unknown)[] = [];
async function endTool(): Promise<void> {
  cleanup();
  document.body.replaceChildren();
  // Modules outlive a page here: without this, the dialog would be open in the next one.
  needsStore().getState().setAdding(false);
  for (const end of ends.splice(0).reverse()) await end();
}

/** Opens the whole tool in jsdom on a real backstage and a simulated room. With a preset, its show counts. */
export async function openTool(options: ToolOptions): Promise<Tool> {
  const { preset, starts = true, simulator: script, pages, kind = 'direct', at = 'tool' } = options;
  const { presetBytes, holds } = options;
  onTestFinished(endTool);
  prepareWindow();
  const simulator = await startSimulator({ username: HOST, script: 'empty', ...script });
  ends.push(() => simulator.close());
  const dataDir = mkdtempSync(join(tmpdir(), 'ringside-tool-'));
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const start = () =>
    openBackstage({
      build: 'test',
      dataDir,
      lines: linesTo(simulator).map((line) => (line.id === 'line1' ? { ...line, kind } : line)),
      ...(pages && { pages }),
      ...(presetBytes !== undefined && { allowance: { ...unlimited, presetBytes } }),
      log: () => undefined,
    });
  let backstage = await start();
  ends.push(() => backstage.close());
  let operator = linkTo(backstage, 'Window 2');
  if (preset !== undefined) {
    const saved = await operator.call('presets.save', { preset: duelPreset(preset) });
    await operator.call('room.open', { username: HOST, lineId: 'line1' });
    await simulator.entered(1);
    await operator.call('session.choosePreset', { presetId: saved.preset.id });
    if (starts) await operator.call('session.act', { action: 'start' });
  }
  await renderTool(backstage, at, holds);
  return {
    user: userEvent.setup(),
    simulator,
    call: (name, args) => operator.call(name, args),
    reload: () => {
      cleanup();
      return renderTool(backstage, at, holds);
    },
    restart: async (meanwhile) => {
      cleanup();
      await backstage.close();
      await meanwhile(dataDir);
      backstage = await start();
      operator = linkTo(backstage, 'Window 2');
      await renderTool(backstage, at, holds);
    },
  };
}

async function renderTool(backstage: Backstage, at: string, holds?: Held): Promise<void> {
  const texts = await createTexts('en');
  const page = createPageParts({ timers: pageTimers() });
  page.settings.getState().setLanguage('en');
  const link = linkTo(backstage, 'Window 1', holds);
  const ringside = createRingside({
    platform: { ...fakePlatform(new FakeLink()), link: () => link },
    settings: page.settings,
    shared: page,
    nextFrame: (task) => setTimeout(task, 0),
    now: () => Date.now(),
    after: pageTimers().after,
  });
  const sync = startSync(page, ringside);
  ends.push(() => sync.stop());
  listenToKeys(window, page.keys);
  const root = {
    path: 'tool',
    element: (
      <PrimeReactProvider value={{ ripple: false }}>
        <RingsideContext value={ringside}>
          <SyncContext value={sync}>
            <Outlet />
            <AskHost />
            <ToastHost />
          </SyncContext>
        </RingsideContext>
      </PrimeReactProvider>
    ),
    children: toolRoutes(lazyScreen).children ?? [],
  };
  const router = createMemoryRouter([root], { initialEntries: [`/${at}`] });
  render(
    <I18nextProvider i18n={texts}>
      <PageContext value={page}>
        <QueryRoot>
          <RouterProvider router={router} />
        </QueryRoot>
      </PageContext>
    </I18nextProvider>,
  );
  await screen.findByRole('main');
}

/** A link in this process. Messages are copied, and arrive after the current task, as over a socket. */
function linkTo(backstage: Backstage, by: string, holds?: Held): BackstageLink {
  const pushes = new Listeners<Push>();
  const states = new Listeners<LinkState>();
  const calls = new PendingCalls();
  let state: LinkState = { phase: 'connecting' };
  const client = backstage.connect({
    by,
    send: (push) => {
      const sent = copy(push);
      setTimeout(() => pushes.notify(sent), 0);
    },
  });
  setTimeout(() => {
    state = { phase: 'open' };
    states.notify(state);
  }, 0);
  return {
    get state() {
      return state;
    },
    call: (name, args) =>
      calls.call(name, args, (request) => {
        const until = holds?.call === name ? holds.until : null;
        void client.request(copy(request)).then(async (response) => {
          await until;
          calls.settle(copy(response));
        });
      }),
    onState: (listener) => states.add(listener),
    onPush: (listener) => pushes.add(listener),
    retryNow: () => undefined,
    reconnect: () => undefined,
    close: () => client.close(),
  };
}

const copy = <T,>(message: T): T => JSON.parse(JSON.stringify(message));

/** Adds what jsdom lacks. Updates arrive from the backstage at any time, so they are not wrapped in `act`. */
function prepareWindow(): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  window.requestIdleCallback ??= (task) => Number(setTimeout(task, 0));
  window.cancelIdleCallback ??= (handle) => clearTimeout(handle);
  Element.prototype.scrollTo = () => undefined;
  const size = (px: number) => ({ configurable: true, get: () => px });
  Object.defineProperties(HTMLElement.prototype, { clientHeight: size(600), clientWidth: size(1000) });
}

const elementOf = (scope: Scope): HTMLElement | null => {
  if (typeof scope !== 'string') return scope();
  return screen.queryByRole('region', { name: scope }) ?? screen.queryByRole('dialog', { name: scope });
};

/** The text of a part of the page; null if it is absent. */
const textOf = (scope: Scope): string | null =>
  elementOf(scope)?.textContent?.replaceAll(/\s+/g, ' ') ?? null;

/** Waits until a part of the page contains a text. */
export const shows = (scope: Scope, text: string | RegExp): Promise<void> =>
  waitFor(() => expect(textOf(scope)).toMatch(text));

/** Waits until a part of the page is absent or does not contain a text. */
export const lacks = (scope: Scope, text: string | RegExp): Promise<void> =>
  waitFor(() => expect(textOf(scope) ?? '').not.toMatch(text));

/** Waits until a part of the page is absent. */
export const isGone = (scope: Scope): Promise<void> => waitFor(() => expect(elementOf(scope)).toBeNull());

export const wholePage = (): HTMLElement => document.body;

const toasts = (): HTMLElement | null => document.querySelector('.toasts');

/** The newest dialog. */
export const dialog = (): HTMLElement | null => screen.queryAllByRole('dialog').at(-1) ?? null;

/** The rows of the ledger that contain `viewer`, newest first. The DOM has another order. */
export const rowsOf = (viewer: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-ledger] [role="treeitem"]')]
    .filter((row) => row.textContent?.includes(viewer))
    .sort((one, other) => Number.parseFloat(one.style.top) - Number.parseFloat(other.style.top))
    .flatMap((row) => row.querySelector<HTMLElement>('[data-row]') ?? []);

/** The newest ledger row of a viewer. */
export const rowOf = (viewer: string) => (): HTMLElement | null => rowsOf(viewer)[0] ?? null;

/** Waits for a button in a part of the page and clicks it. */
export async function click(
  { user }: Tool,
  name: string | RegExp,
  scope: Scope = wholePage,
  role = 'button',
): Promise<void> {
  const control = await waitFor(() => {
    const [found] = within(elementOf(scope) ?? document.createElement('p')).getAllByRole(role, { name });
    expect(found?.matches(':disabled')).toBe(false);
    return found;
  });
  if (control !== undefined) await user.click(control);
}

/** Chooses an entry of the context menu of a viewer's row. */
export async function chooseInMenu(tool: Tool, viewer: string, entry: string): Promise<void> {
  const row = await waitFor(() => there(rowOf(viewer)()));
  await tool.user.pointer({ keys: '[MouseRight]', target: row });
  await click(tool, new RegExp(`^${entry}`), wholePage, 'menuitem');
}

/** Opens a list, by its label or its field, and chooses an option. */
export async function chooseOption(
  { user }: Pick<Tool, 'user'>,
  list: string | HTMLElement,
  option: string,
): Promise<void> {
  const field = typeof list === 'string' ? await screen.findByRole('combobox', { name: list }) : list;
  await user.click(there(field.closest<HTMLElement>('.p-dropdown')));
  // jsdom never ends the transition that makes the list visible.
  await user.click(await screen.findByRole('option', { name: option, hidden: true }));
}

/** Replaces the text of a field. */
export const retype = ({ user }: Tool, input: HTMLElement, text: string): Promise<void> =>
  user.type(input, text, {
    initialSelectionStart: 0,
    initialSelectionEnd: input instanceof HTMLInputElement ? input.value.length : 0,
  });

/** Selects a viewer's row. */
export const selectRow = async ({ user }: Tool, viewer: string): Promise<void> =>
  user.click(await waitFor(() => there(rowOf(viewer)())));

export function there<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw new Error('not on screen');
  return found;
}

/** The votes of both sides on the stage, as `attacker : defender`. */
const sideVotes = (): string =>
  ['Attacker', 'Defender']
    .map((side) => elementOf(side)?.querySelector('[data-votes]')?.textContent ?? '-')
    .join(' : ');

export const expectVotes = (votes: string): Promise<void> => waitFor(() => expect(sideVotes()).toBe(votes));

/** Numbers of a list by label. */
const numbersOf = (items: string, label: string, value: string): Record<string, number> =>
  Object.fromEntries(
    [...document.querySelectorAll(items)].map((item) => [
      item.querySelector(label)?.textContent ?? '',
      Number(item.querySelector(value)?.textContent?.replaceAll(/[^\d.-]/g, '') ?? Number.NaN),
    ]),
  );
export const totals = () => numbersOf('[data-totals] > div', 'dt', 'dd');
export const anchorVotes = () => numbersOf('ol.anchors > li', '.anchor__name', '.anchor__votes');

/** Opens a tab by its label. */
export async function openTab(tool: Tool, name: string): Promise<void> {
  await click(tool, name, () => screen.queryByRole('navigation'), 'link');
}

/** Starts a battle of Mika (attacker) against Rei and waits for it. Closes the notice, behind which others would queue. */
export async function startBattle(tool: Tool, defender = ['rei']): Promise<void> {
  await tool.call('round.prepare', { attacker: ['mika'], defender });
  await tool.call('round.act', { action: 'start' });
  await shows('Stage', 'Running');
  await shows(toasts, 'Another operator has started the round');
  await click(tool, 'Close', toasts);
}

/** Ends the round by its key and waits until the stage shows it as ended. */
export async function endRound(tool: Tool): Promise<void> {
  await tool.user.keyboard('{Shift>}E{/Shift}');
  await click(tool, 'End round', dialog);
  await isGone(dialog);
  await lacks('Stage', 'Running');
}
