import type { Connection, Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { RoomInput } from '#shared/contract/input.ts';
import { endOf, isOver } from '#shared/game/session.ts';
import type { ClientState, ClientTimes } from '#shared/live/clientTypes.ts';
import type { OpenSocket } from '#shared/live/socket.ts';
import type { FrameSource, RoomFacts } from '#shared/live/source.ts';
import { type Clock, every } from '../clock.ts';
import type { Arrival } from '../show/intake.ts';
import type { Show } from '../show/show.ts';
import type { Stage } from '../stage.ts';
import { Attempt } from './attempt.ts';
import { ClockOffset } from './clockOffset.ts';
import { Companions } from './companions.ts';
import { OneStream } from './oneStream.ts';
import { idleConnection, RoomLink } from './roomLink.ts';
import { Unheard } from './unheard.ts';
import { differs, isSame, type Wish } from './wish.ts';

export interface RoomsOptions {
  stage: Stage;
  clock: Clock;
  random: () => number;
  createSource: (line: Line) => FrameSource;
  openSocket: OpenSocket;
  times?: Partial<ClientTimes> | undefined;
  recordAll: boolean;
  changed: () => void;
  /** A room sends more than it may and is not read for so long (ms). */
  rested: (ms: number) => void;
  firstLine: () => Line;
  /** The line that is to be open beside a line, null where one is enough. */
  beside: (line: Line) => Line | null;
}

/** A smaller change (ms) of the clock offset is not worth an input of the journal. */
const LEAST_CHANGE = 50;

/** So long after the end of a session (ms) gifts that were sent before it still arrive. */
export const LINGER = 3000;
/** How often it is looked whether a session that has ended is settled (ms). */
const LOOK_EVERY = 500;

interface Candidate {
  link: RoomLink;
  wish: Wish;
  attempt: Attempt;
}

/**
 * The room that the show listens to. Another room takes its place only once it has been found, so that a
 * mistyped name costs a running show nothing.
 */
export class Rooms {
  readonly #options: RoomsOptions;
  #link: RoomLink | null = null;
  #candidate: Candidate | null = null;
  readonly #stream = new OneStream();
  readonly #companions: Companions;
  /** Whether the show had heard its room before its present link. */
  #resumed = false;
  readonly #unheard = new Unheard();
  #stopLooking = () => {};
  /** How far our clock is ahead of the platform's, whichever room and line says so. */
  readonly clockOffset = new ClockOffset();
  /** The offset that the journal of a show has. */
  #kept: { show: Show; ahead: number } | null = null;

  constructor(options: RoomsOptions) {
    this.#options = options;
    this.#companions = new Companions(this.#stream, options.clock, (line) =>
      this.#make({ username: '', line, rehearsal: null }, this.#resumed),
    );
    options.stage.onFreed(() => this.#reopenAfterOverflow());
  }

  /** What is shown: the room of the show; or the one that is being looked for, when there is no such. */
  get shown(): RoomLink | null {
    return this.#link?.active ? this.#link : (this.#candidate?.link ?? this.#link);
  }

  get connection(): Connection {
    const { shown } = this;
    if (shown === null) return idleConnection(this.#options.firstLine(), this.#options.clock.now());
    const { second } = this.#companions;
    if (second === null || shown !== this.#link) return shown.connection();
    const { lineId, kind, phase, since, lastEventAt, problem } = second.connection();
    return { ...shown.connection(), other: { lineId, kind, phase, since, lastEventAt, problem } };
  }

  /** Opens or closes the other line as the lines' settings now want it. */
  pairUp(): void {
    const link = this.#link;
    if (link === null || !link.active || link.rehearsal) return;
    this.#companions.pair(link, this.#options.beside(link.line));
    this.#options.changed();
  }

  /** Whether opening this room would take another one's place in the show that is open. */
  replaces(wish: Wish): boolean {
    const show = this.#options.stage.show;
    return show !== null && show.state.status !== 'ended' && show.state.room !== null && !isSame(show, wish);
  }

  /** Resolves once the room has been found and is listened to; rejects with what a host can do about it. */
  open(wish: Wish): Promise<void> {
    const { stage } = this.#options;
    this.#candidate?.link.stop();
    this.#candidate?.attempt.succeed();
    const resumed = stage.show !== null && stage.show.state.status !== 'ended' && isSame(stage.show, wish);
    if (resumed) this.clockOffset.begin(stage.show?.state.clockAhead ?? null);
    const link = this.#make(wish, resumed);
    const attempt = new Attempt();
    this.#candidate = { link, wish, attempt };
    link.start(wish.username);
    return attempt.result;
  }

  /** After a start of the program: goes back to the room; what was missed since `from` becomes a gap. */
  resume(wish: Wish, from: number): void {
    this.missSince(from);
    void this.open(wish);
  }

  /** What happens from then on until a room is heard becomes a gap. */
  missSince(from: number): void {
    if (from > 0) this.#unheard.begin('restart', from);
  }

  close(): void {
    this.#candidate?.attempt.succeed();
    this.#candidate?.link.stop();
    this.#candidate = null;
    this.#leave();
  }

  /**
   * The session has ended: lets go of its room once the round is settled and what was sent before the end has had
   * time to arrive.
   */
  closeAfterEnd(): void {
    const { clock, stage } = this.#options;
    const { show } = stage;
    this.#stopLooking();
    this.#stopLooking = every(clock, LOOK_EVERY, () => {
      if (show === null || stage.show !== show) this.#stopLooking();
      else if (isOver(show.state) && clock.now() >= endOf(show.state) + LINGER) this.#leave();
    });
  }

  #leave(): void {
    this.#stopLooking();
    this.#companions.stop();
    this.#letGo();
  }

  /** Lets go of everything without a word in the journal: the start after this one goes on here. */
  shutDown(): void {
    this.#candidate?.link.stop();
    this.#candidate = null;
    this.#stopLooking();
    this.#companions.stop();
    this.#link?.stop();
  }

  /** Takes down what was missed until now, when nobody listens, or has just begun to again. */
  noteUnheard(): void {
    const gap = this.#unheard.take(this.#options.clock.now());
    if (gap !== null) this.#options.stage.show?.add([{ input: gap }], () => {});
  }

  #make(wish: Wish, resumed: boolean): RoomLink {
    const { stage, createSource } = this.#options;
    const source = createSource(wish.line);
    const link: RoomLink = new RoomLink(
      { ...this.#options, line: wish.line, source, resumed, rehearsal: wish.rehearsal !== null },
      {
        found: (found, facts) => this.#found(found, facts),
        timed: (at, sentAt) => this.clockOffset.sample(at, sentAt),
        arrived: (arrivals, done) => {
          if (this.#link !== link && !this.#companions.includes(link)) return true;
          const { show } = stage;
          if (show === null) return true;
          const wanted = this.#stream.filter(link, arrivals);
          return show.add([...this.#offsetFor(show, wanted), ...wanted], done);
        },
        changed: (changed, state) => this.#changed(changed, state),
        rested: (ms) => this.#options.rested(ms),
      },
    );
    return link;
  }

  /** The clock offset as an input before gifts, where the journal of the show has none or another one. */
  #offsetFor(show: Show, arrivals: readonly Arrival[]): Arrival[] {
    const gift = arrivals.find(({ input }) => input?.kind === 'gift')?.input;
    const { ahead } = this.clockOffset;
    if (gift === undefined || ahead === null) return [];
    const kept = this.#kept?.show === show ? this.#kept.ahead : show.state.clockAhead;
    if (kept !== null && Math.abs(ahead - kept) < LEAST_CHANGE) return [];
    this.#kept = { show, ahead };
    return [{ input: { kind: 'clockOffset', at: gift.at, ahead: Math.round(ahead) } }];
  }

  #letGo(): void {
    const link = this.#link;
    if (link === null) return;
    const { phase, since } = link.state;
    if (link.active) this.#unheard.begin('disconnect', this.#options.clock.now());
    else if (phase === 'failed') this.#unheard.begin('disconnect', since);
    if (link.active) link.stop();
  }

  #found(link: RoomLink, facts: RoomFacts): void {
    const candidate = this.#candidate;
    if (candidate?.link === link) {
      this.#candidate = null;
      try {
        this.#adopt(candidate);
      } catch (error) {
        candidate.attempt.fail(error instanceof RingsideError ? error.problem : { code: 'internal' });
        queueMicrotask(() => link.stop());
        return;
      }
    }
    if (this.#link !== link) return;
    const { clock, stage } = this.#options;
    const room: RoomInput = {
      kind: 'room',
      at: clock.now(),
      username: link.state.username,
      roomId: facts.roomId,
      ownerId: facts.ownerId,
      title: facts.title,
    };
    if (differs(stage.show?.state.room, room)) stage.show?.add([{ input: room }], () => {});
    // The call's answer comes after the room can be seen in the show.
    stage.show?.flush();
    candidate?.attempt.succeed();
  }

  #adopt({ link, wish }: Candidate): void {
    const { stage, clock } = this.#options;
    const show = stage.show;
    const facts = { lineId: wish.line.id, rehearsal: wish.rehearsal };
    const keeps = show !== null && show.state.status !== 'ended';
    const same = keeps && isSame(show, wish);
    if (same) {
      this.#companions.handOver(this.#link);
      if (!this.#companions.listening) this.#letGo();
    } else {
      if (keeps && stage.busy) {
        stage.checkRoom();
        const at = clock.now();
        const end = { kind: 'command', command: 'session', action: 'end', at, by: 'ringside' } as const;
        this.noteUnheard();
        show.command(end);
      }
      this.#companions.stop();
      this.#link?.stop();
      this.#unheard.forget();
      this.#stream.reset();
      // Another room may be on another platform: a rehearsal's is this computer.
      this.clockOffset.reset();
    }
    this.#resumed = same;
    this.#link = link;
    if (show === null || show.state.status === 'ended') stage.begin(facts);
    else show.setFacts({ ...show.facts, ...facts, closed: false });
  }

  #changed(link: RoomLink, state: ClientState): void {
    const candidate = this.#candidate;
    if (candidate?.link === link && state.problem !== null) {
      candidate.attempt.fail(state.problem);
      // With a room at work nothing is tried in its back; without one, trying goes on and is shown.
      if (this.#link?.active) {
        this.#candidate = null;
        queueMicrotask(() => link.stop());
      }
    }
    this.#stream.changed(link, state.phase, this.#options.clock.now());
    const nobody = !this.#companions.listening && !this.#stream.isUp(this.#link);
    if (nobody && this.#companions.includes(link)) this.#unheard.begin('disconnect', state.since);
    if (link === this.#link) {
      if (state.phase === 'live' || state.problem !== null) this.#besides(state);
      if (state.phase === 'live') this.noteUnheard();
    }
    if (link === this.shown || link === this.#companions.second) this.#options.changed();
  }

  /** With the own line live the one before is left; the other is opened then, or when the own has trouble. */
  #besides({ phase }: ClientState): void {
    queueMicrotask(() => {
      if (phase === 'live') this.#companions.handedOver();
      if (this.#companions.second === null) this.pairUp();
    });
  }

  /** The disk was full for so long that the memory was too: the room is listened to again. */
  #reopenAfterOverflow(): void {
    const link = this.#link;
    const show = this.#options.stage.show;
    if (link === null || show === null || !link.overflowed) return;
    this.#unheard.begin('disconnect', link.state.since);
    const { line, state } = link;
    void this.open({ username: state.username, line, rehearsal: show.facts.rehearsal });
  }
}
