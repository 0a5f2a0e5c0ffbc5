import { describe, expect, it } from 'vitest';
import { Audience } from '#backstage/overlay/audience.ts';
import { OverlayGate } from '#backstage/overlay/gate.ts';
import type {
  OverlayEndpoint,
  OverlaySocket,
  OverlaySubscription,
} from '#backstage/overlay/overlayEndpoint.ts';
import type { OverlayLink } from '#shared/contract/calls/overlay.ts';
import { OVERLAY_PROTOCOL, type ToOverlay, toOverlaySchema } from '#shared/contract/overlay/message.ts';
import { type WidgetKind, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import { CAT_PAWS, Show } from '#tests/support/show.ts';
import { textOfFrame } from '#tests/support/textFrame.ts';
import { ManualClock } from '../backstage/manualClock.ts';
import { Watched } from './watched.ts';

class FakeSocket implements OverlaySocket {
  backlog = 0;
  readonly raw: (string | Buffer)[] = [];
  ended: 'closed' | 'dropped' | null = null;

  send(text: string): void {
    this.raw.push(text);
  }
  sendFrame(frame: Buffer): void {
    this.raw.push(frame);
  }
  close(): void {
    this.ended ??= 'closed';
  }
  drop(): void {
    this.ended ??= 'dropped';
  }
  get messages(): ToOverlay[] {
    return this.raw.map((message) =>
      toOverlaySchema.parse(JSON.parse(typeof message === 'string' ? message : textOfFrame(message))),
    );
  }
  get types(): string[] {
    return this.messages.map(({ type }) => type);
  }
}

function linkOf(kind: WidgetKind): OverlayLink {
  const options = widgetOptionsSchema.parse({ kind });
  return {
    version: 1,
    id: kind,
    name: kind,
    token: kind.padEnd(43, 'x'),
    options,
    createdAt: 0,
    changedAt: 0,
  };
}

/** A running show with its audience. */
function setUp() {
  const clock = new ManualClock();
  const show = Show.started();
  const watched = new Watched(undefined, show.inputs);
  let onDisk = true;
  const audience = new Audience(clock, () => ({
    view: watched.view,
    seq: () => (onDisk ? watched.state.seq : null),
  }));
  const give = () => {
    const before = show.inputs.length;
    show.gift('aoi', { giftId: CAT_PAWS, giftName: 'Cat Paws', diamonds: 5 });
    watched.take(show.inputs.slice(before));
    audience.soon();
  };
  const join = (kind: WidgetKind) => {
    const socket = new FakeSocket();
    const peer = audience.join(linkOf(kind), socket);
    return { socket, peer };
  };
  return { clock, audience, give, join, disk: (takes: boolean) => (onDisk = takes) };
}

describe('audience: changes', () => {
  it('sends the first change at once', () => {
    const { clock, give, join } = setUp();
    const { socket } = join('totalVotes');
    clock.advance(100);
    expect(socket.types).toEqual(['snapshot']);
    give();
    clock.advance(1);
    expect(socket.types).toEqual(['snapshot', 'change']);
  });

  it.each([
    { pages: 8, from: 50, most: 60 },
    { pages: 9, from: 25, most: 30 },
  ])('sends $pages pages at most $most changes a second', ({ pages, from, most }) => {
    const { clock, give, join } = setUp();
    const [first] = Array.from({ length: pages }, () => join('totalVotes'));
    clock.advance(100);
    const before = first?.socket.raw.length ?? 0;
    for (let ms = 0; ms < 1000; ms += 1) {
      give();
      clock.advance(1);
    }
    const sent = (first?.socket.raw.length ?? 0) - before;
    expect(sent).toBeGreaterThan(from);
    expect(sent).toBeLessThanOrEqual(most);
  });

  it('encodes a change once for all overlays with the same sections', () => {
    const { clock, give, join } = setUp();
    const [one, other, third] = [join('pkBar'), join('effects'), join('pkBar')];
    const ranking = join('totalVotes');
    clock.advance(100);
    give();
    clock.advance(100);
    expect(one.socket.raw.at(-1)).toBe(third.socket.raw.at(-1));
    expect(one.socket.raw.at(-1)).toBe(other.socket.raw.at(-1));
    expect(one.socket.raw.at(-1)).not.toBe(ranking.socket.raw.at(-1));
  });

  it('numbers changes without a gap', () => {
    const { clock, give, join } = setUp();
    const { socket } = join('totalVotes');
    clock.advance(100);
    for (let number = 0; number < 5; number += 1) {
      give();
      clock.advance(100);
    }
    const [first, ...changes] = socket.messages;
    let revision = first?.type === 'snapshot' ? first.revision : -1;
    for (const message of changes) {
      if (message.type !== 'change') throw new Error(message.type);
      expect(message.from).toBe(revision);
      revision = message.revision;
    }
    expect(changes).toHaveLength(5);
  });

  it('sends a change only after it is committed', () => {
    const { clock, give, join, disk } = setUp();
    const { socket } = join('totalVotes');
    clock.advance(100);
    disk(false);
    give();
    clock.advance(1000);
    expect(socket.types).toEqual(['snapshot']);
    disk(true);
    give();
    clock.advance(100);
    expect(socket.types).toEqual(['snapshot', 'change']);
  });

  it('computes nothing without overlays', () => {
    const { clock, audience, give, join } = setUp();
    const { peer } = join('totalVotes');
    clock.advance(100);
    audience.leave(peer);
    give();
    expect(clock.waiting).toBe(0);
  });
});

describe('audience: a slow page', () => {
  it('is skipped, receives a snapshot when it has caught up, and is disconnected if it does not', () => {
    const { clock, give, join } = setUp();
    const slow = join('totalVotes');
    const quick = join('totalVotes');
    clock.advance(100);
    slow.socket.backlog = 1_000_000;
    for (let number = 0; number < 3; number += 1) {
      give();
      clock.advance(100);
    }
    expect(slow.socket.types).toEqual(['snapshot']);
    expect(quick.socket.types).toEqual(['snapshot', 'change', 'change', 'change']);
    slow.socket.backlog = 0;
    // The backlog is also checked while no gift arrives.
    clock.advance(500);
    expect(slow.socket.types).toEqual(['snapshot', 'snapshot']);
    give();
    slow.socket.backlog = 1_000_000;
    clock.advance(31_000);
    expect(slow.socket.ended).toBe('dropped');
    expect(quick.socket.ended).toBeNull();
  });
});

describe('overlay gate', () => {
  const open = JSON.stringify({ type: 'open', protocol: OVERLAY_PROTOCOL, token: 'x'.repeat(43) });
  const seat: OverlaySubscription = { resync: () => {}, leave: () => {} };
  const endpoint: OverlayEndpoint = {
    knows: () => true,
    subscribe: () => seat,
    picture: () => null,
    serveAt: () => {},
    onLinks: () => () => {},
  };

  it('answers pages above its limit with busy', async () => {
    const gate = new OverlayGate({ find: () => ({ endpoint }), now: () => 0, limits: { inAll: 1 } });
    const [first, second, third] = [new FakeSocket(), new FakeSocket(), new FakeSocket()];
    const admitted = gate.admit(first);
    admitted.receive(open);
    await expect.poll(() => gate.connected).toBe(1);
    const turnedAway = gate.admit(second);
    turnedAway.receive(open);
    await expect.poll(() => second.ended).toBe('closed');
    expect(second.messages).toEqual([{ type: 'refused', reason: 'busy' }]);
    turnedAway.left();
    admitted.left();
    admitted.left();
    expect(gate.connected).toBe(0);
    const again = gate.admit(third);
    again.receive(open);
    await expect.poll(() => gate.connected).toBe(1);
    expect(third.ended).toBeNull();
    again.left();
  });

  it('does not count connections without a token as pages, and drops the oldest above the limit', async () => {
    const gate = new OverlayGate({
      find: () => ({ endpoint }),
      now: () => 0,
      limits: { inAll: 1 },
      mostStrangers: 3,
    });
    const silent = Array.from({ length: 5 }, () => new FakeSocket());
    const strangers = silent.map((socket) => gate.admit(socket));
    expect(silent.map(({ ended }) => ended)).toEqual(['dropped', 'dropped', null, null, null]);
    const page = new FakeSocket();
    const admitted = gate.admit(page);
    admitted.receive(open);
    await expect.poll(() => gate.connected).toBe(1);
    for (const socket of silent) strangers.push(gate.admit(socket));
    expect(page.ended).toBeNull();
    for (const each of [...strangers, admitted]) each.left();
    expect(gate.connected).toBe(0);
  });

  it('does not answer pings of a page that does not read', async () => {
    const gate = new OverlayGate({ find: () => ({ endpoint }), now: () => 0 });
    const page = new FakeSocket();
    const admitted = gate.admit(page);
    admitted.receive(open);
    await expect.poll(() => gate.connected).toBe(1);
    admitted.receive(JSON.stringify({ type: 'ping' }));
    page.backlog = 1_000_000;
    admitted.receive(JSON.stringify({ type: 'ping' }));
    expect(page.messages).toEqual([{ type: 'pong', now: 0 }]);
    admitted.left();
  });

  it('answers busy, not refused, while a backstage cannot be opened', async () => {
    const gate = new OverlayGate({ find: () => Promise.reject(new Error('full')), now: () => 0 });
    const socket = new FakeSocket();
    const admitted = gate.admit(socket);
    admitted.receive(JSON.stringify({ type: 'open', protocol: OVERLAY_PROTOCOL, token: 'x'.repeat(43) }));
    await expect.poll(() => socket.messages).toEqual([{ type: 'refused', reason: 'busy' }]);
    admitted.left();
  });
});
