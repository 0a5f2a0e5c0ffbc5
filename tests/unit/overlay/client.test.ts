import { describe, expect, it } from 'vitest';
import type { ToOverlay } from '#shared/contract/overlay/message.ts';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { battleState, widgetOptions } from '#tests/support/overlayShows.ts';
import { openClient } from '../../../overlay/client/client.ts';
import type { WireEvents } from '../../../overlay/client/wire.ts';

const options = widgetOptions('totalVotes');
const state = battleState({ names: ['Mika', 'Rei'] });

/** A page's client with a hub, a clock and a network that the test moves by hand. */
function start() {
  let now = 0;
  let timer: { at: number; run: () => void } | null = null;
  const wires: { events: WireEvents; sent: string[]; closed: boolean }[] = [];
  const told: string[] = [];
  let latest: Partial<OverlayState> = {};
  const client = openClient(
    'token',
    (events) => {
      const wire = { events, sent: [] as string[], closed: false };
      wires.push(wire);
      return {
        send: (text) => wire.sent.push(text),
        close: () => {
          wire.closed = true;
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
      chance: () => 1,
    },
    {
      snapshot: (_, all, seq) => {
        latest = all;
        told.push(`snapshot ${seq}`);
      },
      changed: (all, sections) => {
        latest = all;
        told.push(`changed ${[...sections]}`);
      },
      options: () => told.push('options'),
      moments: () => told.push('moments'),
      refused: (reason) => told.push(`refused ${reason}`),
      heard: (is) => told.push(is ? 'heard' : 'lost'),
    },
  );
  const last = () => {
    const wire = wires.at(-1);
    if (wire === undefined) throw new Error('nothing was connected');
    return wire;
  };
  return {
    client,
    told,
    wires,
    latest: () => latest,
    sent: () => last().sent.map((text) => JSON.parse(text).type),
    open: () => last().events.opened(),
    end: () => last().events.closed(),
    hear: (message: ToOverlay | string) =>
      last().events.received(typeof message === 'string' ? message : JSON.stringify(message)),
    /** Lets the time pass that the client waits for; answers how long that was. */
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

describe('a page of a hub', () => {
  it('says who it is, shows the snapshot, and follows the changes that build on it', () => {
    const page = start();
    page.open();
    page.hear(snapshot(4));
    page.hear(change(4, 120));
    expect(page.sent()).toEqual(['open']);
    expect(page.told).toEqual(['heard', 'snapshot 4', 'changed totals']);
    expect(page.latest().totals?.show.votesTenths).toBe(120);
    expect(page.latest().totals?.round).toEqual(state.totals.round);
  });

  it('asks for everything again on a gap, once, and shows nothing built on it until that is there', () => {
    const page = start();
    page.open();
    page.hear(snapshot(4));
    page.hear(change(5, 120));
    page.hear(change(6, 130));
    expect(page.sent()).toEqual(['open', 'resync']);
    expect(page.told).toEqual(['heard', 'snapshot 4']);
    page.hear(snapshot(7));
    page.hear(change(7, 140));
    expect(page.latest().totals?.show.votesTenths).toBe(140);
  });

  it('asks for everything again when a change cannot be read, and leaves a hub that goes on so', () => {
    const page = start();
    page.open();
    page.hear(snapshot(1));
    page.hear({ ...change(1, 1), change: { totals: { show: 'many' } } } as ToOverlay);
    expect(page.sent()).toEqual(['open', 'resync']);
    page.hear('{"type":');
    expect(page.told.at(-1)).toBe('lost');
    expect(page.wires[0]?.closed).toBe(true);
  });

  it('leaves out what a newer hub has and this page does not know', () => {
    const page = start();
    page.open();
    page.hear(snapshot(1));
    page.hear({ type: 'change', from: 1, revision: 2, now: 0, change: { weather: { it: { wind: 3 } } } });
    expect(page.told.at(-1)).toBe('changed ');
    expect(page.sent()).toEqual(['open']);
  });

  it('never gives up: it waits twice as long each time, up to 15 seconds', () => {
    const page = start();
    const waits = Array.from({ length: 8 }, () => {
      page.end();
      return page.wait();
    });
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
    page.open();
    page.hear(snapshot(1));
    page.end();
    expect(page.wait()).toBe(500);
  });

  it('connects at once when the network is back', () => {
    const page = start();
    for (let times = 0; times < 6; times += 1) {
      page.end();
      page.wait();
    }
    page.end();
    const before = page.wires.length;
    page.client.retryNow();
    expect(page.wires).toHaveLength(before + 1);
  });

  it('leaves a line that is dead though the system calls it open', () => {
    const page = start();
    page.open();
    page.hear(snapshot(1));
    expect(page.wait()).toBe(20_000);
    expect(page.sent()).toEqual(['open', 'ping']);
    page.hear({ type: 'pong', now: 0 });
    page.wait();
    expect(page.wait()).toBe(15_000);
    expect(page.told.at(-1)).toBe('lost');
    expect(page.wires[0]?.closed).toBe(true);
  });

  it('does not wait for ever for a snapshot that a pong hides', () => {
    const page = start();
    page.open();
    page.hear(snapshot(1));
    page.wait();
    page.hear(change(9, 1));
    page.hear({ type: 'pong', now: 0 });
    expect(page.wait()).toBe(15_000);
    expect(page.told.at(-1)).toBe('lost');
  });

  it('says that its link is not in use, and looks again every minute or two, for a link can be brought back', () => {
    const page = start();
    page.open();
    page.hear({ type: 'refused', reason: 'token' });
    expect(page.told).toEqual(['refused token']);
    expect(page.wires[0]?.closed).toBe(true);
    expect(page.wait()).toBe(120_000);
    page.open();
    page.hear(snapshot(3));
    expect(page.told.at(-1)).toBe('snapshot 3');
  });

  it('reads time by the clock of the hub', () => {
    const page = start();
    page.open();
    page.pass(40);
    page.hear(snapshot(1, 1_000_000));
    page.pass(500);
    expect(page.client.now()).toBe(1_000_500);
  });

  it('does nothing more once it is closed', () => {
    const page = start();
    page.open();
    page.hear(snapshot(1));
    page.client.close();
    expect(page.wait()).toBeNull();
    expect(page.wires[0]?.closed).toBe(true);
  });
});
