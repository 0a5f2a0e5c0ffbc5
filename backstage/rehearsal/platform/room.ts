import type { ShowEvent } from '../show/event.ts';
import type { RoomFacts } from '../show/messageQueue.ts';
import type { Account } from './answers.ts';
import type { Client } from './client.ts';

/** The script of one room of the platform. */
export interface RoomScript {
  facts: RoomFacts;
  followers: number;
  following: number;
  /** In order of delivery; endless, or the room falls silent after the last event. */
  events: Iterator<ShowEvent>;
}

/** Maximum number of messages in one frame. */
const FRAME_SIZE = 25;
/** Messages that a client receives as history when it enters for the first time. */
const RECENT = 6;

/** One room: its show, its clients, and the messages that they have received. */
export class Room {
  readonly script: RoomScript;
  protected readonly player: Player;
  protected readonly clients = new Set<Client>();
  readonly #deliveries = new Deliveries();
  #recent: ShowEvent[] = [];

  constructor(script: RoomScript, now: () => number) {
    this.script = script;
    this.player = this.createPlayer(now);
  }

  get roomId(): string {
    return this.script.facts.roomId;
  }

  /** The owner's account on the web site. */
  get account(): Account {
    const { facts, followers, following } = this.script;
    return {
      person: facts.owner,
      followers,
      following,
      roomId: facts.roomId,
      live: true,
      title: facts.title,
    };
  }

  start(): void {
    this.player.start();
  }

  enter(client: Client): void {
    // Events from before the client entered must not reach it as new messages.
    if (this.watchers().length === 0) this.player.catchUp();
    this.clients.add(client);
    const deliveries = this.deliveriesOf(client);
    this.#sendHistory(
      client,
      deliveries.begun ? deliveries.replay(this.#onTheWay(), client.historyCount) : this.#recent,
    );
    deliveries.begun = true;
    this.player.wake();
  }

  leave(client: Client): void {
    if (!this.clients.delete(client)) return;
    // A client can return before its old connection is known to be dead. The new one gets the unacknowledged messages.
    const deliveries = this.deliveriesOf(client);
    const heir = this.watchers().findLast((other) => this.deliveriesOf(other) === deliveries);
    if (heir !== undefined) this.#sendHistory(heir, deliveries.replay(this.#onTheWay(), 0));
  }

  acked(client: Client, events: readonly ShowEvent[]): void {
    this.deliveriesOf(client).acked(events);
  }

  close(): void {
    this.player.stop();
    for (const client of [...this.clients]) client.cut();
  }

  protected createPlayer(now: () => number): Player {
    return new Player({
      events: this.script.events,
      now,
      watched: () => this.watchers().length > 0,
      emit: (events, finished) => this.play(events, finished),
    });
  }

  /** The script's next messages; `finished` if they are the last ones. */
  protected play(events: readonly ShowEvent[], _finished: boolean): void {
    this.deliver(events);
  }

  /** Returns the delivery record of a client. All clients share one, because a restarted backstage has a new cookie. */
  protected deliveriesOf(_client: Client): Deliveries {
    return this.#deliveries;
  }

  /** The clients that have entered and whose connections are open. */
  protected watchers(): Client[] {
    return [...this.clients].filter((client) => client.open);
  }

  protected deliver(events: readonly ShowEvent[]): void {
    for (let from = 0; from < events.length; from += FRAME_SIZE) {
      this.sendFrame(events.slice(from, from + FRAME_SIZE));
    }
    // Leave streaks out of the history: a streak that still grows would count twice, as history and as live.
    const past = events.filter((event) => event.gift === undefined || !event.gift.streak);
    if (past.length > 0) this.#recent = [...this.#recent, ...past.slice(-RECENT)].slice(-RECENT);
  }

  /** Sends one frame to each client. Returns whether at least one of them left intact. */
  protected sendFrame(events: readonly ShowEvent[]): boolean {
    const reached = this.watchers().filter((client) => client.send(events));
    for (const client of reached) this.deliveriesOf(client).sent(events);
    return reached.length > 0;
  }

  #sendHistory(client: Client, events: readonly ShowEvent[]): void {
    for (let from = 0; from < events.length; from += FRAME_SIZE) {
      client.sendHistory(events.slice(from, from + FRAME_SIZE));
    }
  }

  #onTheWay(): Set<string> {
    return new Set(this.watchers().flatMap((client) => client.unackedIds));
  }
}

/** Beyond this number the oldest unacknowledged message is not sent again. */
const MOST_UNACKED = 100_000;
const KEPT_ACKED = 12;

/**
 * What a client has received and acknowledged, over all its connections. Unacknowledged messages are sent again, so a
 * client that acknowledges only what it has stored can be killed at any moment without a loss.
 */
export class Deliveries {
  /** Whether a client has entered the room with this record before. */
  begun = false;
  readonly #unacked = new Map<string, ShowEvent>();
  #acked: ShowEvent[] = [];

  get unackedCount(): number {
    return this.#unacked.size;
  }

  sent(events: readonly ShowEvent[]): void {
    for (const event of events) this.#unacked.set(event.msgId, event);
    for (const msgId of this.#unacked.keys()) {
      if (this.#unacked.size <= MOST_UNACKED) break;
      this.#unacked.delete(msgId);
    }
  }

  acked(events: readonly ShowEvent[]): void {
    const ids = new Set(events.map((event) => event.msgId));
    for (const msgId of ids) this.#unacked.delete(msgId);
    const before = this.#acked.filter((event) => !ids.has(event.msgId));
    this.#acked = [...before, ...events].slice(-KEPT_ACKED);
  }

  /**
   * The history for a new connection: the last acknowledged messages, which the client must recognise, then all
   * unacknowledged ones that are not on their way over another connection.
   */
  replay(onTheWay: ReadonlySet<string>, acknowledged: number): ShowEvent[] {
    const again = acknowledged > 0 ? this.#acked.slice(-acknowledged) : [];
    const missing = [...this.#unacked.values()].filter((event) => !onTheWay.has(event.msgId));
    const known = new Set(missing.map((event) => event.msgId));
    return [...again.filter((event) => !known.has(event.msgId)), ...missing];
  }
}

export interface PlayerOptions {
  events: Iterator<ShowEvent>;
  /** Ms; only differences count. */
  now(): number;
  /** Whether a client is in the room. */
  watched(): boolean;
  emit(events: readonly ShowEvent[], finished: boolean): void;
}

/** Maximum number of events per turn of the event loop. A longer backlog is emitted in slices. */
const SLICE = 2000;
/** How often a show without viewers is brought up to date, ms. */
const UNWATCHED_MS = 1000;

/** Plays events by the clock. A show continues while nobody watches, as a real one does. */
export class Player {
  protected readonly options: PlayerOptions;
  protected state: 'waiting' | 'playing' | 'paused' | 'finished' = 'waiting';
  /** The clock's time at which the show began. */
  protected startedAt = 0;
  #next: ShowEvent | undefined;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;

  constructor(options: PlayerOptions) {
    this.options = options;
  }

  start(): void {
    if (this.state !== 'waiting') return;
    this.state = 'playing';
    this.startedAt = this.options.now();
    this.#pull();
    this.wake();
  }

  stop(): void {
    this.state = 'finished';
    this.cancel();
  }

  /** Emits due events now instead of at the next timer. */
  wake(): void {
    if (this.state !== 'playing') return;
    this.cancel();
    this.#immediate = setImmediate(() => this.#turn());
  }

  /** Emits everything that is due, within this call. */
  catchUp(): void {
    while (this.state === 'playing' && this.#next !== undefined && this.#next.at <= this.#elapsed()) {
      this.emit(this.#elapsed(), SLICE);
    }
  }

  protected play(): void {
    if (this.emit(this.#elapsed(), SLICE) === SLICE) {
      this.wake();
    } else if (this.#next !== undefined) {
      const wait = this.#next.at - this.#elapsed();
      this.after(this.options.watched() ? wait : Math.max(wait, UNWATCHED_MS));
    }
  }

  /** Emits the events until this moment of the show, at most `most` of them. Returns their number. */
  protected emit(until: number, most: number): number {
    const batch: ShowEvent[] = [];
    while (this.#next !== undefined && this.#next.at <= until && batch.length < most) {
      batch.push(this.#next);
      this.#pull();
    }
    const finished = this.#next === undefined;
    if (finished) this.state = 'finished';
    if (batch.length > 0 || finished) this.options.emit(batch, finished);
    return batch.length;
  }

  protected after(ms: number): void {
    // Timers take at most 2^31 ms, so a longer silence takes several timers.
    this.#timer = setTimeout(() => this.#turn(), Math.min(Math.max(ms, 5), 60_000));
  }

  protected cancel(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
  }

  #turn(): void {
    this.cancel();
    if (this.state === 'playing') this.play();
  }

  /** Ms since the show began. */
  #elapsed(): number {
    return this.options.now() - this.startedAt;
  }

  #pull(): void {
    const { value, done } = this.options.events.next();
    this.#next = done === true ? undefined : value;
  }
}
