import { describe, expect, it } from 'vitest';
import { ViewerFeed } from '#renderer/features/show/viewers/viewerFeed.ts';
import type { StoredInput } from '#shared/contract/backstage.ts';
import type { GiftInput } from '#shared/contract/input.ts';
import { EngineWorld, gift, showWith } from '#tests/unit/renderer/engineWorld.ts';
import { HandTimers } from '#tests/unit/renderer/handTimers.ts';

function from(id: string, number: number): GiftInput {
  return gift(number, { user: { id, name: id, username: id } });
}

/** A counting show in which each viewer has given one more Rose than the one before. */
function showOf(...viewers: string[]): StoredInput[] {
  return showWith(
    viewers.flatMap((id, index) =>
      Array.from({ length: index + 1 }, (_, piece) => from(id, index * 100 + piece)),
    ),
  );
}

/** More viewers than one slice of work looks at. */
const crowd = showWith(Array.from({ length: 5_000 }, (_, index) => from(`crowd${index}`, index)));

class ListWorld {
  readonly timers = new HandTimers();
  readonly show: EngineWorld;
  readonly feed: ViewerFeed;
  told = 0;
  /** How much later it is each time that the clock is read, in ms. */
  hurry = 0;
  #late = 0;

  constructor(inputs: StoredInput[]) {
    this.show = new EngineWorld(inputs);
    this.feed = new ViewerFeed({
      engine: this.show.engine,
      sort: 'votes',
      compareNames: (a, b) => (a < b ? -1 : 1),
      now: () => {
        this.#late += this.hurry;
        return this.timers.now() + this.#late;
      },
      // Even the shortest rest takes a moment, in which things may happen.
      after: (ms, task) => this.timers.after(Math.max(1, ms), task),
    });
    this.feed.subscribe(() => {
      this.told += 1;
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

  /** What came is on screen: in a busy room that is only with every other frame. */
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

describe('the User List', () => {
  it('has its order with the first look, and moves at most twice a second after that', async () => {
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
    expect(world.told).toBe(2);
  });

  it('shows who is in another show with the frame that shows it, however lately it moved', async () => {
    const world = await ListWorld.of(showOf('aki', 'ben'));
    await world.openAnother('s2', showOf('dai', 'emi', 'fumi'));
    world.paint();
    expect(world.names).toEqual(['fumi', 'emi', 'dai']);
    world.timers.pass(60_000);
    expect(world.told).toBe(2);
  });

  it('does not wait for the turn of a change from before the jump', async () => {
    const all = showOf('aki', 'ben');
    const world = await ListWorld.of(all.slice(0, 4));
    world.show.push(all.slice(4));
    world.paint();
    await world.openAnother('s2', showOf('dai'));
    world.paint();
    expect(world.names).toEqual(['dai']);
    world.timers.pass(60_000);
    expect(world.names).toEqual(['dai']);
    expect(world.told).toBe(2);
  });

  it('gives up an order of a show that is no longer open', async () => {
    const world = new ListWorld(crowd);
    world.hurry = 10;
    await world.show.open();
    world.paint();
    world.feed.start();
    world.timers.pass(1);
    expect(world.told).toBe(0);
    world.hurry = 0;
    await world.openAnother('s2', showOf('dai', 'emi'));
    world.paint();
    expect(world.names).toEqual(['emi', 'dai']);
    world.timers.pass(60_000);
    expect(world.names).toEqual(['emi', 'dai']);
    expect(world.told).toBe(1);
  });

  it('says nothing more when it is no longer looked at', async () => {
    const all = showOf('aki', 'ben');
    const world = new ListWorld(all.slice(0, 4));
    await world.show.open();
    const leave = world.feed.start();
    world.timers.pass(1);
    world.show.push(all.slice(4));
    world.paint();
    leave();
    world.timers.pass(60_000);
    await world.openAnother('s2', showOf('dai'));
    world.paint();
    expect(world.told).toBe(1);
  });
});
