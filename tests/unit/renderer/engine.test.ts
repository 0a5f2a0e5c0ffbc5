import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowEvent } from '#renderer/data/show/rowRing.ts';
import { totals } from '#shared/game/selectors.ts';
import { serialise } from '#shared/game/serialise.ts';
import { EngineWorld, foldAll, showInputs } from './engineWorld.ts';

const idsOf = (events: RowEvent[]) => events.map((event) => event.seq);

describe('show engine', () => {
  it('has the state of the backstage after a snapshot and the inputs after it', async () => {
    const inputs = showInputs(40);
    const world = new EngineWorld(inputs.slice(0, 30));
    world.snapshotAt = 20;
    await world.open();
    world.push(inputs.slice(30));
    expect(serialise(world.engine.state)).toEqual(serialise(foldAll(inputs)));
    expect(world.engine.phase).toBe('following');
  });

  it('has the same state after repeated, late and lost pushes', async () => {
    const inputs = showInputs(60);
    const batch = fc.record({
      from: fc.integer({ min: 0, max: 62 }),
      length: fc.integer({ min: 1, max: 12 }),
      arrives: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { maxLength: 30 }), async (batches) => {
        const world = new EngineWorld(inputs.slice(0, 5));
        await world.open();
        let told = 5;
        for (const { from, length, arrives } of batches) {
          const start = Math.min(from, told);
          const part = inputs.slice(start, start + length);
          told = Math.max(told, start + part.length);
          world.inputs = inputs.slice(0, told);
          if (arrives && part.length > 0) world.push(part);
          await world.settle();
        }
        world.inputs = inputs;
        world.push(inputs.slice(-1));
        await world.settle();
        expect(serialise(world.engine.state)).toEqual(serialise(foldAll(inputs)));
      }),
    );
  });

  it('requests missing inputs after a gap in the numbers, and never folds across the gap', async () => {
    const inputs = showInputs(20);
    const world = new EngineWorld(inputs.slice(0, 10));
    await world.open();
    world.inputs = inputs.slice(0, 15);
    world.push(inputs.slice(12, 15));
    expect(world.engine.state.seq).toBe(10);
    await world.settle();
    expect(world.asked.at(-1)).toEqual({ showId: 's1', from: 10 });
    expect(serialise(world.engine.state)).toEqual(serialise(foldAll(inputs.slice(0, 15))));
  });

  it('loses no push during its subscription', async () => {
    const inputs = showInputs(20);
    const world = new EngineWorld(inputs.slice(0, 8));
    world.link.setState({ phase: 'open' });
    world.push(inputs.slice(8, 12));
    await world.settle();
    expect(world.engine.state.seq).toBe(12);
  });

  it('keeps its state while the link is lost, and continues from there', async () => {
    const inputs = showInputs(20);
    const world = new EngineWorld(inputs.slice(0, 10));
    await world.open();
    world.link.setState({ phase: 'lost', retryAt: 0, attempt: 1 });
    expect(world.engine.phase).toBe('waiting');
    expect(world.engine.state.seq).toBe(10);
    world.inputs = inputs;
    await world.open();
    expect(world.asked.at(-1)).toEqual({ showId: 's1', from: 10 });
    expect(world.engine.state.seq).toBe(inputs.length);
  });

  it('changes to another show, and to none', async () => {
    const world = new EngineWorld(showInputs(10));
    await world.open();
    world.showId = 's2';
    world.inputs = showInputs(2);
    world.link.push({ push: 'show', showId: 's2' });
    await world.settle();
    expect(world.engine.showId).toBe('s2');
    expect(serialise(world.engine.state)).toEqual(serialise(foldAll(showInputs(2))));
    world.push(showInputs(10).slice(5), 's1');
    expect(world.engine.state.seq).toBe(5);
    world.showId = null;
    world.link.push({ push: 'show', showId: null });
    await world.settle();
    expect(world.engine.phase).toBe('none');
    expect(world.engine.state.seq).toBe(0);
  });

  it('shows nothing of the former show from the moment that another one begins', async () => {
    const world = new EngineWorld(showInputs(3));
    await world.open();
    expect(totals(world.engine.state).counted.count).toBe(3);
    world.showId = 's2';
    world.inputs = [];
    world.link.push({ push: 'show', showId: 's2' });
    world.frame();
    expect(world.engine.phase).toBe('joining');
    expect(totals(world.engine.state).counted.count).toBe(0);
    expect(world.engine.state.room).toBeNull();
  });

  it('retries a refused subscription, and reports the problem meanwhile', async () => {
    const world = new EngineWorld(showInputs(4));
    const answer = world.link.answers['show.subscribe'];
    world.link.answers['show.subscribe'] = () => Promise.reject(new Error('not now'));
    await world.open();
    expect(world.engine.phase).toBe('joining');
    expect(world.engine.failing).toBe(true);
    if (answer !== undefined) world.link.answers['show.subscribe'] = answer;
    await world.later();
    expect(world.engine.phase).toBe('following');
    expect(world.engine.failing).toBe(false);
  });
});

describe('notifications of the show engine', () => {
  it('are sent once per frame for any number of batches', async () => {
    const inputs = showInputs(40);
    const world = new EngineWorld(inputs.slice(0, 10));
    await world.open();
    world.frame();
    let told = 0;
    world.engine.subscribe(() => {
      told += 1;
    });
    const before = world.engine.revision;
    for (let i = 10; i < 15; i += 1) world.push(inputs.slice(i, i + 1));
    expect(told).toBe(0);
    expect(world.frame()).toBe(1);
    expect(told).toBe(1);
    expect(world.engine.revision).toBe(before + 1);
    expect(world.frame()).toBe(0);
  });

  it('are sent with every second frame in a very busy room', async () => {
    const inputs = showInputs(120);
    const world = new EngineWorld(inputs.slice(0, 3));
    await world.open();
    world.frame();
    const revisions: number[] = [];
    for (let frame = 0; frame < 6; frame += 1) {
      world.push(inputs.slice(3 + frame * 16, 19 + frame * 16));
      world.frame();
      revisions.push(world.engine.revision);
    }
    const first = revisions[0] ?? 0;
    expect(revisions).toEqual([first, first + 1, first + 1, first + 2, first + 2, first + 3]);
  });

  it('are sent with every frame at 200 gifts a second, also after a slow frame', async () => {
    const inputs = showInputs(40);
    const world = new EngineWorld(inputs.slice(0, 3));
    await world.open();
    world.frame();
    for (const [from, until, frames] of [
      [3, 6, 1],
      [6, 9, 1],
      [9, 19, 4],
    ] as const) {
      const before = world.engine.revision;
      for (let frame = 1; frame < frames; frame += 1) world.frame();
      world.push(inputs.slice(from, until));
      world.frame();
      expect(world.engine.revision).toBe(before + 1);
    }
  });

  it('contain every change of the ledger once, in order', async () => {
    const inputs = showInputs(30);
    const world = new EngineWorld(inputs.slice(0, 3));
    await world.open();
    const events: RowEvent[] = [];
    world.engine.onRows((fresh) => events.push(...fresh));
    for (let i = 3; i < inputs.length; i += 4) {
      world.push(inputs.slice(i, i + 4));
      world.frame();
    }
    expect(idsOf(events)).toEqual(inputs.slice(3).map(({ seq }) => seq));
  });

  it('can be read again for the newest changes, with null for those no longer stored', async () => {
    const inputs = showInputs(20);
    const world = new EngineWorld(inputs.slice(0, 10));
    world.snapshotAt = 10;
    await world.open();
    world.push(inputs.slice(10));
    world.frame();
    expect(idsOf(world.engine.recentSince(15) ?? [])).toEqual(inputs.slice(15).map(({ seq }) => seq));
    expect(world.engine.recentSince(9)).toBeNull();
  });

  it('are stored up to a limit and without gaps', async () => {
    const inputs = showInputs(40_000);
    const world = new EngineWorld(inputs.slice(0, 3));
    await world.open();
    for (let i = 3; i < inputs.length; i += 500) {
      world.push(inputs.slice(i, i + 500));
      world.frame();
    }
    const last = inputs.length;
    expect(world.engine.recentSince(0)).toBeNull();
    expect(idsOf(world.engine.recentSince(last - 5_000) ?? [])).toEqual(
      inputs.slice(last - 5_000).map(({ seq }) => seq),
    );
  });

  it('report when all data must be read again', async () => {
    const world = new EngineWorld(showInputs(10));
    await world.open();
    const epoch = world.engine.epoch;
    world.push(showInputs(12).slice(10));
    expect(world.engine.epoch).toBe(epoch);
    world.showId = 's2';
    world.link.push({ push: 'show', showId: 's2' });
    await world.settle();
    expect(world.engine.epoch).toBeGreaterThan(epoch);
  });
});
