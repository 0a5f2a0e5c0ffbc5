import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ShowEngine } from '#renderer/data/show/engine.ts';
import { Replay } from '#renderer/features/show/replay/replay.ts';
import type { CallArgs, CallName, CallResult, StoredInput } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { createState, fold, type GameState } from '#shared/game/fold.ts';
import { serialise } from '#shared/game/serialise.ts';
import { play, stepsArb } from '#tests/support/game.ts';
import { LedgerBook } from '#tests/support/ledgerBook.ts';
import { Show } from '#tests/support/show.ts';

/** A backstage that has one past show, and hands its inputs out in small pages. */
class Shelf {
  readonly asked: CallName[] = [];
  readonly #inputs: readonly StoredInput[];
  readonly #page: number;

  constructor(inputs: readonly StoredInput[], page: number) {
    this.#inputs = inputs;
    this.#page = page;
  }

  get span(): { from: number; until: number } {
    const times = this.#inputs.map(({ input }) => input.at);
    return { from: times[0] ?? 0, until: Math.max(times[0] ?? 0, times.at(-1) ?? 0) };
  }

  call = async <N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>> => {
    this.asked.push(name);
    const answer: unknown = this.#answer(name, args);
    if (answer === undefined) throw new RingsideError('internal');
    return answer as CallResult<N>;
  };

  #answer(name: CallName, args: object): unknown {
    if (name === 'replay.open') return { ...this.span, seq: this.#inputs.length };
    if (name !== 'replay.inputs' || !('after' in args) || typeof args.after !== 'number') return undefined;
    return { inputs: this.#inputs.slice(args.after, args.after + this.#page) };
  }

  /** The show as it stood at a moment: everything up to the first input that came later. */
  at(moment: number): { state: GameState; book: LedgerBook } {
    const state = createState();
    const book = new LedgerBook();
    for (const { seq, input } of this.#inputs) {
      if (input.at > moment) break;
      fold(state, seq, input, book);
    }
    return { state, book };
  }
}

/** A replay with the engine of a screen on it, whose frames are painted when the test says so. */
function screenOf(shelf: Shelf) {
  const replay = new Replay('past', shelf);
  const frames: (() => void)[] = [];
  const engine = new ShowEngine({
    link: replay.link,
    nextFrame: (task) => frames.push(task),
    after: () => {},
    now: () => 0,
  });
  const paint = () => {
    while (frames.length > 0) for (const task of frames.splice(0)) task();
  };
  return { replay, engine, paint };
}

const bytes = (state: GameState) => JSON.stringify(serialise(state));

describe('a show that is replayed', () => {
  it('stands at any moment as it stood then, however one gets there', async () => {
    await fc.assert(
      fc.asyncProperty(
        stepsArb,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 30 }),
        async (steps, places, page) => {
          const shelf = new Shelf(play(steps).inputs, page);
          const { replay, engine, paint } = screenOf(shelf);
          await replay.open();
          const { from, until } = shelf.span;
          for (const place of places) {
            const moment = Math.round(from + place * (until - from));
            await replay.seek(moment);
            paint();
            const then = shelf.at(moment);
            expect(bytes(engine.state)).toBe(bytes(then.state));
            const { rows } = await replay.link.call('ledger.page', { filter: {}, limit: 500 });
            expect(rows).toEqual([...then.book.rows.values()].reverse().slice(0, 500));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('plays on from there at its speed, and stops at the end', async () => {
    const show = Show.started();
    for (let second = 0; second < 60; second += 1) {
      show.pass(1000);
      show.gift('aoi');
    }
    const shelf = new Shelf(show.inputs, 7);
    const { replay, engine, paint } = screenOf(shelf);
    await replay.open();
    const begun = shelf.span.until - 60_000;
    await replay.seek(begun);
    replay.play(true);
    replay.setSpeed(10);
    await replay.tick(1000);
    paint();
    expect(engine.state.seen.count).toBe(shelf.at(begun + 10_000).state.seen.count);
    expect(engine.state.seen.count).toBeGreaterThan(5);
    for (let times = 0; times < 8; times += 1) await replay.tick(1000);
    paint();
    expect(bytes(engine.state)).toBe(bytes(show.state));
    expect(replay.store.getState()).toMatchObject({ playing: false, at: shelf.span.until });
  });

  it('is shown at the last moment that was asked for, whatever was asked for before', async () => {
    const show = Show.started();
    for (let second = 0; second < 90; second += 1) {
      show.pass(1000);
      show.gift('aoi');
    }
    const shelf = new Shelf(show.inputs, 3);
    const { replay, engine, paint } = screenOf(shelf);
    await replay.open();
    const { from } = shelf.span;
    await Promise.all([replay.seek(from + 80_000), replay.seek(from + 5000), replay.seek(from + 40_000)]);
    paint();
    expect(bytes(engine.state)).toBe(bytes(shelf.at(from + 40_000).state));
  });

  it('changes nothing: whatever would is refused, and only what is on disk was asked for', async () => {
    const shelf = new Shelf(Show.started().inputs, 5);
    const { replay } = screenOf(shelf);
    await replay.open();
    for (const refused of [
      replay.link.call('round.act', { action: 'start' }),
      replay.link.call('session.act', { action: 'end' }),
      replay.link.call('ledger.undo', {}),
    ]) {
      await expect(refused).rejects.toMatchObject({ problem: { code: 'replay.readOnly' } });
    }
    expect(new Set(shelf.asked)).toEqual(new Set(['replay.open', 'replay.inputs']));
  });

  it('says why it cannot be read', async () => {
    const replay = new Replay('gone', {
      call: () => Promise.reject(new RingsideError('session.noShow')),
    });
    await replay.open();
    expect(replay.store.getState()).toMatchObject({ phase: 'failed', problem: { code: 'session.noShow' } });
  });
});
