import type { Connection, Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { GapCause, Input, RoomInput } from '#shared/contract/input.ts';
import type { ClientState, ClientTimes } from '#shared/live/clientTypes.ts';
import type { OpenSocket } from '#shared/live/socket.ts';
import type { FrameSource, RoomFacts } from '#shared/live/source.ts';
import { sameUsername } from '#shared/live/username.ts';
import type { Clock } from '../clock.ts';
import type { RehearsalFacts } from '../show/facts.ts';
import type { Show } from '../show/show.ts';
import type { Stage } from '../stage.ts';
import { Attempt } from './attempt.ts';
import { idleConnection, RoomLink } from './roomLink.ts';

export interface RoomsOptions {
  stage: Stage;
  clock: Clock;
  random: () => number;
  createSource: (line: Line) => FrameSource;
  openSocket: OpenSocket;
  times?: Partial<ClientTimes> | undefined;
  recordAll: boolean;
  changed: () => void;
  firstLine: () => Line;
}

/** A room to listen to: by which line, under which name, and whose show it is. */
export interface Wish {
  username: string;
  line: Line;
  rehearsal: RehearsalFacts | null;
}

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
  /** Since when nobody has listened for the show that is open, and why; null while somebody does. */
  #unheard: { cause: GapCause; from: number } | null = null;

  constructor(options: RoomsOptions) {
    this.#options = options;
    options.stage.onFreed(() => this.#reopenAfterOverflow());
  }

  /** What is shown: the room of the show; or the one that is being looked for, when there is no such. */
  get shown(): RoomLink | null {
    return this.#link?.active ? this.#link : (this.#candidate?.link ?? this.#link);
  }

  get connection(): Connection {
    return this.shown?.connection() ?? idleConnection(this.#options.firstLine(), this.#options.clock.now());
  }

  /** Whether opening this room would take another one's place in the show that is open. */
  replaces(wish: Wish): boolean {
    const show = this.#options.stage.show;
    return show !== null && show.state.status !== 'ended' && show.state.room !== null && !isSame(show, wish);
  }

  /** Resolves once the room has been found and is listened to; rejects with what a host can do about it. */
  open(wish: Wish): Promise<void> {
    const { stage } = this.#options;
    const source = this.#options.createSource(wish.line);
    this.#candidate?.link.stop();
    this.#candidate?.attempt.succeed();
    const resumed = stage.show !== null && stage.show.state.status !== 'ended' && isSame(stage.show, wish);
    const link = new RoomLink(
      { ...this.#options, line: wish.line, source, resumed, rehearsal: wish.rehearsal !== null },
      {
        found: (found, facts) => this.#found(found, facts),
        arrived: (arrivals, done) => (this.#link === link ? (stage.show?.add(arrivals, done) ?? true) : true),
        changed: (changed, state) => this.#changed(changed, state),
      },
    );
    const attempt = new Attempt();
    this.#candidate = { link, wish, attempt };
    link.start(wish.username);
    return attempt.result;
  }

  /** After a start of the program: goes back to the room; what was missed since `from` becomes a gap. */
  resume(wish: Wish, from: number): void {
    if (from > 0) this.#unheard = { cause: 'restart', from };
    void this.open(wish);
  }

  close(): void {
    this.#candidate?.attempt.succeed();
    this.#candidate?.link.stop();
    this.#candidate = null;
    this.#letGo();
  }

  /** Lets go of everything without a word in the journal: the start after this one goes on here. */
  shutDown(): void {
    this.#candidate?.link.stop();
    this.#candidate = null;
    this.#link?.stop();
  }

  /** Takes down what was missed until now, when nobody listens: the show is about to end. */
  noteUnheard(): void {
    const gap = this.#takeUnheard();
    if (gap !== null) this.#options.stage.show?.add([{ input: gap }], () => {});
  }

  #letGo(): void {
    const link = this.#link;
    if (link === null) return;
    const { phase, since } = link.state;
    if (link.active) this.#unheard ??= { cause: 'disconnect', from: this.#options.clock.now() };
    else if (phase === 'failed') this.#unheard ??= { cause: 'disconnect', from: since };
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
    const known = stage.show?.state.room;
    if (known === undefined || known === null || differs(known, room)) {
      stage.show?.add([{ input: room }], () => {});
    }
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
    if (same) this.#letGo();
    else {
      if (keeps && stage.busy) {
        const end = {
          kind: 'command',
          command: 'session',
          action: 'end',
          at: clock.now(),
          by: 'ringside',
        } as const;
        this.noteUnheard();
        show.command(end);
      }
      this.#link?.stop();
      this.#unheard = null;
    }
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
    if (link === this.#link && state.phase === 'live') {
      const gap = this.#takeUnheard();
      if (gap !== null) this.#options.stage.show?.add([{ input: gap }], () => {});
    }
    if (link === this.shown) this.#options.changed();
  }

  #takeUnheard(): Input | null {
    const unheard = this.#unheard;
    this.#unheard = null;
    if (unheard === null) return null;
    const now = this.#options.clock.now();
    return { kind: 'gap', at: now, cause: unheard.cause, from: unheard.from, until: now, detail: '' };
  }

  /** The disk was full for so long that the memory was too: the room is listened to again. */
  #reopenAfterOverflow(): void {
    const link = this.#link;
    const show = this.#options.stage.show;
    if (link === null || show === null || !link.overflowed) return;
    this.#unheard ??= { cause: 'disconnect', from: link.state.since };
    const { line, state } = link;
    void this.open({ username: state.username, line, rehearsal: show.facts.rehearsal });
  }
}

function isSame(show: Show, wish: Wish): boolean {
  const room = show.state.room;
  const rehearsed = (show.facts.rehearsal === null) === (wish.rehearsal === null);
  return room !== null && rehearsed && sameUsername(room.username, wish.username);
}

function differs(one: RoomInput, other: RoomInput): boolean {
  return (
    one.roomId !== other.roomId ||
    one.ownerId !== other.ownerId ||
    one.title !== other.title ||
    !sameUsername(one.username, other.username)
  );
}
