import { RowChanges } from '#backstage/journal/rowChanges.ts';
import type { Input } from '#shared/contract/input.ts';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { overlayStateSchema } from '#shared/contract/overlay/state.ts';
import { fold } from '#shared/game/fold.ts';
import { createState } from '#shared/game/state.ts';
import { noPastSums, type PastSums } from '#shared/overlay/allTime.ts';
import { OverlayView } from '#shared/overlay/view.ts';
import { LedgerBook, sumsOfRound } from '#tests/support/ledgerBook.ts';

const everySection = Object.keys(overlayStateSchema.shape).filter(
  (name): name is keyof OverlayState => name in overlayStateSchema.shape,
);

/** An overlay view of a show that receives batches as the hub does. Stands in for the journal's rows. */
export class Watched {
  readonly state = createState();
  readonly book = new LedgerBook();
  readonly view: OverlayView;

  constructor(past: PastSums = noPastSums, inputs: readonly { seq: number; input: Input }[] = []) {
    for (const { seq, input } of inputs) fold(this.state, seq, input, this.book);
    this.view = new OverlayView({
      state: () => this.state,
      rows: {
        find: (ids) => ids.map((id) => this.book.row(id)),
        sums: (round) => sumsOfRound(this.book.rows.values(), round),
        newest: (from, limit) =>
          [...this.book.rows.values()].filter(({ unitDiamonds }) => unitDiamonds >= from).slice(-limit),
        since: (from) => [...this.book.rows.values()].filter(({ at }) => at >= from),
        newestOfValue: (from, limit) =>
          [...this.book.rows.values()].filter(({ diamonds }) => diamonds >= from).slice(-limit),
      },
      past,
      clock: { now: () => 0, zone: 'UTC' },
      anchors: { picture: ({ id }) => `/overlay/picture/${id}`, live: () => null },
    });
    this.view.setRecentPrices(new Set([0]));
  }

  take(batch: readonly { seq: number; input: Input }[]): void {
    const delta = new RowChanges();
    for (const { seq, input } of batch) {
      fold(this.state, seq, input, {
        opened: (row) => {
          this.book.opened(row);
          delta.opened(row);
        },
        grew: (growth) => {
          this.book.grew(growth);
          delta.grew(growth);
        },
        moved: (move) => {
          this.book.moved(move);
          delta.moved(move);
        },
      });
    }
    this.view.applyBatch(
      batch.map(({ input }) => input),
      delta,
    );
  }

  build(): OverlayState {
    return overlayStateSchema.parse(this.view.build(everySection).state);
  }
}
