import type { Problem } from '../contract/error.ts';
import { type Attempt, Budget, roomBudget } from './budget.ts';
import { CancellableStep } from './cancellableStep.ts';
import {
  type ClientOptions,
  type ClientState,
  ClientStatus,
  type ClientTimes,
  type Gap,
} from './clientTypes.ts';
import { ackFrame, RoomConnection } from './connection.ts';
import { type DecodedFrame, FrameDecoder } from './frameDecoder.ts';
import { GapTracker } from './gapTracker.ts';
import { Inspection } from './inspection.ts';
import type { FetchResult, LiveMessage } from './messages.ts';
import { RecentIds } from './recentIds.ts';
import {
  type Opening,
  positionAfter,
  type ResumePoint,
  type RoomFacts,
  type SocketEnd,
  Unanswered,
  unknownPosition,
  unknownRoom,
} from './source.ts';
import { backoff, type Trouble, troubleOfEnd, troubleOfError, waitAfterRefusal } from './trouble.ts';
import { cleanUsername, sameUsername } from './username.ts';

const DEFAULT_TIMES: ClientTimes = {
  silentAfter: 15_000,
  deadAfter: 60_000,
  tryFor: 20_000,
  lookEvery: 45_000,
  lookLaterEvery: 180_000,
  lingerFor: 3000,
};

/** After this time (ms) of waiting, a room is looked up less often. */
const LOOK_OFTEN_FOR = 3_600_000;

/**
 * Receives one room's frames: looks the room up, connects, and reconnects after every interruption until the room ends
 * or `stop` is called. Sockets, clock and randomness are options.
 */
export class RoomClient {
  readonly #options: ClientOptions;
  readonly #times: ClientTimes;
  readonly #decoder: FrameDecoder;
  readonly #gaps = new GapTracker<Gap['cause']>();
  readonly #budget: Budget;
  readonly inspection: Inspection;
  readonly #status: ClientStatus;
  #room: RoomFacts | undefined;
  #resume: ResumePoint | undefined;
  #resumed: boolean;
  #connection: RoomConnection | undefined;
  /** The last connection by which data of the room arrived. */
  #confirmed: RoomConnection | undefined;
  readonly #step: CancellableStep;
  /** When the client began to wait for the room to go live (ms); null if it does not wait. */
  #waitingSince: number | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#times = { ...DEFAULT_TIMES, ...options.times };
    this.inspection = options.inspection ?? new Inspection();
    const seen = options.seen ?? new RecentIds();
    this.#decoder = new FrameDecoder({ gunzip: options.gunzip, inspection: this.inspection, seen });
    this.#budget = new Budget(roomBudget, options.clock.now());
    this.#step = new CancellableStep(options.clock);
    this.#resumed = options.resumed ?? false;
    this.#status = new ClientStatus(options.clock.now, () => options.onState(this.state));
  }

  get state(): ClientState {
    return this.#status.report(this.#decoder.stats);
  }

  /**
   * Starts receiving the room of a username as a host typed it. Replaces the current room.
   * @throws RingsideError username.required, username.invalid
   */
  start(typedUsername: string): void {
    this.#begin(typedUsername, false);
  }

  /**
   * Like `start`, but looks a room that is not live up again until it is live.
   * @throws RingsideError username.required, username.invalid
   */
  wait(typedUsername: string): void {
    this.#begin(typedUsername, true);
  }

  #begin(typedUsername: string, waits: boolean): void {
    const username = cleanUsername(typedUsername);
    if (!sameUsername(username, this.#status.username)) this.#forgetRoom();
    else if (this.#connection?.opened) this.#gaps.begin('disconnect', this.#connection.lastFrameAt);
    this.#disconnect();
    this.#status.username = username;
    this.#status.clearProblem();
    this.#waitingSince = waits ? this.#now() : null;
    this.#resolve();
  }

  /** Stops receiving. Only state changes are reported after that. */
  stop(): void {
    this.#disconnect();
    this.#options.source.close?.();
    this.#endGap();
    this.#status.clearProblem();
    this.#waitingSince = null;
    this.#status.enter('idle');
  }

  #resolve(): void {
    if (this.#holds('lookUp', () => this.#resolve())) return;
    const spent = this.#options.budget?.spend('lookUp', this.#now());
    this.#status.enter(this.#waitingSince === null ? 'resolving' : 'waiting');
    const { source } = this.#options;
    this.#try(
      (signal) => source.resolve(this.#status.username, signal),
      (room) => {
        // Only failed look-ups count against the budget.
        if (room === unknownRoom) spent?.failed();
        else spent?.giveBack();
        this.#found(room);
      },
      (trouble, error) => {
        if (error instanceof Unanswered) spent?.giveBack();
        else spent?.failed();
        this.#renewIfAsked(trouble);
        this.#retry(trouble);
      },
    );
  }

  /** Postpones an attempt that exceeds the room's budget. Returns whether it did. */
  #holds(attempt: Attempt, run: () => void): boolean {
    const now = this.#now();
    const wait = this.#options.budget?.wait(attempt, now) ?? 0;
    if (wait === 0) return false;
    this.#status.problem = { code: 'room.paced', params: { minutes: Math.ceil(wait / 60_000) } };
    this.#status.nextTryAt = now + wait;
    this.#status.enter(this.#waitingSince === null ? 'blocked' : 'waiting');
    this.#step.later(wait, () => {
      this.#status.nextTryAt = null;
      run();
    });
    return true;
  }

  #found = (room: RoomFacts): void => {
    if (this.#isMistaken(room)) return;
    if (room.live) {
      if (room !== unknownRoom) this.#learn(room);
      this.#connect(room, true);
    } else if (this.#waitingSince !== null) this.#lookLater(this.#waitingSince, null);
    else if (this.#gaps.open) this.#finish('ended', { code: 'room.ended' });
    else this.#finish('failed', { code: 'room.notLive' });
  };

  /** Reports a room of another username as a problem. Returns whether it is one. */
  #isMistaken({ ownerUsername: username }: RoomFacts): boolean {
    if (username === '' || sameUsername(username, this.#status.username)) return false;
    this.#retry({ kind: 'final', problem: { code: 'username.mismatch', params: { username } } });
    return true;
  }

  /** Stores the facts of the live room. */
  #learn(room: RoomFacts): void {
    if (room.roomId !== this.#room?.roomId) this.#resume = undefined;
    this.#room = room;
    this.#status.roomId = room.roomId;
    this.#waitingSince = null;
    this.#options.onRoom(room);
  }

  /** Schedules another look-up of the awaited room. `problem`: why the last look-up failed. */
  #lookLater(since: number, problem: Problem | null, atLeast = 0): void {
    const now = this.#now();
    const { lookEvery, lookLaterEvery } = this.#times;
    const every = now - since < LOOK_OFTEN_FOR ? lookEvery : lookLaterEvery;
    // A jitter of 20% spreads the requests of many waiting clients.
    const wait = Math.max(atLeast, Math.round(every * (0.8 + 0.4 * this.#options.random())));
    this.#status.problem = problem;
    this.#status.nextTryAt = now + wait;
    this.#status.enter('waiting');
    this.#step.later(wait, () => {
      this.#status.nextTryAt = null;
      this.#resolve();
    });
  }

  /** Connects to a room. `lookedUp`: it was looked up just before. */
  #connect(room: RoomFacts, lookedUp: boolean): void {
    if (this.#holds('socket', () => this.#resolve())) return;
    this.#status.enter(this.#waitingSince === null ? 'connecting' : 'waiting');
    const resume = this.#resume ?? (this.#resumed ? unknownPosition : undefined);
    this.#try(
      (signal) => this.#options.source.open(room, resume, signal),
      (opening) => this.#open(room, opening, lookedUp),
      (trouble) => this.#notConnected(room, trouble, lookedUp),
    );
  }

  #try<T>(
    run: (signal: AbortSignal) => Promise<T>,
    done: (result: T) => void,
    failed: (trouble: Trouble, error: unknown) => void,
  ): void {
    void this.#step.run(this.#times.tryFor, run, done, (error) => {
      failed(troubleOfError(error, this.#status.attempt + 1, this.#options.random), error);
    });
  }

  #open(room: RoomFacts, opening: Opening, lookedUp: boolean): void {
    const { clock, source } = this.#options;
    const { openSocket = this.#options.openSocket, startLimit = this.#times.tryFor } = source;
    // Drop messages of other rooms, which a page may show briefly. A WebSocket serves one room only.
    const isPage = source.openSocket !== undefined;
    this.#decoder.onlyRoom = isPage ? room.roomId : '';
    let found = room;
    let resumed = this.#resumed;
    const cursor = this.#resume?.cursor ?? '';
    const spent = this.#options.budget?.spend('socket', this.#now());
    const connection = new RoomConnection(
      {
        roomId: room.roomId,
        cursor,
        opening,
        openSocket,
        clock,
        times: { ...this.#times, tryFor: startLimit },
      },
      {
        onOpen: () => {
          this.#endGap();
          this.#status.problem = null;
          this.#status.enter('live');
          if (opening.firstResult !== undefined) {
            this.#handle(
              this.#decoder.decodeResult(opening.firstResult, resumed, ''),
              connection,
              connection.lastFrameAt,
            );
          }
        },
        onRoom: (facts) => {
          if (this.#connection !== connection) return;
          if (this.#isMistaken(facts)) {
            this.#connection = undefined;
            connection.close();
            return;
          }
          found = facts;
          this.#decoder.onlyRoom = facts.roomId;
          this.#learn(facts);
        },
        onResumed: () => {
          resumed = true;
        },
        onFrame: (bytes, before) => this.#handle(this.#decoder.decode(bytes, resumed), connection, before),
        onBlocked: (problem) => {
          this.#status.problem = problem;
          this.#status.enter('blocked');
        },
        onSilent: () => {
          if (this.#status.phase === 'live') this.#status.enter('silent');
        },
        onEnd: (end) => {
          if (!connection.opened) {
            if (isUnanswered(end)) spent?.giveBack();
            else spent?.failed();
          }
          this.#ended(connection, found, end === 'timeout' && isPage ? noSocket : end, lookedUp);
        },
      },
    );
    this.#connection = connection;
  }

  /** Handles one frame. `before` is the arrival time (ms) of the previous frame: the earliest start of a gap. */
  #handle(frame: DecodedFrame, connection: RoomConnection, before: number): void {
    const at = this.#now();
    const pause = this.#budget.take(frame.size.bytes, frame.size.messages, at);
    if (pause > 0) {
      connection.pause(pause);
      this.#options.onPause?.(pause);
    }
    if (frame.lost !== undefined)
      this.#options.onGap({ cause: 'badFrame', from: before, until: at, ...frame.lost });
    if (this.#status.attempt > 0) {
      this.#status.attempt = 0;
      this.#status.enter(this.#status.phase);
    }
    const { result } = frame;
    if (result === undefined) return;
    this.#resumed = true;
    if (this.#confirmed !== connection) {
      this.#confirmed = connection;
      this.#options.source.ways?.worked();
    }
    this.#resume = positionAfter(result, frame.logId);
    connection.setHeartbeat(result.heartbeatDuration);
    if (result.messages.length > 0) {
      this.#status.lastEventAt = at;
      connection.messageReceived();
      if (this.#status.phase === 'silent') this.#status.enter('live');
    }
    const ack = acknowledgement(connection, frame.logId, result);
    const sentAt = latestSendTime(result, frame.messages);
    this.#options.onFrame({ at, sentAt, messages: frame.messages, raw: frame.raw, ack });
    if (frame.messages.some(isEnd)) {
      this.#lingerAfterEnd(connection);
    }
  }

  /** The room announced its end: stay connected for a moment, because gifts may still be on their way. */
  #lingerAfterEnd(connection: RoomConnection): void {
    if (this.#status.phase === 'ended' || this.#connection !== connection) return;
    this.#status.problem = { code: 'room.ended' };
    this.#status.enter('ended');
    this.#step.later(this.#times.lingerFor, () => this.#disconnect());
  }

  #ended(
    connection: RoomConnection,
    room: RoomFacts,
    end: SocketEnd | 'dead' | 'timeout',
    lookedUp: boolean,
  ): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    if (this.#status.phase === 'ended') return;
    if (connection.opened)
      this.#gaps.begin(end === 'dead' ? 'silence' : 'disconnect', connection.lastFrameAt);
    const trouble = troubleOfEnd(end, this.#status.attempt + 1, this.#options.random);
    this.#notConnected(room, trouble, lookedUp, end === 'dead');
  }

  /** If the platform refused this way, tries another one at once. Otherwise waits and retries. */
  #notConnected(room: RoomFacts, trouble: Trouble, lookedUp: boolean, lookUpFirst = false): void {
    this.#renewIfAsked(trouble);
    const refusal = this.#options.source.ways?.refused(trouble.problem, lookedUp) ?? 'keep';
    if (refusal === 'next') {
      this.#status.problem = null;
      this.#connect(room, lookedUp);
    } else if (refusal === 'exhausted' && trouble.kind === 'final') {
      const { problem } = trouble;
      this.#retry(waitAfterRefusal(problem, this.#status.attempt + 1, this.#options.random), lookUpFirst);
    } else this.#retry(trouble, lookUpFirst);
  }

  #renewIfAsked(trouble: Trouble): void {
    if (trouble.kind === 'blocked' && trouble.renew) this.#options.source.renew();
  }

  /**
   * Waits and retries. Gives up on a final trouble, but not during an interruption: one wrong answer must not end a
   * running show. `lookUpFirst` looks the room up before connecting.
   */
  #retry(failed: Trouble, lookUpFirst = false): void {
    const { ways } = this.#options.source;
    const trouble = { ...failed, problem: ways?.advice(failed.problem) ?? failed.problem };
    if (this.#waitingSince !== null && mayPass(trouble)) {
      const notLive = offAir.includes(trouble.problem.code);
      const atLeast = trouble.kind === 'final' ? 0 : trouble.wait;
      this.#lookLater(this.#waitingSince, notLive ? null : trouble.problem, atLeast);
      return;
    }
    if (trouble.kind === 'final' && !this.#gaps.open) {
      this.#finish('failed', trouble.problem);
      return;
    }
    this.#status.attempt += 1;
    this.#status.problem = trouble.problem;
    const wait =
      trouble.kind === 'final' ? backoff(this.#status.attempt, this.#options.random) : trouble.wait;
    this.#status.nextTryAt = this.#now() + wait;
    this.#status.enter(trouble.kind === 'blocked' ? 'blocked' : 'reconnecting');
    const room = this.#room;
    // Every second attempt looks the room up again: it may have ended or continued under another id. The other attempts
    // connect to the known room, because the platform may refuse look-ups and still accept connections.
    const reuseRoom = room !== undefined && !lookUpFirst && this.#status.attempt % 2 === 1;
    this.#step.later(wait, () => {
      this.#status.nextTryAt = null;
      if (reuseRoom) this.#connect(room, false);
      else this.#resolve();
    });
  }

  #finish(phase: 'ended' | 'failed', problem: Problem): void {
    this.#endGap();
    this.#status.problem = problem;
    this.#status.enter(phase);
  }

  #disconnect(): void {
    this.#step.cancel();
    this.#status.nextTryAt = null;
    this.#connection?.close();
    this.#connection = undefined;
  }

  /** Forgets the room and its position. History of the next room counts as `first`. */
  #forgetRoom(): void {
    this.#endGap();
    if (this.#status.username !== '') this.#resumed = false;
    this.#room = undefined;
    this.#status.roomId = '';
    this.#resume = undefined;
    this.#status.lastEventAt = null;
  }

  #endGap(): void {
    const gap = this.#gaps.end(this.#now());
    if (gap !== null) this.#options.onGap({ ...gap, detail: '' });
  }

  #now(): number {
    return this.#options.clock.now();
  }
}

/** Acknowledges a frame once. Many of these may wait for a database, so none of them holds its frame. */
function acknowledgement(
  connection: RoomConnection,
  logId: string,
  { needAck, internalExt }: FetchResult,
): () => void {
  let isDue = needAck;
  return () => {
    if (isDue) connection.send(ackFrame(logId, internalExt));
    isDue = false;
  };
}

/** The newest send time in a frame, its own or that of a live message (ms); 0 if the frame has none. */
function latestSendTime({ now }: FetchResult, messages: readonly LiveMessage[]): number {
  let latest = now;
  for (const { sentAt, history } of messages) {
    if (history === undefined && sentAt > latest) latest = sentAt;
  }
  return latest;
}

/** Whether the client keeps waiting for the room after this failed look-up. */
function mayPass(trouble: Trouble): boolean {
  return trouble.kind !== 'final' || offAir.includes(trouble.problem.code);
}

/** The room is not live now. */
const offAir: readonly Problem['code'][] = ['room.notLive', 'room.ended'];

/** The page did not open the room's socket within its limit. */
const noSocket: SocketEnd = { kind: 'barred', problem: { code: 'page.noSocket' } };

/** Whether a socket ended before it reached the platform. */
function isUnanswered(end: SocketEnd | 'dead' | 'timeout'): boolean {
  return end !== 'dead' && end !== 'timeout' && end.kind === 'closed' && end.reached !== true;
}

/** Whether the message reports that the room ends now. Repeated messages may report an earlier end. */
function isEnd(message: LiveMessage): boolean {
  return message.kind === 'control' && message.action === 'ended' && message.history === undefined;
}
