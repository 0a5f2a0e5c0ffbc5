import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LivePage, Pages } from '#backstage/sources/page/pageSource.ts';
import type { Line } from '#shared/contract/connection.ts';
import { type ErrorCode, RingsideError } from '#shared/contract/error.ts';
import { HOST } from '#tests/support/duel.ts';
import { click, dialog, lacks, openTool, shows, type Tool, wholePage } from './tool.tsx';

/** What a page shows instead of the room. `visible` has the indexes of the visible selectors of the table of signs. */
const notices = {
  signIn: { visible: [], state: { needLogin: true } },
  ageGate: { visible: [], state: { isAgeGateRoom: true } },
  // The first selector is that of the puzzle.
  captcha: { visible: [0], state: null },
} as const;
type Notice = keyof typeof notices;

/** The browser of an installation. Its pages fail with a problem, or show a notice until a person answers it. */
class FakePages implements Pages {
  state: 'ready' | 'noBrowser' = 'ready';
  hasWindows = true;
  problem: ErrorCode | null = null;
  notice: Notice | null = null;
  /** Whether the window was shown or hidden, in order. */
  readonly shown: boolean[] = [];
  opened = 0;
  signOuts = 0;
  #emit: (method: string, parameters: unknown) => void = () => {};

  async open({ webUrl }: Line): Promise<LivePage> {
    this.opened += 1;
    if (this.problem !== null) throw new RingsideError(this.problem);
    const url = `${webUrl}/@${HOST}/live`;
    return {
      devtools: {
        send: async (method) => {
          if (method === 'Page.navigate') this.#emit('Page.frameNavigated', { frame: { id: 'main', url } });
          if (method === 'Page.createIsolatedWorld') return { executionContextId: 1 };
          const facts = this.notice === null ? { visible: [], state: null } : notices[this.notice];
          return { result: { value: { url, ...facts } } };
        },
        onEvent: (listener) => {
          this.#emit = listener;
        },
      },
      ...(this.hasWindows && { show: (on: boolean) => this.shown.push(on) }),
      onGone: () => {},
      close: async () => {},
    };
  }

  async signOut(): Promise<void> {
    this.signOuts += 1;
  }

  /** A person answers the notice, and the page opens its socket and gets its first frame. */
  answer(roomId = ''): void {
    this.notice = null;
    const url = `ws://webcast-ws.localhost/webcast/im/?room_id=${roomId}`;
    this.#emit('Network.webSocketCreated', { requestId: 'room', url });
    const response = { opcode: 2, payloadData: '' };
    this.#emit('Network.webSocketFrameReceived', { requestId: 'room', response });
  }
}

const deckWords = () => document.querySelector<HTMLElement>('.deck__words');
const button = (name: string) => screen.queryByRole('button', { name });

/** Presses Connect on a line that reads the room's page. */
async function connect(pages: FakePages, kind: 'page' | 'auto' = 'page', faults = ''): Promise<Tool> {
  const tool = await openTool({ pages, kind, simulator: { faults } });
  await typeRoom(tool);
  return tool;
}

async function typeRoom({ user }: Tool): Promise<void> {
  const field = await screen.findByRole('textbox', { name: 'Live room username' });
  await user.clear(field);
  await user.type(field, `${HOST}{Enter}`);
}

describe('page of a room that cannot be read', () => {
  it.each<[ErrorCode, RegExp]>([
    ['page.region', /does not show this room in your region\. Choose the other line\.$/],
    ['room.noSuchUser', /no user with this name\. Check the spelling, then connect again\.$/],
    ['room.ended', /live has ended\. The counts stay; connect again when the room is live\.$/],
    ['page.noBrowser', /needs Chromium or Chrome\. Install one .*, then connect again\.$/],
    ['page.signIn', /asks for a sign-in to the platform\. Choose the other line\.$/],
    ['page.ageGate', /asks for the viewer’s age\. Choose the other line\.$/],
    ['page.captcha', /a person is looking\. Choose the other line\.$/],
  ])('tells the host one next step: %s', async (problem, words) => {
    const pages = new FakePages();
    pages.problem = problem;
    await connect(pages);
    await shows(deckWords, words);
    expect(button('Show the page')).toBeNull();
    expect(button('Wait for it')).toBeNull();
  });

  it.each<[ErrorCode, RegExp]>([
    ['page.crashed', /has crashed\. Ringside is loading it again\. Trying again in \d+ s/],
    ['page.noSocket', /sent no data of the room\. Ringside is loading it again\. .* Trying again in \d+ s/],
  ])('is loaded again without a step of the host: %s', async (problem, words) => {
    const pages = new FakePages();
    pages.problem = problem;
    await connect(pages);
    await shows(deckWords, words);
    pages.problem = null;
    await waitFor(() => expect(pages.opened).toBeGreaterThan(1), { timeout: 20_000 });
  });

  it('offers to wait if the room is not live', async () => {
    const pages = new FakePages();
    pages.problem = 'room.notLive';
    await connect(pages);
    await shows(deckWords, 'This user is not live now.');
    await waitFor(() => expect(button('Wait for it')).not.toBeNull());
  });
});

describe('page of a room that wants a person', () => {
  it.each<[Notice, string]>([
    ['signIn', 'Show the page and sign in there.'],
    ['ageGate', 'Show the page and confirm it there.'],
    ['captcha', 'Show the page and solve its puzzle.'],
  ])('is shown on request, and hides again when the person is done: %s', async (notice, words) => {
    const pages = new FakePages();
    pages.notice = notice;
    const tool = await connect(pages);
    await shows(deckWords, words);
    await screen.findByText('Needs you');
    expect(pages.shown).toEqual([]);
    await click(tool, 'Show the page');
    await waitFor(() => expect(pages.shown).toEqual([true]));
    pages.answer();
    await waitFor(() => expect(button('Show the page')).toBeNull());
    await lacks(deckWords, words);
    expect(pages.shown).toEqual([true, false]);
  });

  it('is shown on request if the platform refuses to look the room up, and then finds the room', async () => {
    const pages = new FakePages();
    pages.notice = 'captcha';
    const tool = await connect(pages, 'auto', 'look-up-blocked');
    await shows(deckWords, 'Show the page and solve its puzzle.');
    await lacks(wholePage, 'Choose the other line');
    await click(tool, 'Show the page');
    await waitFor(() => expect(pages.shown).toEqual([true]));
    pages.answer(tool.simulator.roomId);
    await screen.findByText('Live');
    expect(pages.shown).toEqual([true, false]);
  });

  it('names the other line instead where nobody can see the page', async () => {
    const pages = new FakePages();
    pages.hasWindows = false;
    pages.notice = 'captcha';
    await connect(pages);
    await shows(deckWords, /a person is looking\. Choose the other line\.$/);
    expect(button('Show the page')).toBeNull();
  });
});

describe('automatic line', () => {
  it('names the way in use and, on request, why the others are not used', async () => {
    const pages = new FakePages();
    pages.notice = 'captcha';
    const tool = await connect(pages, 'auto', 'direct-refused');
    await shows(deckWords, 'Show the page and solve its puzzle.');
    await click(tool, 'Room page: why?');
    await shows(dialog, /Direct\s*Refused by the platform/);
    await shows(dialog, /Room page\s*In use/);
    await shows(dialog, /Signing service\s*Skipped: there is no key for the signing service/);
  });
});

describe('automatic line that every way refuses', () => {
  it('names no way as in use, and tells what the page said', async () => {
    const pages = new FakePages();
    pages.problem = 'page.region';
    const tool = await connect(pages, 'auto', 'direct-refused');
    await shows(deckWords, /does not show this room in your region\./);
    expect(button('Direct: why?')).toBeNull();
    await click(tool, 'Automatic: why?');
    await shows(dialog, /Direct\s*Refused by the platform/);
    await shows(dialog, /Room page\s*The page does not show this room in your region/);
  });

  it.each(['direct-refused', 'look-up-blocked'])(
    'says what to install if there is no browser: %s',
    async (faults) => {
      const pages = new FakePages();
      pages.state = 'noBrowser';
      const tool = await connect(pages, 'auto', faults);
      await shows(deckWords, /Install Chromium or Chrome on the computer that runs Ringside/);
      expect(button('Direct: why?')).toBeNull();
      await click(tool, 'Automatic: why?');
      await shows(dialog, /Room page\s*Skipped: the computer that runs Ringside has no Chromium or Chrome/);
      expect(pages.opened).toBe(0);
    },
  );
});

describe('lines under Setting', () => {
  const kinds = async (tool: Tool): Promise<void> => {
    await tool.user.click(await screen.findByText('Advanced: addresses of the lines'));
    const [list] = await screen.findAllByRole('combobox', { name: 'Kind' });
    await tool.user.click(list?.closest<HTMLElement>('.p-dropdown') ?? document.body);
  };
  const pageOption = () => screen.findByRole('option', { name: 'Room page', hidden: true });

  it('say what to install if there is no browser', async () => {
    const pages = new FakePages();
    pages.state = 'noBrowser';
    const tool = await openTool({ pages, kind: 'auto', at: 'tool/setting' });
    await kinds(tool);
    const help = /it reads the room’s page.* To use the room page, install Chromium or Chrome/;
    await shows(wholePage, help);
    expect((await pageOption()).getAttribute('data-p-disabled')).toBe('true');
  });

  it('offer the room page with a browser', async () => {
    const tool = await openTool({ pages: new FakePages(), at: 'tool/setting' });
    await kinds(tool);
    await tool.user.click(await pageOption());
    await shows(wholePage, 'Ringside opens the platform’s page of the room in a hidden browser');
  });

  it('sign out of the platform where a person can sign in', async () => {
    const pages = new FakePages();
    const tool = await openTool({ pages, at: 'tool/setting' });
    await click(tool, 'Sign out of the platform');
    await shows(wholePage, 'Signed out of the platform');
    expect(pages.signOuts).toBe(1);
  });

  it('offer no sign-out where nobody can sign in', async () => {
    const pages = new FakePages();
    pages.hasWindows = false;
    await openTool({ pages, at: 'tool/setting' });
    await screen.findByText('Advanced: addresses of the lines');
    expect(button('Sign out of the platform')).toBeNull();
  });
});

describe('wait for the live', () => {
  /** What the browser answers to a request for notifications, and what it shows. */
  function notifications(permission: 'granted' | 'denied'): string[] {
    const shown: string[] = [];
    class FakeNotification {
      static permission = permission;
      static requestPermission = async () => permission;
      constructor(title: string) {
        shown.push(title);
      }
    }
    vi.stubGlobal('Notification', FakeNotification);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    return shown;
  }

  it('ends with one click', async () => {
    const tool = await connect(new FakePages(), 'page', 'not-live');
    await click(tool, 'Wait for it');
    await shows(deckWords, 'Waiting for the live. Ringside connects by itself');
    await shows(wholePage, /Looking again in \d+ s\./);
    await click(tool, 'Stop waiting');
    await shows(deckWords, 'Enter the username of a live room');
  });

  it('notifies the host by the system when the room goes live, if the host wants that', async () => {
    const shown = notifications('granted');
    // The platform answers the fourth look-up with a live.
    const tool = await openTool({ simulator: { faults: 'not-live=3' } });
    await typeRoom(tool);
    await click(tool, 'Wait for it');
    await click(tool, 'Notify me', wholePage, 'switch');
    await click(tool, 'Stop waiting');
    await typeRoom(tool);
    await click(tool, 'Wait for it');
    await shows(wholePage, `@${HOST} is live. Ringside is connected.`);
    expect(shown).toEqual([`@${HOST} is live. Ringside is connected.`]);
  });

  it('plays rising tones when the room goes live, if the host wants that', async () => {
    const tones: number[] = [];
    class Node {
      connect = (to: unknown) => to;
    }
    class Oscillator extends Node {
      onended = null;
      readonly #frequency: number;
      constructor(_audio: unknown, { frequency }: OscillatorOptions) {
        super();
        this.#frequency = frequency ?? 0;
      }
      start = () => tones.push(this.#frequency);
      stop = () => {};
    }
    vi.stubGlobal('AudioContext', class {});
    vi.stubGlobal('OscillatorNode', Oscillator);
    vi.stubGlobal('GainNode', Node);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    // The platform answers the fourth look-up with a live.
    const tool = await openTool({ simulator: { faults: 'not-live=3' } });
    await typeRoom(tool);
    await click(tool, 'Wait for it');
    await click(tool, 'Play a sound', wholePage, 'switch');
    expect(tones).toEqual([660, 880]);
    tones.length = 0;
    await click(tool, 'Stop waiting');
    await typeRoom(tool);
    await click(tool, 'Wait for it');
    await shows(wholePage, `@${HOST} is live. Ringside is connected.`);
    expect(tones).toEqual([660, 880]);
  });

  it('tells a host who has blocked notifications, and keeps the switch off', async () => {
    notifications('denied');
    const tool = await connect(new FakePages(), 'page', 'not-live');
    await click(tool, 'Wait for it');
    await click(tool, 'Notify me', wholePage, 'switch');
    await shows(wholePage, 'Notifications are blocked here.');
    expect(within(document.body).getByRole('switch', { name: 'Notify me' })).toHaveProperty('checked', false);
  });
});
