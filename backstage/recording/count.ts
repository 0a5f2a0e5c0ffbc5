import type { Input } from '#shared/contract/input.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { PRESET_VERSION, presetSchema } from '#shared/contract/preset.ts';
import { createState, type FoldSink, fold } from '#shared/game/fold.ts';
import { withClockInputs } from '../show/due.ts';
import { type Recorded, recordedGift } from './line.ts';

interface GiftLine {
  userId: string;
  giftId: number;
  name: string;
  count: number;
  diamonds: number;
}

export interface RecordingCount {
  /** The number of gift messages, including duplicates. */
  messages: number;
  gifts: number;
  diamonds: number;
  /** Sorted by the first gift of each sender and kind. */
  bySenderAndGift: GiftLine[];
}

/** Counts the gifts of a recording, message by message, as a running show counts them. */
export class RecordingCounter {
  readonly #state = createState();
  readonly #lines = new Map<string, GiftLine>();
  readonly #rows = new Map<number, GiftLine>();
  readonly #taken = new Set<string>();
  readonly #sink: FoldSink;
  #messages = 0;

  constructor() {
    this.#sink = {
      opened: (row) => {
        const line = this.#lineOf(row);
        this.#rows.set(row.rowId, line);
        add(line, row);
      },
      grew: (growth) => add(this.#rows.get(growth.rowId), growth),
      moved: () => {},
    };
  }

  add(recorded: Recorded): void {
    const gift = recordedGift(recorded);
    if (gift === null) return;
    if (this.#messages === 0) this.#start(recorded.at);
    this.#messages += 1;
    if (this.#taken.has(gift.msgId)) return;
    this.#taken.add(gift.msgId);
    this.#fold(gift);
  }

  get count(): RecordingCount {
    const { count, diamonds } = this.#state.seen;
    return {
      messages: this.#messages,
      gifts: count,
      diamonds,
      bySenderAndGift: [...this.#lines.values()],
    };
  }

  /** Starts a show without anchors, because the recipients of gifts do not matter here. */
  #start(at: number): void {
    const by = 'recount';
    const preset = presetSchema.parse({ version: PRESET_VERSION, id: by, name: by, anchors: [] });
    this.#fold({ kind: 'room', at, username: '', roomId: '', ownerId: '', title: '' });
    this.#fold({ kind: 'command', command: 'choosePreset', at, by, preset });
    this.#fold({ kind: 'command', command: 'session', at, by, action: 'start' });
  }

  #fold(input: Input): void {
    const state = this.#state;
    withClockInputs(state, input, (each) => fold(state, state.seq + 1, each, this.#sink));
  }

  #lineOf(row: LedgerRow): GiftLine {
    const key = `${row.viewerId} ${row.giftId}`;
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const line = { userId: row.viewerId, giftId: row.giftId, name: row.giftName, count: 0, diamonds: 0 };
    this.#lines.set(key, line);
    return line;
  }
}

function add(line: GiftLine | undefined, part: { count: number; diamonds: number }): void {
  if (line === undefined) return;
  line.count += part.count;
  line.diamonds += part.diamonds;
}
