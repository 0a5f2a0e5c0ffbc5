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

/** A fake backstage with one stored show. It returns the inputs in small pages. */
class FakeBackstage {
  readonly calls: CallName[] = [];
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
    this.calls.push(name);
    const answer: unknown = this.#answer(name, args);
    if (answer === undefined) throw new RingsideError('internal');
    return answer as CallResult<N>;
  };

  #answer(name: CallName, args: object): unknown {
    if (name === 'replay.open') return { ...this.span, seq: this.#inputs.length };
    if (name !== 'replay.inputs' || !('after' in args) || typeof args.after !== 'number') return undefined;
    return { inputs: this.#inputs.slice(args.after, args.after + this.#page) };
  }

  /** The state of the show at a moment: all inputs before the first later input. */
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

/** A replay and a screen's engine. `paint` runs the animation frames. */
function screenOf(backstage: FakeBackstage) {
  const replay = new Replay('past', backstage);
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

describe('replay', () => {
  it('shows the state of any moment after any sequence of seeks', async () => {
    await fc.assert(
      fc.asyncProperty(
        stepsArb,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 30 }),
        async (steps, places, page) => {
          const backstage = new FakeBackstage(play(steps).inputs, page);
          const { replay, engine, paint } = screenOf(backstage);
          await replay.open();
          const { from, until } = backstage.span;
          for (const place of places) {
            const moment = Math.round(from + place * (until - from));
            await replay.seek(moment);
            paint();
            const expected = backstage.at(moment);
            expect(bytes(engine.state)).toBe(bytes(expected.state));
            const { rows } = await replay.link.call('ledger.page', { filter: {}, limit: 500 });
            expect(rows).toEqual([...expected.book.rows.values()].reverse().slice(0, 500));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('plays at its speed and stops at the end', async () => {
    const show = Show.started();
    for (let second = 0; second < 60; second += 1) {
      show.pass(1000);
      show.gift('aoi');
    }
    const backstage = new FakeBackstage(show.inputs, 7);
    const { replay, engine, paint } = screenOf(backstage);
    await replay.open();
    const start = backstage.span.until - 60_000;
    await replay.seek(start);
    replay.play(true);
    replay.setSpeed(10);
    await replay.tick(1000);
    paint();
    expect(engine.state.seen.count).toBe(backstage.at(start + 10_000).state.seen.count);
    expect(engine.state.seen.count).toBeGreaterThan(5);
    for (let times = 0; times < 8; times += 1) await replay.tick(1000);
    paint();
    expect(bytes(engine.state)).toBe(bytes(show.state));
    expect(replay.store.getState()).toMatchObject({ playing: false, at: backstage.span.until });
  });

  it('shows the moment of the latest of several concurrent seeks', async () => {
    const show = Show.started();
    for (let second = 0; second < 90; second += 1) {
      show.pass(1000);
      show.gift('aoi');
    }
    const backstage = new FakeBackstage(show.inputs, 3);
    const { replay, engine, paint } = screenOf(backstage);
    await replay.open();
    const { from } = backstage.span;
    await Promise.all([replay.seek(from + 80_000), replay.seek(from + 5000), replay.seek(from + 40_000)]);
    paint();
    expect(bytes(engine.state)).toBe(bytes(backstage.at(from + 40_000).state));
  });

  it('rejects calls that would change something, and asks the backstage only for stored data', async () => {
    const backstage = new FakeBackstage(Show.started().inputs, 5);
    const { replay } = screenOf(backstage);
    await replay.open();
    for (const call of [
      replay.link.call('round.act', { action: 'start' }),
      replay.link.call('session.act', { action: 'end' }),
      replay.link.call('ledger.undo', {}),
    ]) {
      await expect(call).rejects.toMatchObject({ problem: { code: 'replay.readOnly' } });
    }
    expect(new Set(backstage.calls)).toEqual(new Set(['replay.open', 'replay.inputs']));
  });

  it('reports why the show cannot be read', async () => {
    const replay = new Replay('gone', {
      call: () => Promise.reject(new RingsideError('session.noShow')),
    });
    await replay.open();
    expect(replay.store.getState()).toMatchObject({ phase: 'failed', problem: { code: 'session.noShow' } });
  });
});
