import { randomUUID } from 'node:crypto';
import type { StoredInput } from '#shared/contract/backstage.ts';
import type { Problem } from '#shared/contract/error.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { Input } from '#shared/contract/input.ts';
import type { OverlayLink, OverlayLinkView } from '#shared/contract/overlay/link.ts';
import type { WidgetKind, WidgetOptions } from '#shared/contract/overlay/widget.ts';
import type { AnchorFacts } from '#shared/overlay/buildAnchors.ts';
import type { LedgerDelta } from '#shared/overlay/roundTallies.ts';
import type { Clock } from '../clock.ts';
import type { Archive } from '../show/archive.ts';
import type { Show } from '../show/show.ts';
import { AllShows } from './allShows.ts';
import { Audience, type Told } from './audience.ts';
import { bytesOf } from './channel.ts';
import type { OverlayDoor, OverlayPlace, OverlaySeat, OverlaySocket, Picture } from './door.ts';
import { LinkStore } from './linkStore.ts';
import { viewOfNothing, viewOfShow } from './showView.ts';

export interface OverlaysOptions {
  dataDir: string;
  /** How many widgets can be kept. */
  mostWidgets?: number;
  showsFolder: string;
  clock: Clock;
  archive: Archive;
  log: (message: string, error?: unknown) => void;
  /** The show that is on stage. */
  show: () => Show | null;
  /** What is known of anchors beside the game. */
  anchors: AnchorFacts;
  /** A picture by the last part of its path. */
  picture: (name: string) => Picture | null;
  /** The links, or how many pages are open, have changed. */
  changed: (links: OverlayLinkView[]) => void;
  /** Why pages cannot be had, null when they can. */
  problem: (problem: Problem | null) => void;
}

/** Comings and goings of pages are told at most so often (ms). */
const COUNT_EVERY = 500;

/** The widgets of a backstage, their links, and everybody who looks at them. */
export class Overlays implements OverlayDoor {
  readonly #options: OverlaysOptions;
  readonly #links: LinkStore;
  readonly #audience: Audience;
  readonly #shows: AllShows;
  readonly #listeners = new Set<(links: readonly OverlayLink[]) => void>();
  #told: Told | null = null;
  #place: OverlayPlace | null = null;
  #problem: Problem | null = null;
  #cancelCount: (() => void) | null = null;

  constructor(options: OverlaysOptions) {
    const { dataDir, clock } = options;
    this.#options = options;
    this.#links = new LinkStore(dataDir, randomUUID, () => clock.now(), options.mostWidgets);
    this.#audience = new Audience(clock, () => this.#tellable());
    this.#shows = new AllShows({ ...options, changed: () => this.#pastChanged() });
  }

  get keptAside(): string | null {
    return this.#links.keptAside;
  }

  /** How many pages are connected. */
  get pages(): number {
    return this.#audience.count;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  // What transports do.

  knows(token: string): boolean {
    return this.#links.byToken(token) !== null;
  }

  enter(token: string, socket: OverlaySocket): OverlaySeat | null {
    const link = this.#links.byToken(token);
    if (link === null) return null;
    const peer = this.#audience.join(link, socket);
    this.#countSoon();
    return {
      resync: () => this.#audience.resync(peer),
      leave: () => {
        this.#audience.leave(peer);
        this.#countSoon();
      },
    };
  }

  picture(hash: string): Picture | null {
    return this.#options.picture(hash);
  }

  serveAt(place: OverlayPlace | null, problem: Problem | null = null): void {
    this.#place = place;
    this.#problem = problem;
    this.#options.problem(problem);
    this.#tellLinks();
  }

  onLinks(listener: (links: readonly OverlayLink[]) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#links.list());
    return () => this.#listeners.delete(listener);
  }

  // What operators do.

  list(): OverlayLinkView[] {
    const open = new Map<string, number>();
    for (const { link } of this.#audience.peers) open.set(link.id, (open.get(link.id) ?? 0) + 1);
    return this.#links.list().map((link) => this.#viewOf(link, open.get(link.id) ?? 0));
  }

  create(kind: WidgetKind, name: string, language: WidgetOptions['frame']['language']): OverlayLinkView {
    return this.#changed(this.#links.create(kind, name, language));
  }

  /** Its pages are told before this returns. */
  update(id: string, name: string, options: WidgetOptions, changedAt: number): OverlayLinkView {
    const link = this.#links.update(id, name, options, changedAt);
    this.#audience.setLink(link);
    return this.#changed(link);
  }

  delete(id: string): void {
    this.#links.delete(id);
    this.#turnOut(id);
    this.#tellLinks();
  }

  restore(id: string): OverlayLinkView {
    return this.#changed(this.#links.restore(id));
  }

  revoke(id: string): OverlayLinkView {
    const link = this.#links.revoke(id);
    this.#turnOut(id);
    return this.#changed(link);
  }

  /** @throws RingsideError `overlay.noPort` where the port is not ours to choose. */
  async movePort(): Promise<void> {
    if (this.#place?.move === undefined) throw new RingsideError('overlay.noPort');
    await this.#place.move();
  }

  // What the backstage tells.

  /** Another show is on stage, or none any more. */
  changeShow(): void {
    this.#told = null;
    this.#audience.changeShow();
    const show = this.#options.show();
    this.#shows.follow(show?.id ?? null);
  }

  /** A batch of a show is on disk; one that has left the stage may still write its last. */
  take(showId: string, inputs: readonly StoredInput[], news: LedgerDelta): void {
    if (showId !== this.#options.show()?.id) return;
    if (this.#audience.empty) {
      // Nobody looks: what is kept up now would be made anew from the disk in a moment.
      this.#told = null;
      return;
    }
    this.#told?.view.applyBatch(
      inputs.map(({ input }): Input => input),
      news,
    );
    this.#audience.soon();
  }

  /** What is known of anchors beside the game has changed. */
  anchorsChanged(): void {
    this.#audience.soon();
  }

  showDeleted(showId: string): void {
    this.#shows.remove(showId);
  }

  showRestored(showId: string): void {
    this.#shows.restore(showId);
  }

  close(): void {
    this.#cancelCount?.();
    this.#listeners.clear();
    for (const { socket } of this.#audience.peers) socket.close();
    this.#audience.stop();
    this.#shows.close();
  }

  #tellable(): Told | null {
    this.#told ??= this.#viewNow();
    return this.#told;
  }

  /** Null while the state is ahead of the disk: sums of the rows on disk would not fit it. */
  #viewNow(): Told | null {
    const { show: onStage, anchors } = this.#options;
    const show = onStage();
    if (show === null) return viewOfNothing(this.#shows.past(false), anchors);
    if (show.committedSeq < show.state.seq) return null;
    return viewOfShow(show, this.#shows.past(show.facts.rehearsal !== null), anchors);
  }

  /** The past is another one: everything that was kept of it is read again. */
  #pastChanged(): void {
    this.#told = null;
    this.#audience.soon();
  }

  /** Whoever shows a widget that is not theirs any more is told so, and let go. */
  #turnOut(linkId: string): void {
    for (const peer of this.#audience.peers) {
      if (peer.link.id !== linkId) continue;
      this.#audience.leave(peer);
      peer.socket.send(bytesOf({ type: 'refused', reason: 'token' }));
      peer.socket.close();
    }
  }

  #viewOf(link: OverlayLink, open: number): OverlayLinkView {
    const { token, ...rest } = link;
    return { ...rest, url: this.#place?.url(token) ?? '', file: this.#place?.file(link.id) ?? '', open };
  }

  #changed(link: OverlayLink): OverlayLinkView {
    this.#tellLinks();
    const open = this.#audience.peers.filter((peer) => peer.link.id === link.id).length;
    return this.#viewOf(link, open);
  }

  #tellLinks(): void {
    for (const listener of this.#listeners) listener(this.#links.list());
    this.#options.changed(this.list());
  }

  #countSoon(): void {
    this.#cancelCount ??= this.#options.clock.after(COUNT_EVERY, () => {
      this.#cancelCount = null;
      this.#options.changed(this.list());
    });
  }
}
