import { describe, expect, it } from 'vitest';
import { ViewerFeed } from '#renderer/features/show/viewers/viewerFeed.ts';
import type { StoredInput } from '#shared/contract/backstage.ts';
import type { GiftInput } from '#shared/contract/input.ts';
import { EngineWorld, gift, showWith } from '#tests/unit/renderer/engineWorld.ts';
import { HandTimers } from '#tests/unit/renderer/handTimers.ts';

function from(id: string, number: number): GiftInput {
  return gift(number, { user: { id, name: id, username: id } });
}

/** A counting show in which each viewer has given one more Rose than the previous viewer. */
function showOf(...viewers: string[]): StoredInput[] {
  return showWith(
    viewers.flatMap((id, index) =>
      Array.from({ length: index + 1 }, (_, piece) => from(id, index * 100 + piece)),
    ),
  );
}

/** More viewers than one slice of work handles. */
const crowd = showWith(Array.from({ length: 5_000 }, (_, index) => from(`crowd${index}`, index)));

class ListWorld {
  readonly timers = new HandTimers();
  readonly show: EngineWorld;
  readonly feed: ViewerFeed;
  notified = 0;
  /** How far the clock advances each time that it is read (ms). */
  clockStep = 0;
  #offset = 0;

  constructor(inputs: StoredInput[]) {
    this.show = new EngineWorld(inputs);
    this.feed = new ViewerFeed({
      engine: this.show.engine,
      sort: 'votes',
      compareNames: (a, b) => (a < b ? -1 : 1),
      now: () => {
        this.#offset += this.clockStep;
        return this.timers.now() + this.#offset;
      },
      // A timer of 0 ms takes at least 1 ms, so that other events can happen before it.
      after: (ms, task) => this.timers.after(Math.max(1, ms), task),
    });
    this.feed.subscribe(() => {
      this.notified += 1;
    });
  }

  static async of(inputs: StoredInput[]): Promise<ListWorld> {
    const world = new ListWorld(inputs);
    await world.show.open();
    world.paint();
    world.feed.start();
    world.timers.pass(1);
    return world;
  }

  get names(): string[] {
    const ordered = this.feed.ordered();
    return [...(ordered?.order ?? [])].map((index) => ordered?.viewers[index]?.id ?? '');
  }

  /** Runs frames until everything that has arrived is on screen. */
  paint(): void {
    while (this.show.frame() > 0);
  }

  async openAnother(showId: string, inputs: StoredInput[]): Promise<void> {
    this.show.showId = showId;
    this.show.inputs = inputs;
    this.show.link.push({ push: 'show', showId });
    await this.show.settle();
  }
}

describe('viewer feed', () => {
  it('sorts at once when it starts, and then at most twice a second', async () => {
    const all = showOf('aki', 'ben', 'chie');
    const world = await ListWorld.of(all.slice(0, 4));
    expect(world.names).toEqual(['aki']);
    world.show.push(all.slice(4, 6));
    world.paint();
    world.show.push(all.slice(6));
    world.paint();
    world.timers.pass(499);
    expect(world.names).toEqual(['aki']);
    world.timers.pass(1);
    expect(world.names).toEqual(['chie', 'ben', 'aki']);
    expect(world.notified).toBe(2);
  });

  it('sorts at once when another show opens', async () => {
    const world = await ListWorld.of(showOf('aki', 'ben'));
    await world.openAnother('s2', showOf('dai', 'emi', 'fumi'));
    world.paint();
    expect(world.names).toEqual(['fumi', 'emi', 'dai']);
    world.timers.pass(60_000);
    expect(world.notified).toBe(2);
  });

  it('does not wait for an update that was scheduled for the previous show', async () => {
    const all = showOf('aki', 'ben');
    const world = await ListWorld.of(all.slice(0, 4));
    world.show.push(all.slice(4));
    world.paint();
    await world.openAnother('s2', showOf('dai'));
    world.paint();
    expect(world.names).toEqual(['dai']);
    world.timers.pass(60_000);
    expect(world.names).toEqual(['dai']);
    expect(world.notified).toBe(2);
  });

  it('cancels the sorting of a show that is no longer open', async () => {
    const world = new ListWorld(crowd);
    world.clockStep = 10;
    await world.show.open();
    world.paint();
    world.feed.start();
    world.timers.pass(1);
    expect(world.notified).toBe(0);
    world.clockStep = 0;
    await world.openAnother('s2', showOf('dai', 'emi'));
    world.paint();
    expect(world.names).toEqual(['emi', 'dai']);
    world.timers.pass(60_000);
    expect(world.names).toEqual(['emi', 'dai']);
    expect(world.notified).toBe(1);
  });

  it('stops notifying after it was stopped', async () => {
    const all = showOf('aki', 'ben');
    const world = new ListWorld(all.slice(0, 4));
    await world.show.open();
    const stop = world.feed.start();
    world.timers.pass(1);
    world.show.push(all.slice(4));
    world.paint();
    stop();
    world.timers.pass(60_000);
    await world.openAnother('s2', showOf('dai'));
    world.paint();
    expect(world.notified).toBe(1);
  });
});
