import { encodeControl } from '../encode/room.ts';
import type { ShowEvent } from '../show/event.ts';
import { MessageQueue } from '../show/messageQueue.ts';
import type { Client } from './client.ts';
import { Deliveries } from './deliveries.ts';
import { Player } from './player.ts';
import type { Interference, Observer, RoomScript } from './script.ts';

export interface RoomOptions {
  script: RoomScript;
  interference: Interference;
  observer: Observer;
  now(): number;
}

/** Most messages in one frame. */
const FRAME_SIZE = 25;
const RECENT = 6;
/** A client that acknowledges is not sent more than this far ahead when the show is unpaced. */
const MOST_AHEAD = 4000;
/** The room's own messages are numbered apart from its script's. */
const CONTROL_NUMBER = 999_000;
const MOST_BACKLOG = 4_000_000;

/** One room: its show, the clients in it, and what each of them has received. */
export class Room {
  readonly script: RoomScript;
  readonly #options: RoomOptions;
  readonly #clients = new Set<Client>();
  readonly #deliveries = new Map<string, Deliveries>();
  readonly #player: Player;
  #recent: ShowEvent[];
  #ended = false;

  constructor(options: RoomOptions) {
    this.#options = options;
    this.script = options.script;
    this.#recent = [...(options.script.earlier ?? [])];
    this.#player = new Player({
      events: options.script.events,
      speed: options.script.speed,
      now: options.now,
      ready: () => this.#ready(),
      watched: () => this.#watchers().length > 0,
      emit: (events, finished) => {
        this.#deliver(options.interference.events?.(events, finished) ?? events);
        if (finished) options.observer.playedOut?.();
      },
    });
    if (options.script.begins === 'now') this.#player.start();
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Messages that were sent and not acknowledged yet, over all clients. */
  get unacked(): number {
    let count = 0;
    for (const deliveries of this.#deliveries.values()) count += deliveries.unackedCount;
    return count;
  }

  get watched(): boolean {
    return this.#watchers().length > 0;
  }

  enter(client: Client): void {
    // What happened while nobody was here is past, and must not reach the newcomer as news.
    if (!this.watched) this.#player.catchUp();
    this.#clients.add(client);
    const known = this.#deliveries.get(client.identity);
    const history = known?.replay(this.#onTheWay(), client.historyCount) ?? this.#recent;
    if (known === undefined) this.#deliveries.set(client.identity, new Deliveries());
    this.#options.observer.entered?.(known !== undefined);
    this.#sendHistory(client, history);
    if (known === undefined && this.#options.script.begins === 'entered') this.#player.start();
    this.#player.wake();
  }

  leave(client: Client): void {
    if (!this.#clients.delete(client)) return;
    this.#options.observer.left?.();
    // Who came back before the old connection was known to be dead now gets what was still under way on it.
    const heir = this.#watchers().findLast((other) => other.identity === client.identity);
    const missing = this.#deliveries.get(client.identity)?.replay(this.#onTheWay(), 0) ?? [];
    if (heir !== undefined) this.#sendHistory(heir, missing);
  }

  acked(client: Client, events: readonly ShowEvent[]): void {
    this.#deliveries.get(client.identity)?.acked(events);
    this.#options.observer.acked?.(events);
    if (this.script.speed === 0) this.#player.wake();
  }

  /** Puts messages into the room besides its script's. */
  inject(events: readonly ShowEvent[]): void {
    this.#deliver(events);
  }

  pause(): void {
    this.#player.pause();
  }

  resume(): void {
    if (this.script.begins === 'resumed') this.#player.start();
    this.#player.resume();
  }

  /** Breaks every connection, as when the network is lost. */
  cut(): void {
    for (const client of [...this.#clients]) client.cut();
  }

  /** The host ends the stream: says so, then closes; from now on the room is not live. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#player.stop();
    const stage = new MessageQueue({
      room: this.script.facts,
      startAt: this.#options.now(),
      detail: 'full',
      firstNumber: CONTROL_NUMBER,
    });
    stage.add(0, 0, 'WebcastControlMessage', (envelope) => encodeControl(envelope, 3));
    const event = stage.take();
    if (event !== undefined) this.#deliver([event]);
    for (const client of this.#clients) client.close();
  }

  close(): void {
    this.#player.stop();
    for (const client of [...this.#clients]) client.cut();
  }

  #deliver(events: readonly ShowEvent[]): void {
    for (let from = 0; from < events.length; from += FRAME_SIZE) {
      this.#frame(events.slice(from, from + FRAME_SIZE));
    }
    // A gift that is still growing would be history and news at once, so none of them is shown to newcomers.
    const past = events.filter((event) => event.truth === undefined || !event.truth.streak);
    if (past.length > 0) this.#recent = [...this.#recent, ...past.slice(-RECENT)].slice(-RECENT);
  }

  #sendHistory(client: Client, events: readonly ShowEvent[]): void {
    for (let from = 0; from < events.length; from += FRAME_SIZE) {
      client.send(events.slice(from, from + FRAME_SIZE), true);
    }
  }

  #frame(events: readonly ShowEvent[]): void {
    const { interference, observer } = this.#options;
    const watchers = this.#watchers();
    const silent = interference.silent?.() === true;
    if (watchers.length === 0 || silent) {
      observer.lost?.(events, silent ? 'swallowed' : 'nobodyConnected');
      return;
    }
    let intact = false;
    let cut = false;
    for (const client of watchers) {
      const fate = client.send(events, false, (bytes) =>
        interference.frame === undefined
          ? { send: [bytes], intact: true, cut: false }
          : interference.frame(bytes, events),
      );
      if (fate.intact) this.#deliveries.get(client.identity)?.sent(events);
      intact ||= fate.intact;
      cut ||= fate.cut;
    }
    if (intact) observer.sent?.(events);
    else observer.lost?.(events, 'damaged');
    if (cut) this.cut();
  }

  #watchers(): Client[] {
    return [...this.#clients].filter((client) => client.open);
  }

  #onTheWay(): Set<string> {
    const ids = new Set<string>();
    for (const client of this.#watchers()) {
      for (const event of client.onTheWay) ids.add(event.msgId);
    }
    return ids;
  }

  #ready(): boolean {
    const watchers = this.#watchers();
    if (watchers.length === 0 || this.#options.interference.silent?.() === true) return false;
    const ahead = this.unacked;
    return watchers.every((client) => client.backlog < MOST_BACKLOG && (!client.acks || ahead < MOST_AHEAD));
  }
}
