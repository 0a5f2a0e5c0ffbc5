import type { Problem } from '../contract/error.ts';
import { backoff } from './backoff.ts';
import { Budget, roomBudget } from './budget.ts';
import type { ClientOptions, ClientState, ClientTimes } from './clientTypes.ts';

import { RoomConnection } from './connection.ts';
import { Effort } from './effort.ts';
import { GapWatch } from './gapWatch.ts';
import { Inspection } from './inspection.ts';
import { FrameIntake, type Taken } from './intake.ts';
import type { FetchResult, LiveMessage } from './messages.ts';
import { ackFrame } from './outgoing.ts';
import { RecentIds } from './recentIds.ts';
import type { SocketEnd } from './socket.ts';
import { type Opening, placeAfter, type ResumePoint, type RoomFacts, somewhere } from './source.ts';
import { Status } from './status.ts';
import { type Trouble, troubleOfEnd, troubleOfError } from './trouble.ts';
import { cleanUsername, sameUsername } from './username.ts';

const DEFAULT_TIMES: ClientTimes = {
  silentAfter: 15_000,
  deadAfter: 60_000,
  tryFor: 20_000,
  lingerFor: 3000,
};

/**
 * Listens to one room and stays with it: finds it, connects, hands its frames on, and comes back after every
 * interruption until the room ends or `stop` is called. All it needs of the world comes in as options.
 */
export class RoomClient {
  readonly #options: ClientOptions;
  readonly #times: ClientTimes;
  readonly #intake: FrameIntake;
  readonly #gaps: GapWatch;
  readonly #budget: Budget;
  readonly inspection: Inspection;
  readonly #status: Status;
  #room: RoomFacts | undefined;
  #resume: ResumePoint | undefined;
  #resumed: boolean;
  #connection: RoomConnection | undefined;
  readonly #effort: Effort;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#times = { ...DEFAULT_TIMES, ...options.times };
    this.inspection = options.inspection ?? new Inspection();
    const seen = options.seen ?? new RecentIds();
    this.#intake = new FrameIntake({ gunzip: options.gunzip, inspection: this.inspection, seen });
    this.#gaps = new GapWatch(options.onGap);
    this.#budget = new Budget(roomBudget, options.clock.now());
    this.#effort = new Effort(options.clock);
    this.#resumed = options.resumed ?? false;
    this.#status = new Status(options.clock.now, () => options.onState(this.state));
  }

  get state(): ClientState {
    return this.#status.report(this.#intake.stats);
  }

  /**
   * Begins to listen to the room of a username as it was typed, in place of whatever was listened to before.
   * Throws a `RingsideError` (username.required, username.invalid) for what cannot be a username.
   */
  start(typed: string): void {
    const username = cleanUsername(typed);
    if (!sameUsername(username, this.#status.username)) this.#forgetRoom();
    else if (this.#connection?.opened) this.#gaps.begin('disconnect', this.#connection.lastFrameAt);
    this.#abandon();
    this.#status.username = username;
    this.#status.forgive();
    this.#resolve();
  }

  /** Stops listening; nothing comes after it but the state. */
  stop(): void {
    this.#abandon();
    this.#gaps.close(this.#now());
    this.#status.forgive();
    this.#status.enter('idle');
  }

  #resolve(): void {
    this.#status.enter('resolving');
    this.#try((signal) => this.#options.source.resolve(this.#status.username, signal), this.#found);
  }

  #found = (room: RoomFacts): void => {
    if (room.ownerUsername !== '' && !sameUsername(room.ownerUsername, this.#status.username)) {
      const problem: Problem = { code: 'username.mismatch', params: { username: room.ownerUsername } };
      this.#again({ kind: 'final', problem });
    } else if (room.live) {
      if (room.roomId !== this.#room?.roomId) this.#resume = undefined;
      this.#room = room;
      this.#status.roomId = room.roomId;
      this.#options.onRoom(room);
      this.#connect(room);
    } else if (this.#gaps.open) this.#finish('ended', { code: 'room.ended' });
    else this.#finish('failed', { code: 'room.notLive' });
  };

  #connect(room: RoomFacts): void {
    this.#status.enter('connecting');
    const resume = this.#resume ?? (this.#resumed ? somewhere : undefined);
    this.#try(
      (signal) => this.#options.source.open(room, resume, signal),
      (opening) => this.#open(room, opening),
    );
  }

  #try<T>(run: (signal: AbortSignal) => Promise<T>, done: (result: T) => void): void {
    void this.#effort.step(this.#times.tryFor, run, done, (error) =>
      this.#again(troubleOfError(error, this.#status.attempt + 1, this.#options.random)),
    );
  }

  #open(room: RoomFacts, opening: Opening): void {
    const { openSocket, clock } = this.#options;
    const resumed = this.#resumed;
    const cursor = this.#resume?.cursor ?? '';
    const connection = new RoomConnection(
      { roomId: room.roomId, cursor, opening, openSocket, clock, times: this.#times },
      {
        onOpen: () => {
          this.#gaps.close(this.#now());
          this.#status.problem = null;
          this.#status.enter('live');
          if (opening.firstResult !== undefined) {
            this.#hand(
              this.#intake.takeResult(opening.firstResult, resumed, ''),
              connection,
              connection.lastFrameAt,
            );
          }
        },
        onFrame: (bytes, before) => this.#hand(this.#intake.take(bytes, resumed), connection, before),
        onSilent: () => {
          if (this.#status.phase === 'live') this.#status.enter('silent');
        },
        onEnd: (end) => this.#ended(connection, end),
      },
    );
    this.#connection = connection;
  }

  /** `before`: when the frame before this one came, from when on a loss may date. */
  #hand(taken: Taken, connection: RoomConnection, before: number): void {
    const at = this.#now();
    const rest = this.#budget.take(taken.size.bytes, taken.size.messages, at);
    if (rest > 0) {
      connection.rest(rest);
      this.#options.onRest?.(rest);
    }
    if (taken.lost !== undefined)
      this.#options.onGap({ cause: 'badFrame', from: before, until: at, ...taken.lost });
    if (this.#status.attempt > 0) {
      this.#status.attempt = 0;
      this.#status.enter(this.#status.phase);
    }
    const { result } = taken;
    if (result === undefined) return;
    this.#resumed = true;
    this.#resume = placeAfter(result, taken.logId);
    connection.setHeartbeat(result.heartbeatDuration);
    if (result.messages.length > 0) {
      this.#status.lastEventAt = at;
      connection.heard();
      if (this.#status.phase === 'silent') this.#status.enter('live');
    }
    let owed = result.needAck;
    const ack = (): void => {
      if (owed) connection.send(ackFrame(taken.logId, result.internalExt));
      owed = false;
    };
    const sentAt = latestSendTime(result, taken.messages);
    this.#options.onFrame({ at, sentAt, messages: taken.messages, raw: taken.raw, ack });
    if (taken.messages.some(isEnd)) {
      this.#linger(connection);
    }
  }

  /** The room has said that it ends; what is under way still comes in for a moment. */
  #linger(connection: RoomConnection): void {
    if (this.#status.phase === 'ended' || this.#connection !== connection) return;
    this.#status.problem = { code: 'room.ended' };
    this.#status.enter('ended');
    this.#effort.later(this.#times.lingerFor, () => this.#abandon());
  }

  #ended(connection: RoomConnection, end: SocketEnd | 'dead' | 'timeout'): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    if (this.#status.phase === 'ended') return;
    if (connection.opened)
      this.#gaps.begin(end === 'dead' ? 'silence' : 'disconnect', connection.lastFrameAt);
    this.#again(troubleOfEnd(end, this.#status.attempt + 1, this.#options.random), end === 'dead');
  }

  /**
   * Waits and tries again, or gives up; but a show that was on is not given up for an answer that may be wrong.
   * `look`: the room itself is in doubt, so it is looked up first.
   */
  #again(trouble: Trouble, look = false): void {
    if (trouble.kind === 'final' && !this.#gaps.open) {
      this.#finish('failed', trouble.problem);
      return;
    }
    this.#status.attempt += 1;
    this.#status.problem = trouble.problem;
    if (trouble.kind === 'blocked' && trouble.renew) this.#options.source.renew();
    const wait =
      trouble.kind === 'final' ? backoff(this.#status.attempt, this.#options.random) : trouble.wait;
    this.#status.nextTryAt = this.#now() + wait;
    this.#status.enter(trouble.kind === 'blocked' ? 'blocked' : 'reconnecting');
    const room = this.#room;
    // Every other time the room is looked up anew: it may have ended, or gone on under another id, meanwhile.
    // In between the known one is tried at once, since looking up may be refused where listening is not.
    const straight = room !== undefined && !look && this.#status.attempt % 2 === 1;
    this.#effort.later(wait, () => {
      this.#status.nextTryAt = null;
      if (straight) this.#connect(room);
      else this.#resolve();
    });
  }

  #finish(phase: 'ended' | 'failed', problem: Problem): void {
    this.#gaps.close(this.#now());
    this.#status.problem = problem;
    this.#status.enter(phase);
  }

  #abandon(): void {
    this.#effort.drop();
    this.#status.nextTryAt = null;
    this.#connection?.close();
    this.#connection = undefined;
  }

  /** Another room: nothing of it was ever heard, so its history is from before us again. */
  #forgetRoom(): void {
    this.#gaps.close(this.#now());
    if (this.#status.username !== '') this.#resumed = false;
    this.#room = undefined;
    this.#status.roomId = '';
    this.#resume = undefined;
    this.#status.lastEventAt = null;
  }

  #now(): number {
    return this.#options.clock.now();
  }
}

/** The latest time of a frame: its own, or that of a message in it that is no history. 0 where none is said. */
function latestSendTime({ now }: FetchResult, messages: readonly LiveMessage[]): number {
  let latest = now;
  for (const { sentAt, history } of messages) {
    if (history === undefined && sentAt > latest) latest = sentAt;
  }
  return latest;
}

/** The room ends now; a repeated message may tell of an earlier end. */
function isEnd(message: LiveMessage): boolean {
  return message.kind === 'control' && message.action === 'ended' && message.history === undefined;
}
