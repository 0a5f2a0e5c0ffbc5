import type { OverlayLink } from '#shared/contract/calls/overlay.ts';
import type { OverlayChange, ToOverlay } from '#shared/contract/overlay/message.ts';
import type { OverlayMoment, OverlaySection, OverlayState } from '#shared/contract/overlay/state.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import type { Locale } from '#shared/gifts/catalogue.ts';
import { giftName } from '#shared/gifts/learned.ts';
import { diff, isEmpty, receivesMoments, sectionsOf } from '#shared/overlay/change.ts';
import { textFrame } from '../sockets/textFrame.ts';
import type { OverlaySocket } from './overlayEndpoint.ts';

/** One connected overlay page. */
export interface Peer {
  readonly socket: OverlaySocket;
  link: OverlayLink;
  channel: Channel;
  /** The page needs a snapshot: it is new, has missed a change, or the show has changed. */
  lost: boolean;
  /** Since when the page reads too slowly (ms since 1970); null while it keeps up. */
  behindSince: number | null;
}

/** What a host tries on the pages of one widget, without a change of the show. */
export interface ChannelTest {
  /** The state that the pages show instead of `state`. */
  change(state: Partial<OverlayState>): Partial<OverlayState>;
  /** The moment that the pages play once; null for none. */
  moment(state: Partial<OverlayState>): OverlayMoment | null;
}

/** A page with more unsent bytes gets no changes. It gets a snapshot when it has caught up. */
const MOST_BACKLOG = 64 * 1024;

/** The number of the last input in a state, and the hub's time (ms since 1970). */
interface Moment {
  seq: number;
  now: number;
}

/**
 * The pages that receive the same messages: the same sections in the same language. Each change is encoded once and
 * written as it is to all of them.
 */
export class Channel {
  readonly key: string;
  /** The test on the pages of this channel; null for the show as it is. */
  readonly test: ChannelTest | null;
  readonly sections: readonly OverlaySection[];
  readonly peers = new Set<Peer>();
  readonly #locale: Locale | null;
  #revision = 0;
  /** The current state as JSON, made when the first page needs a snapshot. */
  #state: string | null = null;
  /** The moment of the test was played. */
  #tested = false;

  constructor(key: string, options: WidgetOptions, test: ChannelTest | null) {
    this.sections = sectionsOf(options);
    this.#locale = localeOf(options);
    this.key = key;
    this.test = test;
  }

  /** Sends a change to all pages that are up to date. `all` contains the changes of all sections. */
  change(
    all: OverlayChange,
    before: Partial<OverlayState>,
    after: Partial<OverlayState>,
    moment: Moment,
  ): void {
    const { test } = this;
    const change = this.#pick(test === null ? all : diff(test.change(before), test.change(after)));
    if (isEmpty(change)) return;
    this.#state = null;
    const from = this.#revision;
    this.#revision += 1;
    const frame = textFrame(textOf({ type: 'change', from, revision: this.#revision, ...moment, change }));
    for (const peer of this.peers) {
      if (peer.lost) continue;
      if (peer.socket.backlog > MOST_BACKLOG) peer.lost = true;
      else peer.socket.sendFrame(frame);
    }
  }

  /**
   * Sends a snapshot to each page that needs one and reads fast enough. Returns true if a slow page still needs one.
   */
  catchUp(all: Partial<OverlayState>, moment: Moment): boolean {
    const state = this.test === null ? all : this.test.change(all);
    let waiting = false;
    for (const peer of this.peers) {
      if (!peer.lost) continue;
      if (peer.socket.backlog > MOST_BACKLOG) {
        peer.behindSince ??= moment.now;
        waiting = true;
        continue;
      }
      peer.lost = false;
      peer.behindSince = null;
      this.#state ??= JSON.stringify(this.#pick(state));
      const head = { type: 'snapshot', options: peer.link.options, revision: this.#revision, ...moment };
      peer.socket.send(`${JSON.stringify(head).slice(0, -1)},"state":${this.#state}}`);
    }
    if (this.test !== null && !this.#tested) {
      this.#tested = true;
      const tested = this.test.moment(all);
      if (tested !== null) this.play([tested], true);
    }
    return waiting;
  }

  /** Plays short animations. Pages that need a snapshot do not get them. */
  play(moments: readonly OverlayMoment[], test = false): void {
    const frame = textFrame(textOf({ type: 'moments', moments: [...moments], ...(test && { test }) }));
    for (const { lost, link, socket } of this.peers) {
      if (!lost && receivesMoments(link.options)) socket.sendFrame(frame);
    }
  }

  /** Makes all pages need a snapshot, for another show or a replaced state. */
  reset(): void {
    this.#state = null;
    for (const peer of this.peers) peer.lost = true;
  }

  #pick(all: Partial<OverlayState> | OverlayChange): OverlayChange {
    const entries = Object.entries(all);
    const known: ReadonlySet<string> = new Set(this.sections);
    const picked: OverlayChange = Object.fromEntries(entries.filter(([section]) => known.has(section)));
    return this.#locale === null ? picked : localise(picked, this.#locale);
  }
}

/** The key of a channel. Widgets with the same key receive the same messages. */
export function keyOf(options: WidgetOptions): string {
  return `${localeOf(options) ?? ''}:${sectionsOf(options).join()}`;
}

function localeOf(options: WidgetOptions): Locale | null {
  return dependsOnLanguage(sectionsOf(options)) ? options.frame.language : null;
}

export function textOf(message: ToOverlay): string {
  return JSON.stringify(message);
}

const sectionsWithGiftNames: ReadonlySet<string> = new Set<OverlaySection>([
  'giftsRound',
  'giftsShow',
  'giftsAll',
  'periods',
  'recent',
  'alerts',
  'guide',
  'thanks',
]);

/** Whether one of the sections contains gift names. */
export function dependsOnLanguage(sections: readonly OverlaySection[]): boolean {
  return sections.some((section) => sectionsWithGiftNames.has(section));
}

/** Replaces the gift names of a change by the catalogue's names in a locale. Other names stay as they are. */
export function localise(change: OverlayChange, locale: Locale): OverlayChange {
  return Object.fromEntries(
    Object.entries(change).map(([section, entries]) => [
      section,
      sectionsWithGiftNames.has(section)
        ? Object.fromEntries(
            Object.entries(entries).map(([key, entry]) => [key, localiseEntry(entry, locale)]),
          )
        : entries,
    ]),
  );
}

/** A guide entry gets the name of its first gift. In a ranking of gifts, `name` is the gift's name. */
function localiseEntry(entry: unknown, locale: Locale): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const facts: Record<string, unknown> = { ...entry };
  const id = Array.isArray(facts.giftIds) ? facts.giftIds[0] : facts.giftId;
  if (typeof id !== 'number') return entry;
  const field = 'giftName' in facts ? 'giftName' : 'name';
  return { ...facts, [field]: giftName(id, String(facts[field]), locale) };
}
