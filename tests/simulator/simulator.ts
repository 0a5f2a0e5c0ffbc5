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
  /** Script time after which the script ends, s. */
  seconds?: number;
  /** Seconds by which the platform's clock is ahead of this computer's; negative if it is behind. */
  clock?: number;
  locale?: ShowLocale;
  signKey?: string;
  /** Starts the script at `resume` instead of when the first client enters. */
  held?: boolean;
  /** Overrides the platform's answer and its faults. */
  answer?: NonNullable<SimulatedPlatformOptions['answer']>;
  /** Called for each load of the room's page. */
  roomPage?: NonNullable<SimulatedPlatformOptions['roomPage']>;
  /** Whether a connection continues the room's deliveries (the default) or those of its cookie. */
  identity?: 'room' | 'ttwid';
}

/** The count of an exact client, with the lost messages and the faults of the run. */
export interface SimulatorTruth extends TotalsResult {
  /** Messages that were sent but not acknowledged yet. */
  unacked: number;
  lostMessages: number;
  lost: LostGift[];
  gaps: DamageCounts;
  /** The count without any loss. */
  shown: { gifts: number; diamonds: number };
  /** Protocol violations of clients. */
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
  /** Number of messages that clients have acknowledged. */
  acked(): number;
  /** Number of gift messages that clients have acknowledged. */
  ackedGifts(): number;
  /** Number of messages that were sent but not acknowledged yet. */
  unacked(): number;
  /** Script time that has been played, ms. */
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
  /** Breaks connections: all, those of room pages, or the others. */
  cutNow(which?: 'all' | 'page' | 'direct'): void;
  pause(): void;
  resume(): void;
  /** Ends the stream, as the host does. */
  end(): void;
  close(): Promise<void>;
}

/** Starts a platform with one room. It injects the given faults and records deliveries. */
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
  // An unpaced script is not scaled: the clients set its pace.
  const speed = unpaced ? 1 : chosenSpeed;
  const strangerFacts = makeRoom('stranger', seed + 1, locale);
  const strangerScript = (): Iterable<ShowEvent> =>
    scripts.rush({ seed, queue: new SpeedQueue(strangerFacts, now(), 1), anchors, locale });
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
      damage,
      shuffle,
      record,
      unpaced,
      held,
      perCookie: identity === 'ttwid',
      endsWithScript: faults.ended === 0,
    },
  );
  const platform = new SimulatedPlatform({
    room,
    stranger: { facts: strangerFacts, followers: 10, following: 10, events: lazily(strangerScript) },
    username,
    now,
    seed,
    damage,
    account: (wanted) => accountOf(anchors, wanted),
    access: new Access(faults),
    // Frames with the current time would contradict the old send times in a recording's messages.
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
    ackedGifts: () => room.acknowledgedGifts,
    unacked: () => room.unacked,
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
    cutNow: (which) => room.cut(which),
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

/** Creates the script at its first event, so that its send times begin when it is played. */
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
