import { describe, expect, it } from 'vitest';
import type { ToOverlay } from '#shared/contract/overlay/message.ts';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { battleState, widgetOptions } from '#tests/support/overlayShows.ts';
import { openClient } from '../../../overlay/client/client.ts';
import type { HubSocketEvents } from '../../../overlay/client/hubSocket.ts';

const options = widgetOptions('totalVotes');
const state = battleState({ names: ['Mika', 'Rei'] });

/** A client with a manual clock and a fake network. */
function start() {
  let now = 0;
  let timer: { at: number; run: () => void } | null = null;
  const sockets: { events: HubSocketEvents; sent: string[]; closed: boolean }[] = [];
  const events: string[] = [];
  let latest: Partial<OverlayState> = {};
  const client = openClient(
    'token',
    (events) => {
      const socket = { events, sent: [] as string[], closed: false };
      sockets.push(socket);
      return {
        send: (text) => socket.sent.push(text),
        close: () => {
          socket.closed = true;
        },
      };
    },
    {
      after: (ms, run) => {
        const mine = { at: now + ms, run };
        timer = mine;
        return () => {
          if (timer === mine) timer = null;
        };
      },
      now: () => now,
      random: () => 1,
    },
    {
      snapshot: (_, all, seq) => {
        latest = all;
        events.push(`snapshot ${seq}`);
      },
      changed: (all, sections) => {
        latest = all;
        events.push(`changed ${[...sections]}`);
      },
      options: () => events.push('options'),
      moments: () => events.push('moments'),
      refused: (reason) => events.push(`refused ${reason}`),
    },
  );
  const last = () => {
    const socket = sockets.at(-1);
    if (socket === undefined) throw new Error('nothing was connected');
    return socket;
  };
  return {
    client,
    events,
    sockets,
    latest: () => latest,
    sent: () => last().sent.map((text) => JSON.parse(text).type),
    open: () => last().events.opened(),
    end: () => last().events.closed(),
    receive: (message: ToOverlay | string) =>
      last().events.received(typeof message === 'string' ? message : JSON.stringify(message)),
    /** Advances the clock to the pending timer and runs it. Returns the waited ms. */
    wait: () => {
      if (timer === null) return null;
      const { at, run } = timer;
      const waited = at - now;
      now = at;
      timer = null;
      run();
      return waited;
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const snapshot = (revision: number, now = 0): ToOverlay => ({
  type: 'snapshot',
  options,
  revision,
  seq: revision,
  now,
  state,
});
const change = (from: number, votesTenths: number): ToOverlay => ({
  type: 'change',
  from,
  revision: from + 1,
  now: 0,
  change: { totals: { show: { votesTenths, diamonds: 0, count: 0, givers: 0 } } },
});

describe('hub client', () => {
  it('sends its token, receives the snapshot and applies changes', () => {
    const page = start();
    page.open();
    page.receive(snapshot(4));
    page.receive(change(4, 120));
    expect(page.sent()).toEqual(['open']);
    expect(page.events).toEqual(['snapshot 4', 'changed totals']);
    expect(page.latest().totals?.show.votesTenths).toBe(120);
    expect(page.latest().totals?.round).toEqual(state.totals.round);
  });

  it('requests one snapshot after a gap and ignores changes until it arrives', () => {
    const page = start();
    page.open();
    page.receive(snapshot(4));
    page.receive(change(5, 120));
    page.receive(change(6, 130));
    expect(page.sent()).toEqual(['open', 'resync']);
    expect(page.events).toEqual(['snapshot 4']);
    page.receive(snapshot(7));
    page.receive(change(7, 140));
    expect(page.latest().totals?.show.votesTenths).toBe(140);
  });

  it('requests a snapshot after an invalid change and disconnects after another invalid message', () => {
    const page = start();
    page.open();
    page.receive(snapshot(1));
    page.receive({ ...change(1, 1), change: { totals: { show: 'many' } } } as ToOverlay);
    expect(page.sent()).toEqual(['open', 'resync']);
    page.receive('{"type":');
    expect(page.sockets[0]?.closed).toBe(true);
  });

  it('ignores unknown sections of a newer hub', () => {
    const page = start();
    page.open();
    page.receive(snapshot(1));
    page.receive({ type: 'change', from: 1, revision: 2, now: 0, change: { weather: { it: { wind: 3 } } } });
    expect(page.events.at(-1)).toBe('changed ');
    expect(page.sent()).toEqual(['open']);
  });

  it('reconnects with an exponential back-off up to 15 seconds', () => {
    const page = start();
    const waits = Array.from({ length: 8 }, () => {
      page.end();
      return page.wait();
    });
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
    page.open();
    page.receive(snapshot(1));
    page.end();
    expect(page.wait()).toBe(500);
  });

  it('reconnects at once when the network is back', () => {
    const page = start();
    for (let times = 0; times < 6; times += 1) {
      page.end();
      page.wait();
    }
    page.end();
    const before = page.sockets.length;
    page.client.retryNow();
    expect(page.sockets).toHaveLength(before + 1);
  });

  it('disconnects if a ping is not answered', () => {
    const page = start();
    page.open();
    page.receive(snapshot(1));
    expect(page.wait()).toBe(20_000);
    expect(page.sent()).toEqual(['open', 'ping']);
    page.receive({ type: 'pong', now: 0 });
    page.wait();
    expect(page.wait()).toBe(15_000);
    expect(page.sockets[0]?.closed).toBe(true);
  });

  it('keeps the timeout of a requested snapshot despite a pong', () => {
    const page = start();
    page.open();
    page.receive(snapshot(1));
    page.wait();
    page.receive(change(9, 1));
    page.receive({ type: 'pong', now: 0 });
    expect(page.wait()).toBe(15_000);
    expect(page.sockets[0]?.closed).toBe(true);
  });

  it('reports a refused token and retries after one to two minutes', () => {
    const page = start();
    page.open();
    page.receive({ type: 'refused', reason: 'token' });
    expect(page.events).toEqual(['refused token']);
    expect(page.sockets[0]?.closed).toBe(true);
    expect(page.wait()).toBe(120_000);
    page.open();
    page.receive(snapshot(3));
    expect(page.events.at(-1)).toBe('snapshot 3');
  });

  it("returns the hub's time", () => {
    const page = start();
    page.open();
    page.pass(40);
    page.receive(snapshot(1, 1_000_000));
    page.pass(500);
    expect(page.client.now()).toBe(1_000_500);
  });

  it('does nothing after close', () => {
    const page = start();
    page.open();
    page.receive(snapshot(1));
    page.client.close();
    expect(page.wait()).toBeNull();
    expect(page.sockets[0]?.closed).toBe(true);
  });
});
