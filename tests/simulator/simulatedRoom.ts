import { beginMessage } from '#backstage/rehearsal/encode/envelope.ts';
import type { Account } from '#backstage/rehearsal/platform/answers.ts';
import type { Client } from '#backstage/rehearsal/platform/client.ts';
import { Deliveries, Room, type RoomScript } from '#backstage/rehearsal/platform/room.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import type { Damage } from './damage.ts';
import { Milestones } from './milestones.ts';
import { NumberedQueue } from './queues.ts';
import type { RunRecord } from './runRecord.ts';
import type { Shuffle } from './shuffle.ts';
import { SimulatedClient } from './simulatedClient.ts';
import { SimulatedPlayer } from './simulatedPlayer.ts';

/** The action of a control message when the host ends the stream. */
const STREAM_ENDED = 3;

interface SimulatedRoomOptions {
  damage: Damage;
  shuffle: Shuffle;
  record: RunRecord;
  /** Plays the script as fast as the clients take it. */
  unpaced: boolean;
  /** Waits for `resume` instead of starting when the first client enters. */
  held: boolean;
  /** Keeps deliveries by the client's cookie. Otherwise all clients continue the same deliveries. */
  perCookie: boolean;
  /** The stream ends when the script ends. */
  endsWithScript: boolean;
}

/** Most unacknowledged messages of an unpaced show, if the client acknowledges. */
const MOST_AHEAD = 4000;
const MOST_BACKLOG_BYTES = 4_000_000;
/** The first number of the room's own messages. */
const CONTROL_NUMBER = 999_000;

/** A room with faults. It records which messages are delivered or lost. */
export class SimulatedRoom extends Room {
  declare protected readonly player: SimulatedPlayer;
  readonly milestones = new Milestones();
  readonly #options: SimulatedRoomOptions;
  readonly #now: () => number;
  readonly #deliveries = new Map<string, Deliveries>();
  /** Clients that have acknowledged a frame. */
  readonly #acknowledging = new Set<Client>();
  #acknowledged = 0;
  #acknowledgedGifts = 0;
  #playedUntil = 0;
  #cutAfterFrame = false;
  #ended = false;

  constructor(script: RoomScript, now: () => number, options: SimulatedRoomOptions) {
    super(script, now);
    this.#options = options;
    this.#now = now;
  }

  override get account(): Account {
    return { ...super.account, live: !this.#ended };
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Number of messages that clients have acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Number of gift messages that clients have acknowledged. */
  get acknowledgedGifts(): number {
    return this.#acknowledgedGifts;
  }

  /** `at` of the last event that was played. */
  get playedUntil(): number {
    return this.#playedUntil;
  }

  /** Messages that were sent and not acknowledged yet, over all clients. */
  get unacked(): number {
    return [...this.#deliveries.values()].reduce((sum, { unackedCount }) => sum + unackedCount, 0);
  }

  /** Does nothing: the script starts when the first client enters, or at `resume`. */
  override start(): void {}

  override enter(client: Client): void {
    super.enter(client);
    this.#options.damage.connected();
    this.milestones.enter();
    if (!this.#options.held) this.player.start();
  }

  override leave(client: Client): void {
    super.leave(client);
    this.#acknowledging.delete(client);
  }

  override acked(client: Client, events: readonly ShowEvent[]): void {
    super.acked(client, events);
    this.#acknowledging.add(client);
    this.#acknowledged += events.length;
    this.#acknowledgedGifts += events.filter(({ gift }) => gift !== undefined).length;
    this.#options.damage.acknowledged();
    this.milestones.acknowledge(this.unacked);
    if (this.#options.unpaced) this.player.wake();
  }

  /** Sends messages that are not in the script. */
  inject(events: readonly ShowEvent[]): void {
    this.#options.record.shown(events);
    this.deliver(events);
  }

  pause(): void {
    this.player.pause();
  }

  resume(): void {
    if (this.#options.held) this.player.start();
    this.player.resume();
  }

  /** Breaks connections as a lost network does: all, those of room pages, or the others. */
  cut(which: 'all' | 'page' | 'direct' = 'all'): void {
    for (const client of [...this.clients]) {
      const isPage = client instanceof SimulatedClient && client.isPage;
      if (which === 'all' || (which === 'page') === isPage) client.cut();
    }
  }

  cutAfterFrame(): void {
    this.#cutAfterFrame = true;
  }

  /** Ends the stream: sends the control message and closes the connections. The room is not live any more. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.player.stop();
    const queue = new NumberedQueue(this.script.facts, this.#now(), CONTROL_NUMBER);
    queue.add(0, 0, 'WebcastControlMessage', (envelope) =>
      beginMessage(envelope).varint(2, STREAM_ENDED).string(4, '').finish(),
    );
    const event = queue.take();
    if (event !== undefined) this.deliver([event]);
    for (const client of this.clients) if (client instanceof SimulatedClient) client.close();
  }

  protected override createPlayer(now: () => number): SimulatedPlayer {
    return new SimulatedPlayer({
      events: this.script.events,
      now,
      watched: () => this.watchers().length > 0,
      emit: (events, finished) => this.play(events, finished),
      unpaced: () => this.#options.unpaced,
      ready: () => this.#isReady(),
    });
  }

  protected override play(events: readonly ShowEvent[], finished: boolean): void {
    const { record, shuffle, endsWithScript } = this.#options;
    record.shown(events);
    this.#playedUntil = events.at(-1)?.at ?? this.#playedUntil;
    this.deliver(shuffle.apply(events, finished));
    if (!finished) return;
    if (endsWithScript) this.end();
    this.milestones.finish(this.unacked);
  }

  protected override deliveriesOf(client: Client): Deliveries {
    const key = this.#options.perCookie && client instanceof SimulatedClient ? client.cookie : '';
    const deliveries = this.#deliveries.get(key) ?? new Deliveries();
    this.#deliveries.set(key, deliveries);
    return deliveries;
  }

  protected override sendFrame(events: readonly ShowEvent[]): boolean {
    const { damage, shuffle, record } = this.#options;
    const cause = damage.silent ? 'swallowed' : 'nobodyConnected';
    if (damage.silent || this.watchers().length === 0) {
      record.lost(events, cause);
      return false;
    }
    const intact = super.sendFrame(events);
    if (intact) record.delivered(events.filter((event) => !shuffle.isBroken(event)));
    else record.lost(events, 'damaged');
    if (this.#cutAfterFrame) this.cut();
    this.#cutAfterFrame = false;
    return intact;
  }

  #isReady(): boolean {
    const watchers = this.watchers();
    if (watchers.length === 0 || this.#options.damage.silent) return false;
    const isAhead = this.unacked >= MOST_AHEAD;
    return watchers.every(
      (client) =>
        client instanceof SimulatedClient &&
        client.backlog < MOST_BACKLOG_BYTES &&
        !(isAhead && this.#acknowledging.has(client)),
    );
  }
}
