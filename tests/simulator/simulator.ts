import { makeRoom, profileOf } from '#backstage/rehearsal/index.ts';
import { type Platform, startPlatform } from '#backstage/rehearsal/platform/index.ts';
import type { Interference, Observer, RoomScript } from '#backstage/rehearsal/platform/script.ts';
import { Random } from '#backstage/rehearsal/random.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import type { ShowLocale } from '#backstage/rehearsal/show/names.ts';
import { makeAnchors, type ShowAnchor } from '#backstage/rehearsal/show/people.ts';
import { Access } from './access.ts';
import { Account, type LostGift } from './account.ts';
import { Damage, type DamageCounts } from './damage.ts';
import { type Faults, parseFaults } from './faults.ts';
import { type HandmadeGift, type SentGift, Workshop } from './handmade.ts';
import { Milestones } from './milestones.ts';
import { loadRecordedEvents } from './recorded.ts';
import { type ScriptName, scripts } from './scripts.ts';
import { Shuffle } from './shuffle.ts';
import type { TotalsResult } from './totals.ts';

export interface SimulatorOptions {
  /** 0, the default, is any free port. */
  port?: number;
  /** The only room that there is. */
  username?: string;
  /** What plays; `mixed` by default, `empty` for handmade gifts alone. */
  script?: ScriptName;
  /** Plays the recording in this file instead, gzipped or not. */
  recording?: string;
  /** 1 is real time, 0 as fast as the client takes it. */
  speed?: number;
  /** A list as the command line has it, or the faults themselves. */
  faults?: string | Faults;
  seed?: number;
  giftsPerSecond?: number;
  /** Ends the script after so many seconds of its own time. */
  seconds?: number;
  /** By how many seconds the platform's clock is ahead of this computer's; negative: behind. */
  clock?: number;
  locale?: ShowLocale;
  signKey?: string;
  /** Waits for `resume` instead of beginning when a client has entered. */
  held?: boolean;
  /** Answers instead of the platform, before any fault. */
  answer?: NonNullable<Interference['answer']>;
  /** What the room's page does besides showing the room. */
  roomPage?: NonNullable<Interference['roomPage']>;
  /** Whose deliveries a connection continues: everybody's who ever watched, or those of its cookie. */
  identity?: 'room' | 'ttwid';
}

/** The truth of a run: what was delivered whole, what never will be, and what was done to the network. */
export interface SimulatorTruth extends TotalsResult {
  /** Sent, and not acknowledged yet. */
  unacked: number;
  lostMessages: number;
  lost: LostGift[];
  gaps: DamageCounts;
  /** What would have been counted without any loss. */
  shown: { gifts: number; diamonds: number };
  /** What a client did against the protocol. */
  strange: string[];
}

export interface Simulator extends Pick<Platform, 'port' | 'webUrl' | 'wsUrl' | 'signUrl'> {
  username: string;
  roomId: string;
  ownerId: string;
  /** The performers that the script's viewers favour. */
  anchors: readonly ShowAnchor[];
  truth(): SimulatorTruth;
  /** What was delivered whole, in the words of a recount. */
  delivered(): TotalsResult;
  /** How many messages clients have acknowledged. */
  acked(): number;
  /** How much of the script has been played, in ms of its own time. */
  played(): number;
  /** The script has come to its end. */
  finished: Promise<void>;
  /** The script has come to its end and everything that was sent is acknowledged. */
  settled: Promise<void>;
  /** A client has entered the room for the `times`-th time. */
  entered(times: number): Promise<void>;
  /** Everything sent so far is acknowledged. */
  allAcked(): Promise<void>;
  sendGift(gift: HandmadeGift): SentGift;
  cutNow(): void;
  pause(): void;
  resume(): void;
  /** The host ends the stream. */
  end(): void;
  close(): Promise<void>;
}

/** A platform with one room, faults on order, and a truth to hold a client's count against. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { username = 'simulator', seed = 1, locale = 'en' } = options;
  const faults = typeof options.faults === 'string' ? parseFaults(options.faults) : (options.faults ?? {});
  const clock = (options.clock ?? 0) * 1000;
  const now = (): number => Date.now() + clock;
  const facts = makeRoom(username, seed, locale);
  const anchors = makeAnchors(seed, locale, 4);
  const account = new Account();
  const milestones = new Milestones();
  const damage = new Damage(new Random(seed, 11), faults, now);
  const shuffle = new Shuffle(new Random(seed, 12), faults, (event) => account.lost([event], 'dropped'));
  const name = options.script ?? 'mixed';
  const speed = options.speed ?? (name === 'million' ? 0 : 1);
  const events =
    options.recording !== undefined
      ? await loadRecordedEvents(options.recording)
      : lazily(() =>
          scripts[name]({
            seed,
            startAt: now(),
            room: facts,
            anchors,
            locale,
            // An unpaced script has no speed: its send times are those of its own time.
            speed: speed > 0 ? speed : 1,
            giftsPerSecond: options.giftsPerSecond,
          }),
        );
  const script: RoomScript = {
    facts,
    followers: 5120,
    following: 12,
    events: until(events, (options.seconds ?? Number.POSITIVE_INFINITY) * 1000),
    speed,
    begins: options.held ? 'resumed' : 'entered',
  };
  const access = new Access(faults, script);
  const strange: string[] = [];
  let acked = 0;
  let played = 0;

  const interference: Interference = {
    answer: (call, about) => options.answer?.(call, about) ?? access.answer(call),
    refuseUpgrade: () => access.refuseUpgrade(),
    ...(options.roomPage === undefined ? {} : { roomPage: options.roomPage }),
    events: (batch, finished) => {
      account.shown(batch);
      played = batch.at(-1)?.at ?? played;
      return shuffle.apply(batch, finished);
    },
    frame: (bytes, batch) => damage.frame(bytes, batch),
    silent: () => damage.silent,
  };
  const unacked = (): number => platform.room(username)?.unacked ?? 0;
  const observer: Observer = {
    entered: () => {
      damage.connected();
      milestones.enter();
    },
    sent: (batch) => account.delivered(batch.filter((event) => !shuffle.isBroken(event))),
    lost: (batch, cause) => account.lost(batch, cause),
    acked: (batch) => {
      acked += batch.length;
      damage.acknowledged();
      milestones.acknowledge(unacked());
    },
    playedOut: () => {
      if (faults.ended === 0) platform.room(username)?.end();
      milestones.finish(unacked());
    },
  };
  const platform = await startPlatform({
    room: (wanted) => (wanted.toLowerCase() === username.toLowerCase() ? script : undefined),
    profile: (wanted) => profileOf(anchors, wanted),
    port: options.port ?? 0,
    now,
    // A recording's messages have send times of long ago, which the time of today would contradict.
    ...(options.recording === undefined ? {} : { frameTime: () => 0 }),
    seed,
    identity: options.identity ?? 'room',
    ...(options.signKey === undefined ? {} : { signKey: options.signKey }),
    interference,
    observer,
    onStrange: (what) => strange.push(what),
  });
  const workshop = new Workshop(facts, now);
  const { port, webUrl, wsUrl, signUrl } = platform;
  const endTimer = faults.ended
    ? setTimeout(() => platform.room(username)?.end(), faults.ended * 1000)
    : undefined;
  return {
    port,
    webUrl,
    wsUrl,
    signUrl,
    username,
    roomId: facts.roomId,
    ownerId: facts.owner.id,
    anchors,
    finished: milestones.finished,
    settled: milestones.settled,
    entered: (times) => milestones.entered(times),
    allAcked: () => milestones.allAcked(unacked()),
    delivered: () => account.deliveredTotals(),
    acked: () => acked,
    played: () => played,
    truth: () => {
      const { gifts, diamonds } = account.shownTotals();
      return {
        ...account.deliveredTotals(),
        unacked: unacked(),
        ...account.losses(),
        gaps: { ...damage.counts },
        shown: { gifts, diamonds },
        strange: [...strange],
      };
    },
    sendGift: (order) => {
      const { sent, events: made } = workshop.make(order);
      account.shown(made);
      const room = platform.room(username);
      if (room === undefined) account.lost(made, 'nobodyConnected');
      else room.inject(made);
      return sent;
    },
    cutNow: () => platform.room(username)?.cut(),
    pause: () => platform.room(username)?.pause(),
    resume: () => platform.room(username)?.resume(),
    end: () => platform.room(username)?.end(),
    close: async () => {
      clearTimeout(endTimer);
      shuffle.abandon();
      await platform.close();
    },
  };
}

/** A script's send times begin when it begins to play, and not when the simulator is started. */
function* lazily(make: () => Iterable<ShowEvent>): Generator<ShowEvent> {
  yield* make();
}

function* until(events: Iterable<ShowEvent>, at: number): Generator<ShowEvent> {
  for (const event of events) {
    if (event.at > at) return;
    yield event;
  }
}
