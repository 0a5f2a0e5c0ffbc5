import { RowChanges } from '#backstage/journal/rowChanges.ts';
import { Audience } from '#backstage/overlay/audience.ts';
import type { OverlayEndpoint } from '#backstage/overlay/overlayEndpoint.ts';
import type { OverlayLink } from '#shared/contract/calls/overlay.ts';
import { type GiftInput, RULES_EDITION } from '#shared/contract/input.ts';
import { widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import { presetSchema } from '#shared/contract/preset.ts';
import { createState, fold } from '#shared/game/fold.ts';
import { noPastSums } from '#shared/overlay/allTime.ts';
import { OverlayView } from '#shared/overlay/view.ts';
import { room } from '../support/show.ts';
import type { BenchClock } from './benchClock.ts';

const ANCHORS = 12;
const VIEWERS = 1000;
const kinds = ['ranking', 'pkBar', 'workbench', 'recentGifts'] as const;

/** A battle with its overlays as in a hub, without the journal. */
export class FanoutShow {
  readonly tokens: string[];
  readonly #links: Map<string, OverlayLink>;
  readonly #state = createState();
  readonly #view: OverlayView;
  readonly #audience: Audience;
  readonly #clock: BenchClock;
  #gifts = 0;

  constructor(name: string, overlays: number, clock: BenchClock) {
    this.#clock = clock;
    this.tokens = Array.from({ length: overlays }, (_, index) => `${name}-${index}-`.padEnd(43, 'x'));
    this.#links = new Map(
      this.tokens.map((token, index) => [token, linkOf(token, kinds[index % kinds.length] ?? 'pkBar')]),
    );
    this.#begin();
    this.#view = new OverlayView({
      state: () => this.#state,
      rows: {
        find: () => [],
        sums: () => ({ viewers: new Map(), gifts: new Map() }),
        newest: () => [],
        newestOfValue: () => [],
        since: () => [],
      },
      past: noPastSums,
      clock: { now: () => 0, zone: 'UTC' },
      anchors: { picture: () => '', live: () => null },
    });
    this.#audience = new Audience(clock, () => ({ view: this.#view, seq: () => this.#state.seq }));
  }

  get endpoint(): OverlayEndpoint {
    return {
      knows: (token) => this.#links.has(token),
      subscribe: (token, socket) => {
        const link = this.#links.get(token);
        if (link === undefined) return null;
        const peer = this.#audience.join(link, socket);
        return { resync: () => this.#audience.resync(peer), leave: () => this.#audience.leave(peer) };
      },
      picture: () => null,
      serveAt: () => undefined,
      onLinks: () => () => undefined,
    };
  }

  /** Adds one gift, which is sent at the next tick of the clock. */
  give(): void {
    this.#gifts += 1;
    const seq = this.#state.seq + 1;
    const gift = giftOf(this.#gifts, this.#clock.now());
    const news = new RowChanges();
    fold(this.#state, seq, gift, news);
    this.#view.applyBatch([gift], news);
    this.#audience.soon();
  }

  #begin(): void {
    const base = { kind: 'command', at: 1000, by: 'bench' } as const;
    const anchors = Array.from({ length: ANCHORS }, (_, index) => ({
      id: `anchor-${index}`,
      nickname: `Anchor ${index}`,
      gift: { ids: [5000 + index] },
    }));
    const preset = presetSchema.parse({
      version: 1,
      id: 'p',
      name: 'Bench',
      mode: 'battle',
      anchors,
      round: { length: 0 },
    });
    const side = (from: number) => anchors.slice(from, from + ANCHORS / 2).map(({ id }) => id);
    const inputs = [
      room,
      { ...base, command: 'choosePreset', preset },
      { ...base, command: 'session', action: 'start' },
      {
        ...base,
        command: 'prepare',
        edition: RULES_EDITION,
        attacker: side(0),
        defender: side(ANCHORS / 2),
      },
      { ...base, command: 'round', action: 'start' },
    ] as const;
    for (const input of inputs) fold(this.#state, this.#state.seq + 1, input);
  }
}

function linkOf(token: string, kind: (typeof kinds)[number]): OverlayLink {
  const options = widgetOptionsSchema.parse(
    kind === 'ranking' ? { kind, a: { subject: 'users', span: 'show' } } : { kind },
  );
  return { version: 1, id: token, name: kind, token, options, createdAt: 0, changedAt: 0 };
}

function giftOf(number: number, at: number): GiftInput {
  const viewer = (number * 7919) % VIEWERS;
  return {
    kind: 'gift',
    at,
    sentAt: at,
    msgId: String(number),
    user: { id: `66${viewer}`, name: `Viewer ${viewer}`, username: `viewer${viewer}` },
    giftId: 5000 + (number % ANCHORS),
    giftName: 'Gift',
    diamonds: 1 + (number % 99),
    streak: false,
    group: '',
    repeat: 1,
    end: true,
    tickets: 0,
  };
}
