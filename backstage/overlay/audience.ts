import type { OverlayLink } from '#shared/contract/overlay/link.ts';
import { OVERLAY_RATE } from '#shared/contract/overlay/message.ts';
import type { OverlaySection, OverlayState } from '#shared/contract/overlay/state.ts';
import { diff } from '#shared/overlay/change.ts';
import { momentSections, momentsBetween } from '#shared/overlay/moments.ts';
import { recentFrom } from '#shared/overlay/sections.ts';
import type { OverlayView } from '#shared/overlay/view.ts';
import type { Clock } from '../clock.ts';
import { bytesOf, Channel, keyOf, type Peer } from './channel.ts';
import type { OverlaySocket } from './door.ts';

/** Changes are at least so far apart (ms). */
const EVERY = Math.ceil(1000 / OVERLAY_RATE);
/** How often those who are behind are looked at again while nothing changes (ms). */
const LOOK_AGAIN = 250;
/** A page that takes nothing for so long (ms) is let go of; it comes back when it can. */
const LONGEST_BEHIND = 30_000;

/** The show as it is to be told. */
export interface Told {
  view: OverlayView;
  /** The number of the last input that is in its state; null while the state is ahead of the disk. */
  seq(): number | null;
}

/** Tells a show to everybody who looks at it: first the state, then what changes of it, and never waits for anyone. */
export class Audience {
  readonly #clock: Clock;
  readonly #show: () => Told | null;
  readonly #channels = new Map<string, Channel>();
  #built: Partial<OverlayState> = {};
  /** What was built is of another show, or there is nothing yet. */
  #fresh = true;
  #lastAt = 0;
  #dueAt = 0;
  #cancel: (() => void) | null = null;

  /** `show` gives the show that is on, or an empty one; null while it cannot be told. */
  constructor(clock: Clock, show: () => Told | null) {
    this.#clock = clock;
    this.#show = show;
  }

  get peers(): Peer[] {
    return [...this.#channels.values()].flatMap((channel) => [...channel.peers]);
  }

  get count(): number {
    let count = 0;
    for (const { peers } of this.#channels.values()) count += peers.size;
    return count;
  }

  get empty(): boolean {
    return this.#channels.size === 0;
  }

  join(link: OverlayLink, socket: OverlaySocket): Peer {
    const channel = this.#channelOf(link);
    const peer: Peer = { socket, link, channel, lost: true, behindSince: null };
    channel.peers.add(peer);
    this.soon();
    return peer;
  }

  leave(peer: Peer): void {
    peer.channel.peers.delete(peer);
    if (peer.channel.peers.size > 0) return;
    this.#channels.delete(peer.channel.key);
    if (this.empty) this.stop();
  }

  /** It has missed something. */
  resync(peer: Peer): void {
    peer.lost = true;
    this.soon();
  }

  /** The widget is set otherwise: its pages are told at once. */
  setLink(link: OverlayLink): void {
    for (const peer of this.peers) {
      if (peer.link.id !== link.id) continue;
      peer.link = link;
      if (keyOf(link.options) === peer.channel.key) {
        peer.socket.send(bytesOf({ type: 'options', options: link.options }));
      } else {
        this.leave(peer);
        peer.channel = this.#channelOf(link);
        peer.channel.peers.add(peer);
        peer.lost = true;
      }
    }
    this.soon();
  }

  /** Something has changed: it is told as soon as the rate allows, whatever else was planned for later. */
  soon(after = 0): void {
    if (this.empty) return;
    const now = this.#clock.now();
    // A clock that was set back must not hold anything up.
    const allowed = Math.min(this.#lastAt + EVERY, now + EVERY);
    const at = Math.max(now + after, allowed);
    if (this.#cancel !== null && this.#dueAt <= at) return;
    this.#cancel?.();
    this.#dueAt = at;
    this.#cancel = this.#clock.after(at - now, () => this.#tell());
  }

  /** Another show is on. */
  changeShow(): void {
    this.#fresh = true;
    this.soon();
  }

  /** Nothing is told from now on. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#built = {};
    this.#fresh = true;
  }

  #tell(): void {
    this.#cancel = null;
    const told = this.#show();
    const seq = told?.seq() ?? null;
    // What is not on disk is told to nobody; it is tried again with the next batch.
    if (told === null || seq === null) return;
    const { view } = told;
    const now = this.#clock.now();
    this.#lastAt = now;
    view.setRecentPrices(this.#prices());
    const { state, more } = view.build(this.#wanted());
    const before = this.#built;
    this.#built = state;
    if (this.#fresh) {
      this.#fresh = false;
      for (const channel of this.#channels.values()) channel.reset();
    } else {
      this.#tellChange(before, state, { seq, now });
    }
    let waiting = false;
    for (const channel of this.#channels.values()) {
      if (channel.catchUp(state, { seq, now })) waiting = true;
    }
    if (waiting) this.#dropLate(now);
    if (more) this.soon();
    else if (waiting) this.soon(LOOK_AGAIN);
  }

  #tellChange(
    before: Partial<OverlayState>,
    after: Partial<OverlayState>,
    moment: { seq: number; now: number },
  ) {
    const change = diff(before, after);
    for (const channel of this.#channels.values()) channel.change(change, moment);
    const was = seenOf(before);
    const is = seenOf(after);
    const moments = was === null || is === null ? [] : momentsBetween(was, is);
    if (moments.length === 0) return;
    for (const channel of this.#channels.values()) channel.play(moments);
  }

  #dropLate(now: number): void {
    for (const { behindSince, socket } of this.peers) {
      if (behindSince !== null && now - behindSince > LONGEST_BEHIND) socket.drop();
    }
  }

  #wanted(): Set<OverlaySection> {
    const wanted = new Set<OverlaySection>(momentSections);
    for (const { sections } of this.#channels.values()) for (const section of sections) wanted.add(section);
    return wanted;
  }

  #prices(): Set<number> {
    const prices = new Set<number>();
    for (const { peers } of this.#channels.values()) {
      for (const { link } of peers) {
        const price = recentFrom(link.options);
        if (price === null) break;
        prices.add(price);
      }
    }
    return prices;
  }

  #channelOf({ options }: OverlayLink): Channel {
    const key = keyOf(options);
    let channel = this.#channels.get(key);
    if (channel === undefined) {
      channel = new Channel(options);
      this.#channels.set(key, channel);
    }
    return channel;
  }
}

function seenOf({ show, scores, round, dances }: Partial<OverlayState>) {
  if (show === undefined || scores === undefined || round === undefined || dances === undefined) return null;
  return { show, scores, round, dances };
}
