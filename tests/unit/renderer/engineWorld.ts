import { FakeLink } from '#renderer/data/platform/fake.ts';
import { ShowEngine } from '#renderer/data/show/engine.ts';
import type { CallArgs, CallResult, StoredInput } from '#shared/contract/backstage.ts';
import type { GiftInput, Input } from '#shared/contract/input.ts';
import { presetSchema } from '#shared/contract/preset.ts';
import { createState, fold } from '#shared/game/fold.ts';
import { packSnapshot, serialise } from '#shared/game/serialise.ts';

export function gift(number: number, change: Partial<GiftInput> = {}): GiftInput {
  return {
    kind: 'gift',
    at: 1_000 + number,
    sentAt: 1_000 + number,
    msgId: `m${number}`,
    user: { id: `u${number % 5}`, name: `Viewer ${number % 5}`, username: `viewer${number % 5}` },
    giftId: 5655,
    giftName: 'Rose',
    diamonds: 1,
    streak: false,
    group: '',
    repeat: 1,
    end: false,
    tickets: 0,
    ...change,
  };
}

const preset = presetSchema.parse({
  version: 1,
  id: 'p',
  name: 'Friday',
  anchors: [
    { id: 'a', nickname: 'Ann', gift: { ids: [5655] } },
    { id: 'b', nickname: 'Bea', gift: { ids: [6064] } },
  ],
});

/** The inputs of a counting show with this number of gifts. */
export function showInputs(gifts: number): StoredInput[] {
  return showWith(Array.from({ length: gifts }, (_, i) => gift(i, { giftId: i % 3 ? 5655 : 6064 })));
}

/** The inputs of a counting show with these gifts. */
export function showWith(gifts: readonly GiftInput[]): StoredInput[] {
  const start: Input[] = [
    { kind: 'room', at: 1, username: 'misaki', roomId: '7', ownerId: '1', title: '' },
    { kind: 'command', at: 2, by: 't', command: 'choosePreset', preset },
    { kind: 'command', at: 3, by: 't', command: 'session', action: 'start' },
  ];
  return [...start, ...gifts].map((input, i) => ({ seq: i + 1, input }));
}

export function foldAll(inputs: readonly StoredInput[]) {
  const state = createState();
  for (const { seq, input } of inputs) fold(state, seq, input);
  return state;
}

/** A fake backstage with one show, and an engine that follows it. `frame` runs the animation frames. */
export class EngineWorld {
  readonly link: FakeLink;
  readonly engine: ShowEngine;
  readonly asked: CallArgs<'show.subscribe'>[] = [];
  showId: string | null = 's1';
  inputs: StoredInput[];
  /** The snapshot for a first subscription contains this number of inputs. */
  snapshotAt = 0;
  /** The time (ms). A frame takes 16 ms. */
  #now = 0;
  #frames: (() => void)[] = [];
  #later: (() => void)[] = [];

  constructor(inputs: StoredInput[]) {
    this.inputs = inputs;
    this.link = new FakeLink({ 'show.subscribe': (args) => this.answer(args) });
    this.engine = new ShowEngine({
      link: this.link,
      nextFrame: (task) => this.#frames.push(task),
      now: () => this.#now,
      after: (_ms, task) => this.#later.push(task),
    });
  }

  answer(args: CallArgs<'show.subscribe'>): CallResult<'show.subscribe'> {
    this.asked.push(args);
    const seq = this.inputs.length;
    if (this.showId === null) return { showId: null, snapshot: null, inputs: [], seq: 0 };
    if (args.showId === this.showId && args.from !== undefined) {
      return { showId: this.showId, snapshot: null, inputs: this.inputs.slice(args.from), seq };
    }
    const snapshot = packSnapshot(serialise(foldAll(this.inputs.slice(0, this.snapshotAt))));
    return { showId: this.showId, snapshot, inputs: this.inputs.slice(this.snapshotAt), seq };
  }

  push(inputs: StoredInput[], showId = 's1'): void {
    this.link.push({ push: 'inputs', showId, inputs });
  }

  /** Waits until pending answers have arrived. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }

  async open(): Promise<void> {
    this.link.setState({ phase: 'open' });
    await this.settle();
  }

  /** Runs the tasks of the next frame. Returns their number. */
  frame(): number {
    this.#now += 16;
    const tasks = this.#frames;
    this.#frames = [];
    for (const task of tasks) task();
    return tasks.length;
  }

  /** Runs the delayed tasks. */
  async later(): Promise<void> {
    const tasks = this.#later;
    this.#later = [];
    for (const task of tasks) task();
    await this.settle();
  }
}
