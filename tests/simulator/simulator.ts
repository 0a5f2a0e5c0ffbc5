import { accountOf, makeRoom } from '#backstage/rehearsal/index.ts';
import { Random } from '#backstage/rehearsal/random.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import type { ShowLocale } from '#backstage/rehearsal/show/names.ts';
import { makeAnchors, type ShowAnchor } from '#backstage/rehearsal/show/people.ts';
import { Access } from './access.ts';
import { Damage, type DamageCounts } from './damage.ts';
import { type Faults, parseFaults } from './faults.ts';
import { type HandmadeGift, type SentGift, Workshop } from './handmade.ts';
import { SpeedQueue } from './queues.ts';
import { loadRecordedEvents } from './recorded.ts';
import { type LostGift, RunRecord } from './runRecord.ts';
import { type ScriptName, scripts } from './scripts.ts';
import { Shuffle } from './shuffle.ts';
import { SimulatedPlatform, type SimulatedPlatformOptions } from './simulatedPlatform.ts';
import { SimulatedRoom } from './simulatedRoom.ts';
import type { TotalsResult } from './totals.ts';

export interface SimulatorOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  /** The username of the only room. */
  username?: string;
  /** The script to play, `mixed` by default. Use `empty` to send only handmade gifts. */
  script?: ScriptName;
  /** Plays the recording in this file, gzipped or not, instead of a script. */
  recording?: string;
  /** 1 is real time; 0 is as fast as the client takes it. */
  speed?: number;
  /** A list as on the command line, or the parsed faults. */
  faults?: string | Faults;
  seed?: number;
  giftsPerSecond?: number;
  /** Ends the script after so many seconds of script time. */
  seconds?: number;
  /** Seconds by which the platform's clock is ahead of this computer's; negative if it is behind. */
  clock?: number;
  locale?: ShowLocale;
  signKey?: string;
  /** Starts the script at `resume` instead of when the first client enters. */
  held?: boolean;
  /** Replaces the platform's answer, before any fault. */
  answer?: NonNullable<SimulatedPlatformOptions['answer']>;
  /** Called for each load of the room's page. */
  roomPage?: NonNullable<SimulatedPlatformOptions['roomPage']>;
  /** Whether a connection continues the room's deliveries (the default) or those of its cookie. */
  identity?: 'room' | 'ttwid';
}

/** What an exact client counts: the delivered messages, the lost ones, and the faults that happened. */
export interface SimulatorTruth extends TotalsResult {
  /** Sent, and not acknowledged yet. */
  unacked: number;
  lostMessages: number;
  lost: LostGift[];
  gaps: DamageCounts;
  /** The count without any loss. */
  shown: { gifts: number; diamonds: number };
  /** What clients did against the protocol. */
  strange: string[];
}

export interface Simulator {
  /** Addresses without a path, as a line contains them. */
  webUrl: string;
  wsUrl: string;
  signUrl: string;
  username: string;
  roomId: string;
  ownerId: string;
  /** The performers that the script's viewers favour. */
  anchors: readonly ShowAnchor[];
  truth(): SimulatorTruth;
  /** The totals of the delivered messages. */
  delivered(): TotalsResult;
  /** How many messages clients have acknowledged. */
  acked(): number;
  /** How much of the script has been played, in ms of script time. */
  played(): number;
  /** Resolves at the end of the script. */
  finished: Promise<void>;
  /** Resolves when the script has ended and all sent messages are acknowledged. */
  settled: Promise<void>;
  /** Resolves when clients have entered the room `times` times. */
  entered(times: number): Promise<void>;
  /** Resolves when all messages sent so far are acknowledged. */
  allAcked(): Promise<void>;
  sendGift(gift: HandmadeGift): SentGift;
  cutNow(): void;
  pause(): void;
  resume(): void;
  /** The host ends the stream. */
  end(): void;
  close(): Promise<void>;
}

/** Starts a platform with one room. It adds faults on request and records what was delivered. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { username = 'simulator', seed = 1, locale = 'en', identity = 'room', held = false } = options;
  const { recording, script = 'mixed', seconds = Number.POSITIVE_INFINITY, giftsPerSecond } = options;
  const faults = typeof options.faults === 'string' ? parseFaults(options.faults) : (options.faults ?? {});
  const clock = (options.clock ?? 0) * 1000;
  const now = (): number => Date.now() + clock;
  const facts = makeRoom(username, seed, locale);
  const anchors = makeAnchors(seed, locale, 4);
  const chosenSpeed = options.speed ?? (script === 'million' ? 0 : 1);
  const unpaced = chosenSpeed === 0;
  // An unpaced script keeps its own times.
  const speed = unpaced ? 1 : chosenSpeed;
  const makeScript = (): Iterable<ShowEvent> =>
    scripts[script]({ seed, queue: new SpeedQueue(facts, now(), speed), anchors, locale, giftsPerSecond });
  const events =
    recording === undefined ? lazily(makeScript) : atSpeed(await loadRecordedEvents(recording), speed);
  const record = new RunRecord();
  const damage = new Damage(new Random(seed, 11), faults, now);
  const shuffle = new Shuffle(new Random(seed, 12), faults, (event) => record.lost([event], 'dropped'));
  const room = new SimulatedRoom(
    { facts, followers: 5120, following: 12, events: until(events, (seconds * 1000) / speed) },
    now,
    {
      ...{ damage, shuffle, record, unpaced, held },
      perCookie: identity === 'ttwid',
      endsWithScript: faults.ended === 0,
    },
  );
  const platform = new SimulatedPlatform({
    ...{ room, username, now, seed, damage },
    account: (wanted) => accountOf(anchors, wanted),
    access: new Access(faults),
    // A recording's messages have old send times, which the current time would contradict.
    timeless: recording !== undefined,
    signKey: options.signKey,
    answer: options.answer,
    roomPage: options.roomPage,
  });
  await platform.listen(options.port ?? 0);
  const workshop = new Workshop(facts, now);
  const endTimer = faults.ended ? setTimeout(() => room.end(), faults.ended * 1000) : undefined;
  return {
    webUrl: platform.webUrl,
    wsUrl: platform.wsUrl,
    signUrl: platform.webUrl,
    username,
    roomId: facts.roomId,
    ownerId: facts.owner.id,
    anchors,
    finished: room.milestones.finished,
    settled: room.milestones.settled,
    entered: (times) => room.milestones.entered(times),
    allAcked: () => room.milestones.allAcked(room.unacked),
    delivered: () => record.deliveredTotals(),
    acked: () => room.acknowledged,
    played: () => room.playedUntil * speed,
    truth: () => {
      const { gifts, diamonds } = record.shownTotals();
      return {
        ...record.deliveredTotals(),
        unacked: room.unacked,
        ...record.losses(),
        gaps: { ...damage.counts },
        shown: { gifts, diamonds },
        strange: [...platform.violations],
      };
    },
    sendGift: (order) => {
      const { sent, events: made } = workshop.make(order);
      room.inject(made);
      return sent;
    },
    cutNow: () => room.cut(),
    pause: () => room.pause(),
    resume: () => room.resume(),
    end: () => room.end(),
    close: async () => {
      clearTimeout(endTimer);
      shuffle.abandon();
      await platform.close();
    },
  };
}

/** Defers the script's start time to its first event, because the simulator starts before its script plays. */
function* lazily(make: () => Iterable<ShowEvent>): Generator<ShowEvent> {
  yield* make();
}

/** The events of a recording, played `speed` times as fast. */
function atSpeed(events: readonly ShowEvent[], speed: number): ShowEvent[] {
  return events.map((event) => ({ ...event, at: event.at / speed }));
}

function* until(events: Iterable<ShowEvent>, at: number): Generator<ShowEvent> {
  for (const event of events) {
    if (event.at > at) return;
    yield event;
  }
}
