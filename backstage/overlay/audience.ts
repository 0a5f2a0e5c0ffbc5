import type { OverlayLink } from '#shared/contract/calls/overlay.ts';
import { overlayRate } from '#shared/contract/overlay/message.ts';
import type { OverlaySection, OverlayState } from '#shared/contract/overlay/state.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { bonusKey, bonusOf } from '#shared/overlay/bonus.ts';
import { diff, minAlertValue, minRecentPrice } from '#shared/overlay/change.ts';
import { goalKey, goalOf } from '#shared/overlay/goals.ts';
import { momentSections, momentsBetween } from '#shared/overlay/moments.ts';
import { periodRankKey, periodRanksOf } from '#shared/overlay/periodRankSpec.ts';
import type { Clock } from '../clock.ts';
import { Channel, type ChannelTest, keyOf, type Peer, textOf } from './channel.ts';
import type { OverlaySocket } from './overlayEndpoint.ts';
import type { ShowSource } from './showSource.ts';

/** The shortest time between two changes (ms), to at most `MOST_FEW` pages and to more. */
const FEW_INTERVAL = Math.ceil(1000 / overlayRate.few);
const MANY_INTERVAL = Math.ceil(1000 / overlayRate.many);
const MOST_FEW = 8;
/** The interval at which slow pages are checked while nothing changes (ms). */
const RECHECK_MS = 250;
/** A page that reads nothing for this time (ms) is disconnected. It reconnects by itself. */
const LONGEST_BEHIND = 30_000;

/** Sends a show to all overlay pages: first a snapshot, then changes. A slow page does not delay the others. */
export class Audience {
  readonly #clock: Clock;
  readonly #show: () => ShowSource | null;
  readonly #channels = new Map<string, Channel>();
  /** The tests that are shown, by widget. */
  readonly #tests = new Map<string, { number: number; test: ChannelTest }>();
  #testNumber = 0;
  #built: Partial<OverlayState> = {};
  /** `#built` belongs to another show or is empty, so every page needs a snapshot. */
  #fresh = true;
  #lastAt = 0;
  #dueAt = 0;
  #cancel: (() => void) | null = null;

  /** `show` returns the open show or an empty one; null while its state is ahead of the disk. */
  constructor(clock: Clock, show: () => ShowSource | null) {
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

  /** Sends a snapshot to a page that has missed a change. */
  resync(peer: Peer): void {
    peer.lost = true;
    this.soon();
  }

  /** Sends changed widget options to the pages of the widget. */
  setLink(link: OverlayLink): void {
    for (const peer of this.peers) {
      if (peer.link.id !== link.id) continue;
      peer.link = link;
      if (this.#keyOf(link) === peer.channel.key) {
        peer.socket.send(textOf({ type: 'options', options: link.options }));
      } else {
        this.#move(peer);
      }
    }
    this.soon();
  }

  /** Shows a test on the pages of a widget, also on pages that open later, until it is set to null. */
  setTest(linkId: string, test: ChannelTest | null): void {
    if (test === null) this.#tests.delete(linkId);
    else this.#tests.set(linkId, { number: ++this.#testNumber, test });
    for (const peer of this.peers) if (peer.link.id === linkId) this.#move(peer);
    this.soon();
  }

  isTesting(linkId: string): boolean {
    return this.#tests.has(linkId);
  }

  /** Schedules sending in `after` ms, or as soon as the rate limit allows. An earlier schedule has priority. */
  soon(after = 0): void {
    if (this.empty) return;
    const now = this.#clock.now();
    // Limit the wait, in case the clock was set back.
    const interval = this.count <= MOST_FEW ? FEW_INTERVAL : MANY_INTERVAL;
    const allowed = Math.min(this.#lastAt + interval, now + interval);
    const at = Math.max(now + after, allowed);
    if (this.#cancel !== null && this.#dueAt <= at) return;
    this.#cancel?.();
    this.#dueAt = at;
    this.#cancel = this.#clock.after(at - now, () => this.#send());
  }

  /** Sends snapshots of another show. */
  changeShow(): void {
    this.#fresh = true;
    this.soon();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#built = {};
    this.#fresh = true;
  }

  #send(): void {
    this.#cancel = null;
    const source = this.#show();
    const seq = source?.seq() ?? null;
    // Send only inputs that are on disk. The next batch retries.
    if (source === null || seq === null) return;
    const { view } = source;
    const now = this.#clock.now();
    this.#lastAt = now;
    view.setRecentPrices(this.#least(minRecentPrice));
    view.setAlertValues(this.#least(minAlertValue));
    view.setGoals(this.#specs((options) => listOf(goalOf(options)), goalKey));
    view.setBonuses(this.#specs((options) => listOf(bonusOf(options)), bonusKey));
    view.setPeriodRanks(this.#specs(periodRanksOf, periodRankKey));
    const { state, more, changeAt } = view.build(this.#wanted());
    const before = this.#built;
    this.#built = state;
    if (this.#fresh) {
      this.#fresh = false;
      for (const channel of this.#channels.values()) channel.reset();
    } else {
      this.#sendChange(before, state, { seq, now });
    }
    let waiting = false;
    for (const channel of this.#channels.values()) {
      if (channel.catchUp(state, { seq, now })) waiting = true;
    }
    if (waiting) this.#dropLate(now);
    if (more) this.soon();
    else if (waiting) this.soon(RECHECK_MS);
    else if (changeAt !== null) this.soon(changeAt - now);
  }

  #sendChange(
    before: Partial<OverlayState>,
    after: Partial<OverlayState>,
    moment: { seq: number; now: number },
  ) {
    const change = diff(before, after);
    for (const channel of this.#channels.values()) channel.change(change, before, after, moment);
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

  /** The minimum prices or values of the gifts that the open pages show. */
  #least(of: (options: WidgetOptions) => number | null): Set<number> {
    const least = new Set<number>();
    for (const { peers } of this.#channels.values()) {
      for (const { link } of peers) {
        const value = of(link.options);
        if (value === null) break;
        least.add(value);
      }
    }
    return least;
  }

  /** What the open pages need computed, each once. */
  #specs<T>(of: (options: WidgetOptions) => readonly T[], keyOfSpec: (spec: T) => string): T[] {
    const specs = new Map<string, T>();
    for (const { link } of this.peers) {
      for (const spec of of(link.options)) specs.set(keyOfSpec(spec), spec);
    }
    return [...specs.values()];
  }

  /** Moves a page to the channel of its link, with a snapshot. */
  #move(peer: Peer): void {
    this.leave(peer);
    peer.channel = this.#channelOf(peer.link);
    peer.channel.peers.add(peer);
    peer.lost = true;
  }

  #keyOf({ id, options }: OverlayLink): string {
    const shown = this.#tests.get(id);
    return shown === undefined ? keyOf(options) : `test ${shown.number} ${keyOf(options)}`;
  }

  #channelOf(link: OverlayLink): Channel {
    const key = this.#keyOf(link);
    let channel = this.#channels.get(key);
    if (channel === undefined) {
      channel = new Channel(key, link.options, this.#tests.get(link.id)?.test ?? null);
      this.#channels.set(key, channel);
    }
    return channel;
  }
}

function listOf<T>(spec: T | null): T[] {
  return spec === null ? [] : [spec];
}

function seenOf({ show, scores, round, dances }: Partial<OverlayState>) {
  if (show === undefined || scores === undefined || round === undefined || dances === undefined) return null;
  return { show, scores, round, dances };
}
