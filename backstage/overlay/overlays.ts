import { randomUUID } from 'node:crypto';
import type { StoredInput } from '#shared/contract/backstage.ts';
import type { OverlayLink, OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import type { Input } from '#shared/contract/input.ts';
import type { HostTheme } from '#shared/contract/overlay/look.ts';
import type { OverlayState, OverlayThanks } from '#shared/contract/overlay/state.ts';
import type { StreamTest } from '#shared/contract/overlay/streamTest.ts';
import type { WidgetKind, WidgetOptions } from '#shared/contract/overlay/widget.ts';
import type { NamedSeason } from '#shared/contract/season.ts';
import { showsPast } from '#shared/overlay/allTime.ts';
import type { AnchorFacts } from '#shared/overlay/buildAnchors.ts';
import { withHostTheme } from '#shared/overlay/hostTheme.ts';
import { type FillsOf, withShownPacks } from '#shared/overlay/packRules.ts';
import { withSeason } from '#shared/overlay/periodRankSpec.ts';
import type { PeriodClock } from '#shared/overlay/periods.ts';
import type { LedgerDelta } from '#shared/overlay/roundTallies.ts';
import {
  streamTestMoment,
  streamTestMs,
  streamTestsOf,
  TEST_GIFT,
  withStreamTest,
} from '#shared/overlay/streamTest.ts';
import type { Clock } from '../clock.ts';
import type { Archive } from '../show/archive.ts';
import type { Show } from '../show/show.ts';
import type { StoredFault } from '../store/storedFile.ts';
import { Audience } from './audience.ts';
import { textOf } from './channel.ts';
import { LinkStore } from './linkStore.ts';
import type {
  OverlayEndpoint,
  OverlayPlace,
  OverlaySocket,
  OverlaySubscription,
  Picture,
} from './overlayEndpoint.ts';
import { AllShows } from './past/allShows.ts';
import { type ShowSource, sourceOfNothing, sourceOfShow } from './showSource.ts';

export interface OverlaysOptions {
  dataDir: string;
  /** The largest number of widgets. */
  mostWidgets?: number;
  clock: Clock;
  archive: Archive;
  log: (message: string, error?: unknown) => void;
  /** Returns the open show. */
  show: () => Show | null;
  /** Facts about anchors that are not part of the game: picture and live state. */
  anchors: AnchorFacts;
  /** Returns the paths of the gifts' pictures by gift id: the same object until one changes. */
  giftPictures: () => OverlayState['giftPictures'];
  /** What an effect pack of the host fills; null for an unknown one. */
  fillsOf: FillsOf;
  /** The host's themes. */
  themes: () => readonly HostTheme[];
  /** Reads a picture by the last segment of its path. */
  picture: (name: string) => Picture | null;
  /** Called when the links or the number of open pages have changed. */
  changed: (links: OverlayLinkView[]) => void;
  /** Called with the reason why pages are unavailable, null if they are available. */
  problem: (problem: Problem | null) => void;
}

/** How long a thank-you card is shown (ms). */
const THANKS_MS = 12_000;

/** The shortest time between two pushes about the number of open pages (ms). */
const COUNT_EVERY = 500;

/** Manages the widgets of a backstage, their links and the connected pages. */
export class Overlays implements OverlayEndpoint {
  readonly #options: OverlaysOptions;
  readonly #links: LinkStore;
  readonly #audience: Audience;
  readonly #shows: AllShows;
  readonly #listeners = new Set<(links: readonly OverlayLink[]) => void>();
  readonly #periodClock: PeriodClock;
  #source: ShowSource | null = null;
  #place: OverlayPlace | null = null;
  #problem: Problem | null = null;
  #cancelCount: (() => void) | null = null;
  #thanks: OverlayThanks = {};
  #cancelThanks: (() => void) | null = null;
  readonly #cancelTests = new Map<string, () => void>();

  constructor(options: OverlaysOptions) {
    const { dataDir, clock } = options;
    this.#options = options;
    this.#links = new LinkStore(dataDir, randomUUID, () => clock.now(), options.mostWidgets);
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    this.#periodClock = { now: () => clock.now(), zone };
    this.#audience = new Audience(clock, () => this.#currentSource());
    this.#shows = new AllShows({
      ...options,
      isShown: () => this.#links.list().some(({ options: each }) => showsPast(each)),
      changed: () => this.#pastChanged(),
    });
  }

  get fault(): StoredFault {
    return this.#links.fault;
  }

  /** The ids of the pictures and sounds of widgets, also of deleted ones. */
  pictures(): Iterable<string> {
    return this.#links.pictures();
  }

  /** How many pages are connected. */
  get pages(): number {
    return this.#audience.count;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  // Called by transports.

  knows(token: string): boolean {
    return this.#links.byToken(token) !== null;
  }

  subscribe(token: string, socket: OverlaySocket): OverlaySubscription | null {
    const link = this.#links.byToken(token);
    if (link === null) return null;
    const peer = this.#audience.join(this.#forPages(link), socket);
    this.#scheduleCount();
    return {
      resync: () => this.#audience.resync(peer),
      leave: () => {
        this.#audience.leave(peer);
        this.#scheduleCount();
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
    this.#notifyLinks();
  }

  onLinks(listener: (links: readonly OverlayLink[]) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#links.list());
    return () => this.#listeners.delete(listener);
  }

  // Called for operators.

  list(): OverlayLinkView[] {
    const open = new Map<string, number>();
    for (const { link } of this.#audience.peers) open.set(link.id, (open.get(link.id) ?? 0) + 1);
    return this.#links.list().map((link) => this.#viewOf(link, open.get(link.id) ?? 0));
  }

  create(kind: WidgetKind, name: string, language: WidgetOptions['frame']['language']): OverlayLinkView {
    return this.#changed(this.#links.create(kind, name, language));
  }

  /** Changes a widget and sends the options to its pages. */
  update(id: string, name: string, options: WidgetOptions, changedAt: number): OverlayLinkView {
    const link = this.#links.update(id, name, options, changedAt);
    this.#audience.setLink(this.#forPages(link));
    return this.#changed(link);
  }

  /** Takes over the name and the days of a season in the rankings that show it. @throws RingsideError `storage.full`. */
  setSeason(season: NamedSeason): void {
    for (const { id, name, options, changedAt } of this.#links.list()) {
      const current = withSeason(options, season);
      if (current !== options) this.update(id, name, current, changedAt);
    }
  }

  /** Starts a time bonus now, or stops it. @throws RingsideError `overlay.notFound`, `invalid` for another widget. */
  runBonus(id: string, run: boolean): OverlayLinkView {
    const { name, options, changedAt } = this.#links.get(id);
    if (options.kind !== 'timeBonus') throw new RingsideError('invalid', { field: 'id' });
    const now = this.#options.clock.now();
    const stopped =
      options.run === null ? null : { since: options.run.since, until: options.run.until ?? now };
    return this.update(id, name, { ...options, run: run ? { since: now, until: null } : stopped }, changedAt);
  }

  /**
   * Shows a test on the pages of a widget for some seconds, instead of an earlier one; null ends it. The show and its
   * counts do not change.
   *
   * @throws RingsideError `overlay.notFound`, `invalid` for a test that the widget does not show.
   */
  test(id: string, test: StreamTest | null): OverlayLinkView {
    const link = this.#links.get(id);
    const { options } = link;
    this.#endTest(id);
    if (test !== null) {
      if (!streamTestsOf(options).includes(test.kind)) throw new RingsideError('invalid', { field: 'test' });
      const { clock, giftPictures } = this.#options;
      const facts = { options, at: clock.now(), picture: giftPictures()[TEST_GIFT.id] ?? '' };
      this.#audience.setTest(id, {
        change: (state) => withStreamTest(state, test, facts),
        moment: (state) => streamTestMoment(state, test),
      });
      const end = () => {
        this.#endTest(id);
        this.#notifyLinks();
      };
      this.#cancelTests.set(id, clock.after(streamTestMs(test.kind), end));
    }
    return this.#changed(link);
  }

  #endTest(id: string): void {
    this.#cancelTests.get(id)?.();
    if (this.#cancelTests.delete(id)) this.#audience.setTest(id, null);
  }

  /**
   * Starts all time bonuses that the host starts, or stops those that run. Returns whether they run now.
   *
   * @throws RingsideError `overlay.noBonus`.
   */
  runBonuses(on?: boolean): boolean {
    const bonuses = this.#links.list().flatMap(({ id, options }) => {
      if (options.kind !== 'timeBonus' || options.start !== 'host') return [];
      return [{ id, isRunning: options.run !== null && options.run.until === null }];
    });
    if (bonuses.length === 0) throw new RingsideError('overlay.noBonus');
    const run = on ?? !bonuses.some(({ isRunning }) => isRunning);
    for (const { id, isRunning } of bonuses) if (run || isRunning) this.runBonus(id, run);
    return run;
  }

  delete(id: string): void {
    this.#links.delete(id);
    this.#endTest(id);
    this.#disconnectPages(id);
    this.#updateScenes();
    this.#notifyLinks();
  }

  restore(id: string): OverlayLinkView {
    const link = this.#links.restore(id);
    this.#updateScenes();
    return this.#changed(link);
  }

  revoke(id: string): OverlayLinkView {
    const link = this.#links.revoke(id);
    this.#disconnectPages(id);
    this.#updateScenes();
    return this.#changed(link);
  }

  /** Changes to another port. @throws RingsideError `overlay.noPort` if Ringside cannot choose the port. */
  async movePort(): Promise<void> {
    if (this.#place?.move === undefined) throw new RingsideError('overlay.noPort');
    await this.#place.move();
  }

  /**
   * Shows a thank-you card of the open show for some seconds, instead of an earlier one. Returns the number of open
   * pages that show it.
   */
  thank(card: OverlayThanks): number {
    this.#cancelThanks?.();
    const { clock } = this.#options;
    const until = clock.now() + THANKS_MS;
    this.#thanks = { ...card, ...(card.card !== undefined && { card: { ...card.card, until } }) };
    this.#cancelThanks = clock.after(THANKS_MS, () => this.#endThanks());
    this.#audience.soon();
    return this.#audience.peers.filter(({ link }) => link.options.kind === 'thanks').length;
  }

  #endThanks(): void {
    this.#cancelThanks?.();
    this.#cancelThanks = null;
    this.#thanks = {};
    this.#audience.soon();
  }

  // Called by the backstage.

  /** Call it when another show is open, or none. */
  changeShow(): void {
    this.#source = null;
    this.#endThanks();
    this.#audience.changeShow();
    const show = this.#options.show();
    this.#shows.setCurrent(show?.id ?? null);
  }

  /** Receives a batch that is on disk. Ignores the last batch of a show that is not open any more. */
  receive(showId: string, inputs: readonly StoredInput[], news: LedgerDelta): void {
    if (showId !== this.#options.show()?.id) return;
    if (this.#audience.empty) {
      // Without pages, drop the view. It is built again from the disk when a page connects.
      this.#source = null;
      return;
    }
    this.#source?.view.applyBatch(
      inputs.map(({ input }): Input => input),
      news,
    );
    this.#audience.soon();
  }

  /** Call it when the ledger of the open show has all rows. */
  ledgerWhole(): void {
    this.#source = null;
    this.#audience.soon();
  }

  /** Call it when facts about anchors have changed. */
  anchorsChanged(): void {
    this.#audience.soon();
  }

  /** Call it when a gift gets its first picture or a new one. */
  giftPicturesChanged(): void {
    this.#audience.soon();
  }

  /** Call it when the host's themes have changed. Widgets with the one that was deleted get its base. */
  themesChanged(deleted: HostTheme | null): void {
    if (deleted !== null && this.#links.fallBack(deleted)) this.#notifyLinks();
    for (const { link } of this.#audience.peers) {
      if (link.options.frame.own === '') continue;
      const stored = this.#links.find(link.id);
      if (stored !== undefined) this.#audience.setLink(this.#forPages(stored));
    }
  }

  /** Reads the widgets again, after an import has written them. */
  reload(): void {
    this.#links.reload();
    const links = new Map(this.#links.list().map((link) => [link.id, link]));
    for (const id of new Set(this.#audience.peers.map(({ link }) => link.id))) {
      const link = links.get(id);
      if (link === undefined) this.#disconnectPages(id);
      else this.#audience.setLink(this.#forPages(link));
    }
    this.#notifyLinks();
  }

  showDeleted(showId: string): void {
    this.#shows.remove(showId);
  }

  showRestored(showId: string): void {
    this.#shows.restore(showId);
  }

  close(): void {
    this.#cancelCount?.();
    this.#cancelThanks?.();
    for (const cancel of this.#cancelTests.values()) cancel();
    this.#listeners.clear();
    this.disconnect();
    this.#audience.stop();
    this.#shows.close();
  }

  /** Closes the sockets of all pages, which connect again. */
  disconnect(): void {
    for (const { socket } of this.#audience.peers) socket.close();
  }

  /** Call it when the effect packs of the host have changed. */
  packsChanged(): void {
    this.#sendLinks('effects');
    this.#audience.soon();
  }

  /** A widget as its pages get it. */
  #forPages(link: OverlayLink): OverlayLink {
    const shown = this.#links.forPages(link);
    const { fillsOf, themes } = this.#options;
    return { ...shown, options: withHostTheme(withShownPacks(shown.options, fillsOf), themes()) };
  }

  #currentSource(): ShowSource | null {
    this.#source ??= this.#sourceNow();
    return this.#source;
  }

  /**
   * Builds the source. Returns null while the state is ahead of the disk or of the ledger: sums of the stored rows would
   * not match it.
   */
  #sourceNow(): ShowSource | null {
    const { show: openShow, anchors, giftPictures, fillsOf } = this.#options;
    const show = openShow();
    const past = this.#shows.past(show !== null && show.facts.rehearsal !== null);
    if (show === null) return sourceOfNothing(past, anchors, this.#periodClock);
    if (show.committedSeq < show.state.seq || !show.journal.isWhole) return null;
    return sourceOfShow(show, past, {
      clock: this.#periodClock,
      anchors,
      giftPictures,
      fillsOf,
      thanks: () => this.#thanks,
    });
  }

  /** Builds the view again, because the sums of past shows have changed. */
  #pastChanged(): void {
    this.#source = null;
    this.#audience.soon();
  }

  /** Sends the current tokens of their widgets to the pages of scenes. */
  #updateScenes(): void {
    this.#sendLinks('scene');
  }

  /** Sends the options of all widgets of a kind to their pages. */
  #sendLinks(kind: WidgetKind): void {
    for (const { link } of this.#audience.peers) {
      if (link.options.kind !== kind) continue;
      const stored = this.#links.find(link.id);
      if (stored !== undefined) this.#audience.setLink(this.#forPages(stored));
    }
  }

  /** Refuses and closes the pages of a widget whose token is not valid any more. */
  #disconnectPages(linkId: string): void {
    for (const peer of this.#audience.peers) {
      if (peer.link.id !== linkId) continue;
      this.#audience.leave(peer);
      peer.socket.send(textOf({ type: 'refused', reason: 'token' }));
      peer.socket.close();
    }
  }

  #viewOf(link: OverlayLink, open: number): OverlayLinkView {
    const { token, ...rest } = link;
    return {
      ...rest,
      url: this.#place?.url(token) ?? '',
      file: this.#place?.file(link.id) ?? '',
      open,
      testing: this.#audience.isTesting(link.id),
    };
  }

  #changed(link: OverlayLink): OverlayLinkView {
    this.#notifyLinks();
    const open = this.#audience.peers.filter((peer) => peer.link.id === link.id).length;
    return this.#viewOf(link, open);
  }

  #notifyLinks(): void {
    this.#shows.widgetsChanged();
    for (const listener of this.#listeners) listener(this.#links.list());
    this.#options.changed(this.list());
  }

  #scheduleCount(): void {
    this.#cancelCount ??= this.#options.clock.after(COUNT_EVERY, () => {
      this.#cancelCount = null;
      this.#options.changed(this.list());
    });
  }
}
