import type { OverlayLink } from '#shared/contract/overlay/link.ts';
import type { OverlayChange, ToOverlay } from '#shared/contract/overlay/message.ts';
import type { OverlayMoment, OverlaySection, OverlayState } from '#shared/contract/overlay/state.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import type { Locale } from '#shared/gifts/catalogue.ts';
import { isEmpty } from '#shared/overlay/change.ts';
import { dependsOnLanguage, localise } from '#shared/overlay/localise.ts';
import { sectionsOf, showsMoments } from '#shared/overlay/sections.ts';
import type { OverlaySocket } from './door.ts';

/** One overlay that is shown somewhere. */
export interface Peer {
  readonly socket: OverlaySocket;
  link: OverlayLink;
  channel: Channel;
  /** It has to be sent everything: it is new, has missed something, or the show is another one. */
  lost: boolean;
  /** Since when it has not taken what it was sent (ms), null while it keeps up. */
  behindSince: number | null;
}

/** Above so many waiting bytes a page is not sent changes; it gets the whole state when it has caught up. */
const MOST_BACKLOG = 64 * 1024;

/** What a state is called on its way: which journal entry it knows, and the hub's time (ms). */
export interface Moment {
  seq: number;
  now: number;
}

/**
 * All overlays that are told the very same: the same sections in the same language. Each change is written once
 * and the bytes are sent to all of them.
 */
export class Channel {
  readonly key: string;
  readonly sections: readonly OverlaySection[];
  readonly peers = new Set<Peer>();
  readonly #locale: Locale | null;
  #revision = 0;
  /** The present state as text, made when the first page asks for it. */
  #state: string | null = null;

  constructor(options: WidgetOptions) {
    this.sections = sectionsOf(options);
    this.#locale = localeOf(options);
    this.key = keyOf(options);
  }

  /** Tells everybody who is up to date what has changed of all sections; `state` is what they are now. */
  change(all: OverlayChange, moment: Moment): void {
    const change = this.#pick(all);
    if (isEmpty(change)) return;
    this.#state = null;
    const from = this.#revision;
    this.#revision += 1;
    const message = bytesOf({ type: 'change', from, revision: this.#revision, ...moment, change });
    for (const peer of this.peers) {
      if (peer.lost) continue;
      if (peer.socket.backlog > MOST_BACKLOG) peer.lost = true;
      else peer.socket.send(message);
    }
  }

  /** Sends the whole state to everybody who needs it and can take it. True when somebody still waits. */
  catchUp(state: Partial<OverlayState>, moment: Moment): boolean {
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
    return waiting;
  }

  /** Short animations; whoever is behind misses them. */
  play(moments: readonly OverlayMoment[]): void {
    const message = bytesOf({ type: 'moments', moments: [...moments] });
    for (const { lost, link, socket } of this.peers) {
      if (!lost && showsMoments(link.options)) socket.send(message);
    }
  }

  /** Another show, or the state was thought otherwise: everybody is sent everything. */
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

/** Widgets of one key are told the same. */
export function keyOf(options: WidgetOptions): string {
  return `${localeOf(options) ?? ''}:${sectionsOf(options).join()}`;
}

function localeOf(options: WidgetOptions): Locale | null {
  return dependsOnLanguage(sectionsOf(options)) ? options.frame.language : null;
}

export function bytesOf(message: ToOverlay): Buffer {
  return Buffer.from(JSON.stringify(message));
}
