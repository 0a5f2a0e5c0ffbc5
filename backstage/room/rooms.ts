import type { Connection, Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { GapCause, RoomInput } from '#shared/contract/input.ts';
import { endOf, isOver } from '#shared/game/sessionStatus.ts';
import type { AttemptBudget } from '#shared/live/budget.ts';
import type { ClientState, ClientTimes } from '#shared/live/clientTypes.ts';
import { GapTracker } from '#shared/live/gapTracker.ts';
import type { GiftMessage } from '#shared/live/messages.ts';
import type { FrameSource, OpenSocket, RoomFacts } from '#shared/live/source.ts';
import { type Clock, every } from '../clock.ts';
import type { Arrival } from '../show/intake.ts';
import type { Show } from '../show/show.ts';
import type { ShowManager } from '../showManager.ts';
import { ClockOffset } from './clockOffset.ts';
import { idleConnection, RoomLink } from './roomLink.ts';
import { isRoomOf, type RoomRequest, roomChanged } from './roomRequest.ts';
import { Deduplicator, StandbyLinks } from './standbyLinks.ts';

interface RoomsOptions {
  shows: ShowManager;
  clock: Clock;
  random: () => number;
  createSource: (line: Line) => FrameSource;
  openSocket: OpenSocket;
  times?: Partial<ClientTimes> | undefined;
  recordAll: boolean;
  changed: () => void;
  /** The room exceeds its budget and is not read for `ms`. */
  paused: (ms: number) => void;
  /** A gift with an image arrived. */
  pictured?: ((gift: GiftMessage) => void) | undefined;
  /** The limit of attempts for a room on a line; undefined for none. */
  budgetOf?: ((line: Line, username: string) => AttemptBudget | undefined) | undefined;
  firstLine: () => Line;
  /** The second line to keep open beside a line; null for none. */
  secondLine: (line: Line) => Line | null;
}

/** Smallest change of the clock offset (ms) that is stored as an input. */
const MIN_OFFSET_CHANGE = 50;

/** How long after the end of a session (ms) to wait for gifts that were sent before it. */
export const LINGER = 3000;
/** How often to check whether an ended session is settled (ms). */
const CHECK_EVERY = 500;

/** A requested room that has not been found yet. `found` settles the caller's promise. */
interface Candidate {
  link: RoomLink;
  request: RoomRequest;
  /** Whether the program goes back to the room of its show after a start, also after the end of the session. */
  resumes: boolean;
  found: PromiseWithResolvers<void>;
  /** What arrives while the show is being prepared for the found room; null before the room is found. */
  held: { arrivals: Arrival[]; done: () => void }[] | null;
}

/**
 * Manages the room of the open show. A new room replaces the current one only after it has been found, so that a
 * mistyped name does not interrupt a running show.
 */
export class Rooms {
  readonly #options: RoomsOptions;
  #link: RoomLink | null = null;
  #candidate: Candidate | null = null;
  readonly #deduplicator = new Deduplicator();
  readonly #standby: StandbyLinks;
  /** Whether the show had received its room before the current link. */
  #resumed = false;
  /** Tracks the time in which no link of the show is live. */
  readonly #gaps = new GapTracker<GapCause>();
  #stopChecking = () => {};
  /** How far this clock is ahead of the platform's, from all rooms and lines. */
  readonly clockOffset = new ClockOffset();
  /** The offset that is stored in a show's journal. */
  #storedOffset: { show: Show; ahead: number } | null = null;

  constructor(options: RoomsOptions) {
    this.#options = options;
    this.#standby = new StandbyLinks(this.#deduplicator, options.clock, (line) =>
      this.#createLink({ username: this.#link?.state.username ?? '', line, rehearsal: null }, this.#resumed),
    );
    options.shows.onFreed(() => this.#reopenAfterOverflow());
  }

  /** The link that screens show: the show's room, or the requested room if the show has none. */
  get shown(): RoomLink | null {
    return this.#link?.active ? this.#link : (this.#candidate?.link ?? this.#link);
  }

  get connection(): Connection {
    const { shown } = this;
    if (shown === null) return idleConnection(this.#options.firstLine(), this.#options.clock.now());
    const { second } = this.#standby;
    if (second === null || shown !== this.#link) return shown.connection();
    const { lineId, kind, phase, since, lastEventAt, problem } = second.connection();
    return { ...shown.connection(), other: { lineId, kind, phase, since, lastEventAt, problem } };
  }

  /** Shows the pages of the lines that wait for a person. */
  showPage(): void {
    this.shown?.showPage();
    this.#standby.second?.showPage();
  }

  /** Opens or closes the second line according to the settings. */
  updateSecondLine(): void {
    const link = this.#link;
    if (link === null || !link.active || link.rehearsal) return;
    this.#standby.pair(link, this.#options.secondLine(link.line));
    this.#options.changed();
  }

  /** Whether the request would replace another room of the running show. */
  replaces(request: RoomRequest): boolean {
    const show = this.#options.shows.current;
    return (
      show !== null && show.state.status !== 'ended' && show.state.room !== null && !isRoomOf(show, request)
    );
  }

  /** Opens a room. Resolves once the room is found; rejects with a RingsideError that tells the host what to do. */
  open(request: RoomRequest): Promise<void> {
    return this.#open(request, false);
  }

  /** Waits until the room is live, then opens it. Closes the room that is connected. */
  wait(request: RoomRequest): void {
    const { link, found } = this.#prepare(request, false);
    if (this.#link?.active) this.#leave();
    found.resolve();
    link.wait(request.username);
  }

  #open(request: RoomRequest, resumes: boolean): Promise<void> {
    const { link, found } = this.#prepare(request, resumes);
    link.start(request.username);
    return found.promise;
  }

  /** Makes the candidate for a request; replaces the one before. */
  #prepare(request: RoomRequest, resumes: boolean): Candidate {
    const { shows } = this.#options;
    this.#candidate?.link.stop();
    this.#candidate?.found.resolve();
    const resumed = goesOn(shows.current, resumes) && isRoomOf(shows.current, request);
    if (resumed) this.clockOffset.begin(shows.current.state.clockAhead);
    const link = this.#createLink(request, resumed);
    const found = Promise.withResolvers<void>();
    // A resumed show opens its room by itself: nobody may be waiting.
    found.promise.catch(() => {});
    this.#candidate = { link, request, resumes, found, held: null };
    return this.#candidate;
  }

  /**
   * Opens the room of a resumed show, even while it waits for gifts that were sent before the end of its session. The
   * time since `from` becomes a gap.
   */
  resume(request: RoomRequest, from: number): void {
    this.missSince(from);
    void this.#open(request, true);
    if (this.#options.shows.current?.state.status === 'ended') this.closeAfterEnd();
  }

  /** The time from `from` until a link is live becomes a gap. */
  missSince(from: number): void {
    if (from > 0) this.#gaps.begin('restart', from);
  }

  close(): void {
    this.#candidate?.found.resolve();
    this.#candidate?.link.stop();
    this.#candidate = null;
    this.#leave();
  }

  /** Leaves the room of an ended session once the round is settled and late messages have had time to arrive. */
  closeAfterEnd(): void {
    const { clock, shows } = this.#options;
    const show = shows.current;
    this.#stopChecking();
    this.#stopChecking = every(clock, CHECK_EVERY, () => {
      if (show === null || shows.current !== show) this.#stopChecking();
      else if (isOver(show.state) && clock.now() >= endOf(show.state) + LINGER) {
        if (this.#candidate?.resumes === true) {
          this.#candidate.link.stop();
          this.#candidate = null;
        }
        this.storeGap();
        this.#leave();
      }
    });
  }

  #leave(): void {
    this.#stopChecking();
    this.#standby.stop();
    this.#stopLink();
  }

  /** Closes all links without an input in the journal: the next start resumes here. */
  shutDown(): void {
    this.#candidate?.link.stop();
    this.#candidate = null;
    this.#stopChecking();
    this.#standby.stop();
    this.#link?.stop();
  }

  /** Stores the open gap, if any, as an input. */
  storeGap(): void {
    const { clock, shows } = this.#options;
    const at = clock.now();
    const gap = this.#gaps.end(at);
    if (gap !== null) shows.current?.add([{ input: { kind: 'gap', at, ...gap, detail: '' } }], () => {});
  }

  #createLink(request: RoomRequest, resumed: boolean): RoomLink {
    const { createSource } = this.#options;
    const source = createSource(request.line);
    const link: RoomLink = new RoomLink(
      {
        ...this.#options,
        line: request.line,
        source,
        resumed,
        rehearsal: request.rehearsal !== null,
        budget: this.#options.budgetOf?.(request.line, request.username),
      },
      {
        found: (found, facts) => this.#found(found, facts),
        timed: (at, sentAt) => this.clockOffset.sample(at, sentAt),
        arrived: (arrivals, done) => this.#arrived(link, arrivals, done),
        changed: (changed, state) => this.#changed(changed, state),
        paused: (ms) => this.#options.paused(ms),
        pictured: (gift) => this.#options.pictured?.(gift),
      },
    );
    return link;
  }

  /** Returns the clock offset as an input, if the arrivals contain a gift and the journal has no such offset yet. */
  #offsetFor(show: Show, arrivals: readonly Arrival[]): Arrival[] {
    const gift = arrivals.find(({ input }) => input?.kind === 'gift')?.input;
    const { ahead } = this.clockOffset;
    if (gift === undefined || ahead === null) return [];
    const stored = this.#storedOffset?.show === show ? this.#storedOffset.ahead : show.state.clockAhead;
    if (stored !== null && Math.abs(ahead - stored) < MIN_OFFSET_CHANGE) return [];
    this.#storedOffset = { show, ahead };
    return [{ input: { kind: 'clockOffset', at: gift.at, ahead: Math.round(ahead) } }];
  }

  #stopLink(): void {
    const link = this.#link;
    if (link === null) return;
    const { phase, since } = link.state;
    if (link.active) this.#gaps.begin('disconnect', this.#options.clock.now());
    else if (phase === 'failed') this.#gaps.begin('disconnect', since);
    if (link.active) link.stop();
  }

  /** Queues what arrived. Returns false if the queue is full. */
  #arrived(link: RoomLink, arrivals: Arrival[], done: () => void): boolean {
    const candidate = this.#candidate;
    if (candidate?.link === link && candidate.held !== null) {
      candidate.held.push({ arrivals, done });
      return true;
    }
    if (this.#link !== link && !this.#standby.includes(link)) return true;
    const show = this.#options.shows.current;
    if (show === null) {
      if (arrivals.length === 0) done();
      return true;
    }
    const wanted = this.#deduplicator.filter(link, arrivals);
    const isQueued = show.add([...this.#offsetFor(show, wanted), ...wanted], done);
    if (!isQueued) void this.#reopenOnceStored(show);
    return isQueued;
  }

  #found(link: RoomLink, facts: RoomFacts): void {
    const candidate = this.#candidate;
    if (candidate?.link !== link) {
      if (this.#link === link) void this.#enter(link, facts);
      return;
    }
    // The room of a candidate that is being adopted was found again.
    if (candidate.held !== null) return;
    const adopt = () => {
      // The operator has closed the room or asked for another one meanwhile.
      if (this.#candidate !== candidate) return;
      this.#candidate = null;
      this.#adopt(candidate);
      void this.#enter(link, facts, candidate.held ?? []).then(
        candidate.found.resolve,
        candidate.found.reject,
      );
    };
    const fail = (error: unknown) => {
      if (this.#candidate === candidate) this.#candidate = null;
      candidate.found.reject(error instanceof RingsideError ? error : new RingsideError('internal'));
      queueMicrotask(() => link.stop());
    };
    try {
      if (this.#isSame(candidate) || this.#options.shows.current === null) adopt();
      else {
        candidate.held = [];
        void this.#endOther(candidate)
          .then(() => {
            adopt();
            this.#options.changed();
          })
          .catch(fail);
      }
    } catch (error) {
      fail(error);
    }
  }

  /** Stores the facts about the room of the show, and then what arrived before. Resolves when screens know the room. */
  async #enter(link: RoomLink, facts: RoomFacts, held: Candidate['held'] = []): Promise<void> {
    const { clock, shows } = this.#options;
    const room: RoomInput = {
      kind: 'room',
      at: clock.now(),
      username: link.state.username,
      roomId: facts.roomId,
      ownerId: facts.ownerId,
      title: facts.title,
    };
    if (roomChanged(shows.current?.state.room, room)) shows.current?.add([{ input: room }], () => {});
    for (const { arrivals, done } of held ?? []) this.#arrived(link, arrivals, done);
    await shows.current?.flush();
  }

  /** Whether the found room belongs to the open show. */
  #isSame({ request, resumes }: Candidate): boolean {
    const show = this.#options.shows.current;
    return goesOn(show, resumes) && isRoomOf(show, request);
  }

  /** Ends the session of another room, and stores everything that a new show closes. */
  async #endOther(candidate: Candidate): Promise<void> {
    const { shows, clock } = this.#options;
    const show = shows.current;
    if (goesOn(show, candidate.resumes) && shows.busy) {
      shows.checkDiskSpace();
      const at = clock.now();
      const end = { kind: 'command', command: 'session', action: 'end', at, by: 'ringside' } as const;
      this.storeGap();
      await show.command(end);
    }
    await shows.settleEnded();
  }

  #adopt(candidate: Candidate): void {
    const { shows, clock } = this.#options;
    const { link, request } = candidate;
    const show = shows.current;
    const facts = { lineId: request.line.id, rehearsal: request.rehearsal };
    const same = this.#isSame(candidate);
    if (same) {
      this.#standby.handOver(this.#link);
      if (!this.#standby.listening) this.#stopLink();
    } else {
      this.#standby.stop();
      this.#link?.stop();
      this.#gaps.end(clock.now());
      this.#deduplicator.reset();
      // Another room may be on another platform: a rehearsal runs on this computer.
      this.clockOffset.reset();
    }
    this.#resumed = same;
    this.#link = link;
    if (show !== null && (same || (show.state.status !== 'ended' && !changesKind(show, request))))
      show.setFacts({ ...show.facts, ...facts, closed: false });
    else shows.begin(facts);
  }

  #changed(link: RoomLink, state: ClientState): void {
    const candidate = this.#candidate;
    if (candidate?.link === link && state.problem !== null) {
      // A page that could not be looked up waits for a person: screens show what to do there.
      const asks = state.phase === 'blocked' && state.nextTryAt === null;
      if (asks && !this.#link?.active) candidate.found.resolve();
      candidate.found.reject(RingsideError.of(state.problem));
      // Stop looking while another room is running. Otherwise keep trying and show the attempts.
      if (this.#link?.active) {
        this.#candidate = null;
        queueMicrotask(() => link.stop());
      }
    }
    this.#deduplicator.changed(link, state.phase, this.#options.clock.now());
    const noneLive = !this.#standby.listening && !this.#deduplicator.isUp(this.#link);
    if (noneLive && this.#standby.includes(link)) this.#gaps.begin('disconnect', state.since);
    if (link === this.#link) {
      if (state.phase === 'live' || state.problem !== null) this.#updateStandby(state);
      if (state.phase === 'live') this.storeGap();
    }
    if (link === this.shown || link === this.#standby.second) this.#options.changed();
  }

  /**
   * Closes former links when the main link is live. Opens the second line then, or when the main link has a problem.
   */
  #updateStandby({ phase }: ClientState): void {
    queueMicrotask(() => {
      if (phase === 'live') this.#standby.handedOver();
      if (this.#standby.second === null) this.updateSecondLine();
    });
  }

  /** Reopens the room once a full queue is stored. If the disk refuses writes, `onFreed` reopens it later. */
  async #reopenOnceStored(show: Show): Promise<void> {
    if (await show.flush()) this.#reopenAfterOverflow();
  }

  /** Reopens a room that was left because memory was full, unless another room has been asked for. */
  #reopenAfterOverflow(): void {
    const link = this.#link;
    const show = this.#options.shows.current;
    if (link === null || show === null || !link.overflowed || this.#candidate !== null) return;
    this.#gaps.begin('disconnect', link.state.since);
    const { line, state } = link;
    void this.open({ username: state.username, line, rehearsal: show.facts.rehearsal });
  }
}

/** Whether one of the rooms of the show and the request is a rehearsal's: made-up gifts never get into a real show. */
function changesKind(show: Show, request: RoomRequest): boolean {
  return show.state.room !== null && (show.facts.rehearsal === null) !== (request.rehearsal === null);
}

/** Whether a newly opened room belongs to this show. After the end of the session, only a resumed room does. */
function goesOn(show: Show | null, resumes: boolean): show is Show {
  return show !== null && (resumes || show.state.status !== 'ended');
}

/** Whether gifts that were sent before the end of the show's session may still arrive, or the session goes on. */
export function awaitsGifts({ state }: Show, now: number): boolean {
  return state.status !== 'ended' || now < endOf(state) + LINGER;
}
