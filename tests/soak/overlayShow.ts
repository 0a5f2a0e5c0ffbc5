import { join } from 'node:path';
import type { OverlaySubscription } from '#backstage/overlay/overlayEndpoint.ts';
import { Overlays, type OverlaysOptions } from '#backstage/overlay/overlays.ts';
import { Archive } from '#backstage/show/archive.ts';
import { newShowId } from '#backstage/show/facts.ts';
import { Show } from '#backstage/show/show.ts';
import { type CommandInput, type GiftInput, RULES_EDITION } from '#shared/contract/input.ts';
import { toOverlaySchema } from '#shared/contract/overlay/message.ts';
import type { OverlayState } from '#shared/contract/overlay/state.ts';
import { type WidgetKind, widgetKinds } from '#shared/contract/overlay/widget.ts';
import { presetSchema } from '#shared/contract/preset.ts';
import { movingRow } from '#shared/game/correction.ts';
import { apply } from '#shared/overlay/change.ts';
import { BenchClock } from '#tests/bench/benchClock.ts';
import { mulberry } from '#tests/support/random.ts';
import { room } from '#tests/support/show.ts';
import { textOfFrame } from '#tests/support/textFrame.ts';

const HOUR = 3_600_000;
const STEP_MS = 500;
const GIFTS_A_STEP = 10;
const ROUND_STEPS = 240;
const VIEWERS = 3000;
const ANCHORS = 8;

/** A page that stays open for the whole show. */
interface LongPage {
  kind: WidgetKind;
  state: Partial<OverlayState>;
}

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/** A show with a journal on disk and a fake clock. */
export class OverlayShow {
  readonly pages: LongPage[];
  gifts = 0;
  changes = 0;
  readonly #clock = new BenchClock();
  readonly #random: () => number;
  readonly #show: Show;
  readonly #options: OverlaysOptions;
  readonly #overlays: Overlays;
  #steps = 0;

  constructor(folder: string, seed: number) {
    this.#random = mulberry(seed);
    const clock = this.#clock;
    const id = newShowId(clock.now(), this.#random);
    const events = {
      committed: (...[inputs, rows]: Parameters<ConstructorParameters<typeof Show>[3]['committed']>) =>
        this.#overlays.receive(id, inputs, rows),
      blocked: () => undefined,
      uncounted: () => {
        throw new Error('the show could not count something');
      },
      corrupt: () => {
        throw new Error('the journal is damaged');
      },
      log: (message: string, error?: unknown) => {
        throw new Error(message, { cause: error });
      },
    };
    const facts = { createdAt: clock.now(), lineId: 'line1', rehearsal: null, closed: true } as const;
    const shows = join(folder, 'shows');
    this.#options = {
      dataDir: folder,
      clock,
      log: events.log,
      themes: () => [],
      archive: new Archive(shows, () => clock.now()),
      show: () => this.#show,
      anchors: { picture: () => '', live: () => null },
      giftPictures: () => ({}),
      fillsOf: () => null,
      picture: () => null,
      changed: () => undefined,
      problem: () => undefined,
    };
    this.#overlays = new Overlays(this.#options);
    this.#show = new Show(id, join(shows, id), clock, events, facts);
    this.pages = widgetKinds.map((kind) => {
      const { id: linkId } = this.#overlays.create(kind, kind, 'ja');
      const page: LongPage = { kind, state: {} };
      this.#enter(this.#overlays, linkId, page);
      return page;
    });
  }

  /** Begins the show. Call it once, before the first hour. */
  async begin(): Promise<void> {
    await this.#begin();
    await this.#turn(STEP_MS);
  }

  async playHour(): Promise<void> {
    for (let passed = 0; passed < HOUR; passed += STEP_MS) {
      this.#steps += 1;
      this.#show.add(
        Array.from({ length: GIFTS_A_STEP }, () => ({ input: this.#gift() })),
        () => {},
      );
      await this.#turn(STEP_MS);
      if (this.#steps % ROUND_STEPS === 0) await this.#nextRound();
      else if (this.#steps % 50 === 0) await this.#correct();
    }
    await this.#turn(STEP_MS);
    await this.#turn(STEP_MS);
  }

  /** The state that a new hub would send to each page now. */
  async asToldNow(): Promise<Partial<OverlayState>[]> {
    const fresh = new Overlays(this.#options);
    const seats: OverlaySubscription[] = [];
    const pages = fresh.list().map(({ id, options }) => {
      const page: LongPage = { kind: options.kind, state: {} };
      seats.push(this.#enter(fresh, id, page));
      return page;
    });
    await this.#turn(STEP_MS);
    for (const seat of seats) seat.leave();
    fresh.close();
    return pages.map(({ state }) => state);
  }

  async close(): Promise<void> {
    this.#overlays.close();
    await this.#show.close();
    this.#options.archive.close();
  }

  #enter(overlays: Overlays, linkId: string, page: LongPage): OverlaySubscription {
    let token = '';
    overlays.onLinks((links) => {
      token = links.find(({ id }) => id === linkId)?.token ?? '';
    })();
    const receive = (text: string) => {
      const message = toOverlaySchema.parse(JSON.parse(text));
      if (message.type === 'snapshot') page.state = message.state;
      if (message.type !== 'change') return;
      page.state = apply(page.state, message.change);
      if (overlays === this.#overlays) this.changes += 1;
    };
    const seat = overlays.subscribe(token, {
      backlog: 0,
      send: receive,
      sendFrame: (frame) => receive(textOfFrame(frame)),
      close: () => undefined,
      drop: () => undefined,
    });
    if (seat === null) throw new Error(`no seat for ${page.kind}`);
    return seat;
  }

  async #begin(): Promise<void> {
    const at = this.#clock.now();
    const anchors = Array.from({ length: ANCHORS }, (_, index) => ({
      id: `a${index}`,
      nickname: `Anchor ${index}`,
      gift: { ids: [5000 + index] },
    }));
    const preset = presetSchema.parse({
      version: 1,
      id: 'p',
      name: 'Long',
      mode: 'battle',
      anchors,
      round: { length: 100, delay: 5, clearance: 5000 },
    });
    await this.#show.commit([{ ...room, at }]);
    await this.#tell({ command: 'choosePreset', preset });
    await this.#tell({ command: 'session', action: 'start' });
    await this.#nextRound();
  }

  async #nextRound(): Promise<void> {
    if (this.#show.state.rounds.at(-1)?.phase === 'running')
      await this.#tell({ command: 'round', action: 'end' });
    await this.#turn(10_000);
    const ids = Array.from({ length: ANCHORS }, (_, index) => `a${index}`);
    const sides = { attacker: ids.slice(0, ANCHORS / 2), defender: ids.slice(ANCHORS / 2) };
    await this.#tell({ command: 'prepare', edition: RULES_EDITION, ...sides });
    await this.#tell({ command: 'round', action: 'start' });
  }

  /** An operator moves some of the newest gifts to another anchor. */
  async #correct(): Promise<void> {
    const { rows } = this.#show.queries.page({}, undefined, 5, this.#show.state);
    const moving = rows.map((row) =>
      movingRow(row, this.#random() < 0.2 ? 'uncounted' : 'anchor:a1', 'corrected'),
    );
    if (moving.length > 0) await this.#tell({ command: 'correct', rows: moving });
  }

  /** Moves the clock, and waits for the batch that this writes. */
  async #turn(ms: number): Promise<void> {
    this.#clock.turn(ms);
    await this.#show.settled();
  }

  async #tell(command: Without<CommandInput, 'kind' | 'at' | 'by'>): Promise<void> {
    await this.#show.command({ ...command, kind: 'command', at: this.#clock.now(), by: 'soak' });
  }

  #gift(): GiftInput {
    this.gifts += 1;
    const at = this.#clock.now();
    const viewer = Math.floor(this.#random() ** 2 * VIEWERS);
    const giftId =
      this.#random() < 0.3
        ? 5000 + Math.floor(this.#random() * ANCHORS)
        : 6000 + Math.floor(this.#random() * 60);
    const combo = Math.floor(this.gifts / 4);
    return {
      kind: 'gift',
      at,
      sentAt: at,
      msgId: `m${this.gifts}`,
      giftId,
      giftName: `Gift ${giftId}`,
      user: { id: `66${viewer}`, name: `Viewer ${viewer}`, username: `viewer${viewer}` },
      diamonds: 1 + (giftId % 99),
      streak: giftId % 2 === 0,
      group: `g${combo}`,
      repeat: 1 + (this.gifts % 4),
      end: false,
      tickets: 0,
    };
  }
}
