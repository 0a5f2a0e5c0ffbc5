import { encodePushFrame } from '#backstage/rehearsal/encode/frame.ts';
import type { Random } from '#backstage/rehearsal/random.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import type { Faults } from './faults.ts';

/** How one frame is sent to a client. */
interface FrameFate {
  /** The bytes to send, each as one WebSocket message. */
  send: readonly Uint8Array[];
  /** Whether the frame's messages arrive complete. */
  intact: boolean;
  /** Whether all connections break after the frame. */
  cut: boolean;
}

/** The number of network faults so far. */
export interface DamageCounts {
  cuts: number;
  silences: number;
  brokenFrames: number;
  garbageFrames: number;
}

/** After this many messages without an acknowledgement, assume that the client never acknowledges. */
const PATIENCE = 500;

/** Damages frames and connections. */
export class Damage {
  readonly counts: DamageCounts = { cuts: 0, silences: 0, brokenFrames: 0, garbageFrames: 0 };
  readonly #random: Random;
  readonly #faults: Faults;
  readonly #now: () => number;
  #messages = 0;
  #nextCut: number;
  #nextSilence: number;
  #silentUntil = 0;
  #acknowledged = false;

  constructor(random: Random, faults: Faults, now: () => number) {
    this.#random = random;
    this.#faults = faults;
    this.#now = now;
    // The first fault happens early, so that even a recording of twenty messages contains it.
    this.#nextCut = faults.cut === undefined ? Number.POSITIVE_INFINITY : random.int(2, 12);
    this.#nextSilence = faults.silence === undefined ? Number.POSITIVE_INFINITY : random.int(4, 16);
  }

  get silent(): boolean {
    return this.#now() < this.#silentUntil;
  }

  /** A new connection ends the silence of the old one. */
  connected(): void {
    this.#silentUntil = 0;
  }

  /** After its first acknowledgement, a client counts replayed messages as new ones. */
  acknowledged(): void {
    this.#acknowledged = true;
  }

  frame(bytes: Uint8Array, events: readonly ShowEvent[]): FrameFate {
    this.#messages += events.length;
    const send: Uint8Array[] = [];
    if (this.#random.chance(this.#faults.garbage ?? 0)) {
      send.push(makeGarbage(this.#random));
      this.counts.garbageFrames++;
    }
    if (this.#random.chance((this.#faults.truncated ?? 0) / 2)) {
      this.counts.brokenFrames++;
      send.push(bytes.slice(0, Math.floor(bytes.length * (0.6 + 0.35 * this.#random.next()))));
      return { send, intact: false, cut: false };
    }
    send.push(bytes);
    this.#beSilent();
    return { send, intact: true, cut: this.#isCut(events) };
  }

  /** Whether to cut after this frame. Cuts happen only after a frame with an unfinished streak. */
  #isCut(events: readonly ShowEvent[]): boolean {
    const growing = events.some(({ gift }) => gift?.streak === true && !gift.end);
    // A client that is cut before its first acknowledgement would treat missed messages as the room's history.
    const known = this.#acknowledged || this.#messages > PATIENCE;
    if (this.#messages < this.#nextCut || !growing || !known) return false;
    const between = this.#faults.cut ?? 0;
    this.#nextCut = this.#messages + this.#random.int(Math.ceil(between / 2), Math.ceil(between * 1.5));
    this.counts.cuts++;
    return true;
  }

  #beSilent(): void {
    if (this.#messages < this.#nextSilence) return;
    this.#nextSilence = this.#messages + this.#random.int(200, 600);
    this.#silentUntil = this.#now() + (this.#faults.silence ?? 0) * 1000;
    this.counts.silences++;
  }
}

/** An invalid WebSocket message: noise, nothing, broken gzip, a broken payload or an unknown payload type. */
function makeGarbage(random: Random): Uint8Array {
  const noise = Uint8Array.from({ length: random.int(1, 300) }, () => random.int(0, 255));
  const frame = (payloadType: string, payload: Uint8Array, gzip: boolean): Uint8Array =>
    encodePushFrame({ seqId: 1, logId: '1', payloadType, payload, gzip });
  switch (random.int(0, 4)) {
    case 0:
      // Field number 0 and wire type 7 are both invalid.
      return Uint8Array.of(0x07, ...noise);
    case 1:
      return new Uint8Array();
    case 2:
      return frame('msg', Uint8Array.of(0x1f, 0x8b, 0x08, ...noise), true);
    case 3:
      return frame('msg', Uint8Array.of(0x07, ...noise), false);
    default:
      return frame(random.hex(8), noise, false);
  }
}
