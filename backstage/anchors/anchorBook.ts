import { join } from 'node:path';
import { z } from 'zod';
import { type AnchorFacts, accountKey, anchorFactsSchema } from '#shared/contract/anchors.ts';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import type { Preset } from '#shared/contract/preset.ts';
import type { RoomFacts } from '#shared/live/source.ts';
import type { Clock } from '../clock.ts';
import { Device } from '../sources/device.ts';
import { type Fetch, get } from '../sources/http.ts';
import { lookUpRoom } from '../sources/lookup.ts';
import { pageHeaders } from '../sources/wire.ts';
import { readStored, type StoredShape, writeStored } from '../store/storedFile.ts';
import type { PictureStore } from './pictureStore.ts';

/** Times in ms. */
export interface AnchorTimes {
  /** The time between two look-ups, so that many anchors do not cause many requests at once. */
  apart: number;
  /** The time after which facts are looked up again. */
  fresh: number;
  /** The time after which an unknown username is looked up again. */
  unknown: number;
  /** The backoff after a failure. It doubles with each further failure, up to `longest`. */
  retry: number;
  longest: number;
  /** The timeout of a look-up. */
  timeout: number;
}

const ordinary: AnchorTimes = {
  apart: 4_000,
  fresh: 5 * 60_000,
  unknown: 60 * 60_000,
  retry: 30_000,
  longest: 30 * 60_000,
  timeout: 10_000,
};

const REHEARSAL_APART = 200;

interface AnchorBookOptions {
  clock: Clock;
  fetch: Fetch;
  pictures: PictureStore;
  store: AnchorStore;
  /** The platform on which accounts are looked up. Facts of another platform are not used. */
  place(): { webUrl: string; rehearsal: boolean };
  /** Whether the room is being looked up or was refused. Anchors are not looked up then. */
  busy(): boolean;
  /** Called when facts have changed. */
  changed(): void;
  log(message: string, error?: unknown): void;
  times?: Partial<AnchorTimes> | undefined;
}

interface Entry {
  known: KnownAnchor | undefined;
  /** The earliest time of the next look-up (ms since 1970). */
  nextAt: number;
  failures: number;
}

/**
 * Looks up the platform's facts about the show's anchors, one at a time in the background, and caches them. A rate
 * limit of the platform delays all look-ups.
 */
export class AnchorBook {
  readonly #options: AnchorBookOptions;
  readonly #times: AnchorTimes;
  #webUrl = '';
  #apart = 0;
  #platform: Platform;
  #entries = new Map<string, Entry>();
  #watched: string[] = [];
  #pausedUntil = 0;
  #pauses = 0;
  #lastAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;
  #cancel = () => {};
  readonly #closing = new AbortController();

  constructor(options: AnchorBookOptions) {
    this.#options = options;
    this.#times = { ...ordinary, ...options.times };
    this.#platform = this.#moveTo(options.place());
  }

  /** Looks up these usernames from now on, on the current platform, and refreshes them. */
  watch(usernames: readonly string[]): void {
    const place = this.#options.place();
    if (place.webUrl !== this.#webUrl) this.#platform = this.#moveTo(place);
    this.#watched = [...new Set(usernames.map(accountKey))].filter((key) => key !== '');
    this.#options.changed();
    this.#plan();
  }

  /** Reads the stored facts again, after an import has written them. Those of a rehearsal are not stored. */
  reload(): void {
    const { store, clock, place, changed } = this.#options;
    if (place().rehearsal) return;
    for (const known of store.read(clock.now()))
      this.#entries.set(known.facts.username, { known, nextAt: 0, failures: 0 });
    changed();
  }

  /** The known facts about the watched anchors. */
  get known(): AnchorFacts[] {
    return this.#watched.flatMap((key) => this.#entries.get(key)?.known?.facts ?? []);
  }

  factsOf(username: string): AnchorFacts | undefined {
    return this.#entries.get(accountKey(username))?.known?.facts;
  }

  /** The ids of the pictures that are in use. */
  *pictures(): Iterable<string> {
    for (const { known } of this.#entries.values()) if (known !== undefined) yield known.facts.avatar;
  }

  /**
   * Looks up one username at once. Returns cached facts if they are fresh.
   *
   * @throws RingsideError as `FrameSource.resolve`; `room.rateLimited` with the seconds to wait.
   */
  async lookUp(username: string): Promise<AnchorFacts> {
    const key = accountKey(username);
    const now = this.#options.clock.now();
    const known = this.#entries.get(key)?.known;
    if (known !== undefined && now - known.facts.at < this.#times.fresh) return known.facts;
    if (now < this.#pausedUntil) throw this.#wait();
    while (this.#asking !== null) await this.#asking;
    if (this.#options.clock.now() < this.#pausedUntil) throw this.#wait();
    let failure: unknown = null;
    await this.#ask(key, (error) => {
      failure = error;
    });
    const found = this.#entries.get(key)?.known;
    if (failure !== null || found === undefined) throw failure ?? new RingsideError('room.noInfo');
    return found.facts;
  }

  /** Cancels the current look-up and starts no other. Resolves when it has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#cancel();
    await this.#asking;
  }

  #moveTo({ webUrl, rehearsal }: { webUrl: string; rehearsal: boolean }): Platform {
    const { fetch, store, clock } = this.#options;
    this.#webUrl = webUrl;
    // The simulated platform of a rehearsal has no rate limit.
    this.#apart = rehearsal ? Math.min(REHEARSAL_APART, this.#times.apart) : this.#times.apart;
    this.#pausedUntil = 0;
    this.#pauses = 0;
    this.#entries = new Map();
    // The accounts of a rehearsal are simulated, so they are not stored.
    const kept = rehearsal ? [] : store.read(clock.now());
    for (const known of kept) this.#entries.set(known.facts.username, { known, nextAt: 0, failures: 0 });
    return { webUrl, fetch, device: new Device(webUrl, fetch, 2) };
  }

  /** Sets the timer for the next look-up. */
  #plan(): void {
    this.#cancel();
    this.#cancel = () => {};
    if (this.#closing.signal.aborted || this.#asking !== null || this.#watched.length === 0) return;
    const { clock, busy } = this.#options;
    const now = clock.now();
    const dues = this.#watched.map((key) => this.#dueAt(key));
    const earliest = Math.max(Math.min(...dues), this.#pausedUntil, this.#lastAt + this.#apart);
    const wait = busy() ? Math.max(this.#apart, earliest - now) : earliest - now;
    this.#cancel = clock.after(Math.max(0, wait), () => {
      if (busy()) this.#plan();
      else void this.#askNext();
    });
  }

  async #askNext(): Promise<void> {
    const now = this.#options.clock.now();
    const due = this.#watched.filter((key) => this.#dueAt(key) <= now);
    const [key] = due.sort((a, b) => this.#dueAt(a) - this.#dueAt(b));
    if (key !== undefined) await this.#ask(key, () => {});
    this.#plan();
  }

  #dueAt(key: string): number {
    const entry = this.#entries.get(key);
    if (entry === undefined) return 0;
    return Math.max(entry.nextAt, (entry.known?.facts.at ?? Number.NEGATIVE_INFINITY) + this.#times.fresh);
  }

  async #ask(key: string, failed: (error: unknown) => void): Promise<void> {
    const asked = this.#lookUp(key, failed).finally(() => {
      this.#asking = null;
      this.#plan();
    });
    this.#asking = asked;
    await asked;
  }

  async #lookUp(key: string, failed: (error: unknown) => void): Promise<void> {
    const { clock, pictures, store, place, changed, log } = this.#options;
    const platform = this.#platform;
    const before = this.#entries.get(key);
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#times.timeout)]);
    this.#lastAt = clock.now();
    try {
      const known = await lookUpAnchor(platform, key, pictures, before?.known, clock.now(), signal);
      // The platform has changed meanwhile: the same username is another account there.
      if (platform !== this.#platform || this.#closing.signal.aborted) return;
      this.#pauses = 0;
      this.#entries.set(key, { known, nextAt: 0, failures: 0 });
      changed();
      if (!place().rehearsal) store.write(this.#known());
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      if (platform === this.#platform) this.#note(key, before, error);
      if (!(error instanceof RingsideError)) log(`@${key} could not be looked up`, error);
      failed(error);
    }
  }

  #note(key: string, before: Entry | undefined, error: unknown): void {
    const now = this.#options.clock.now();
    const { retry, longest, unknown } = this.#times;
    const problem: Problem = error instanceof RingsideError ? error.problem : { code: 'internal' };
    const failures = (before?.failures ?? 0) + 1;
    const backOff = (times: number) => Math.min(longest, retry * 2 ** (times - 1));
    const wait = problem.code === 'room.noSuchUser' ? unknown : backOff(failures);
    this.#entries.set(key, { known: before?.known, nextAt: now + wait, failures });
    if (problem.code !== 'room.blocked' && problem.code !== 'room.rateLimited') return;
    this.#pauses += 1;
    const said = Number(problem.params?.seconds ?? 0) * 1000;
    this.#pausedUntil = now + Math.max(said, backOff(this.#pauses));
    if (problem.code === 'room.blocked') this.#platform.device.renew();
  }

  #wait(): RingsideError {
    const left = this.#pausedUntil - this.#options.clock.now();
    return new RingsideError('room.rateLimited', { seconds: Math.max(1, Math.ceil(left / 1000)) });
  }

  *#known(): Iterable<KnownAnchor> {
    for (const { known } of this.#entries.values()) if (known !== undefined) yield known;
  }
}

interface Followed {
  /** The preset of the open show; null for none. */
  preset(): Preset | null;
  webUrl(): string;
}

/**
 * Returns a function that sets the watched anchors from the open show's preset. Call it when the show may have changed.
 */
export function anchorFollower(book: Pick<AnchorBook, 'watch'>, { preset, webUrl }: Followed): () => void {
  let seen: { preset: Preset | null; webUrl: string } = { preset: null, webUrl: '' };
  return () => {
    const now = { preset: preset(), webUrl: webUrl() };
    // Presets are immutable, so a comparison of references is enough and fast.
    if (now.preset === seen.preset && now.webUrl === seen.webUrl) return;
    seen = now;
    book.watch(now.preset?.anchors.map(({ username }) => username) ?? []);
  };
}

const knownSchema = z.object({ facts: anchorFactsSchema, avatarUrl: z.string() });

/** The largest number of stored anchors. */
const MOST_STORED = 200;

/** Reads each entry by itself. A broken entry is dropped alone and looked up again. */
export const anchorsShape: StoredShape<KnownAnchor[]> = {
  migrations: [],
  read(content) {
    const entries = z.array(z.unknown()).parse(content);
    const parsed = entries.map((entry) => knownSchema.safeParse(entry));
    const value = parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
    return { value, dropped: entries.length - value.length };
  },
};

/** Stores the last known facts about anchors, so that they are shown at once after a start. */
export class AnchorStore {
  readonly #path: string;
  #isNewer = false;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'anchors.json');
  }

  read(now: number): KnownAnchor[] {
    const { value, newer } = readStored(this.#path, anchorsShape, now);
    this.#isNewer = newer !== null;
    return value ?? [];
  }

  /** Writes the newest entries, but never over a file of a newer version. @throws RingsideError `storage.full`. */
  write(anchors: Iterable<KnownAnchor>): void {
    if (this.#isNewer) return;
    const newest = [...anchors].sort((a, b) => b.facts.at - a.facts.at).slice(0, MOST_STORED);
    writeStored(this.#path, anchorsShape, newest);
  }
}

/** The largest picture that is fetched from the platform (bytes). */
const LARGEST_AVATAR = 512 * 1024;

/** The platform on which an anchor is looked up. */
interface Platform {
  webUrl: string;
  device: Device;
  fetch: Fetch;
}

/** The facts about an anchor and the address of its picture. */
interface KnownAnchor {
  facts: AnchorFacts;
  /** Empty without a picture. */
  avatarUrl: string;
}

/**
 * Looks up an account and fetches its picture, if it is available. Does not fetch the picture of `before` again.
 *
 * @throws RingsideError as `FrameSource.resolve`.
 */
async function lookUpAnchor(
  platform: Platform,
  username: string,
  pictures: PictureStore,
  before: KnownAnchor | undefined,
  now: number,
  signal: AbortSignal,
): Promise<KnownAnchor> {
  const { webUrl, device, fetch } = platform;
  const room = await lookUpRoom(webUrl, accountKey(username), device, fetch, signal);
  const avatarUrl = trustedPicture(room.avatar, webUrl);
  const same =
    before !== undefined && before.facts.avatar !== '' && plain(before.avatarUrl) === plain(avatarUrl);
  const avatar =
    same && pictures.has(before.facts.avatar)
      ? before.facts.avatar
      : await fetchPicture(platform, avatarUrl, pictures, signal);
  return { facts: factsOf(username, room, avatar, now), avatarUrl: avatar === '' ? '' : avatarUrl };
}

function factsOf(username: string, room: RoomFacts, avatar: string, at: number): AnchorFacts {
  const { ownerId: userId, nickname, following, followers, live } = room;
  return { username: accountKey(username), userId, nickname, avatar, following, followers, live, at };
}

/** Fetches a picture. A failure is ignored: screens show an initial instead. */
async function fetchPicture(
  { device, fetch }: Platform,
  url: string,
  pictures: PictureStore,
  signal: AbortSignal,
): Promise<string> {
  if (url === '') return '';
  try {
    const answer = await get(fetch, url, pageHeaders(device.browser), signal);
    if (answer.status !== 200) {
      await answer.discard();
      return '';
    }
    return pictures.put(await answer.bytes(), LARGEST_AVATAR);
  } catch {
    return '';
  }
}

/**
 * Whether a picture address from a response may be fetched: https with a host name, or the origin of the response. This
 * prevents requests to the local network (SSRF).
 */
export function trustedPicture(address: string, webUrl: string): string {
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  if (url.origin === new URL(webUrl).origin) return url.href;
  const named = /^(?=.*[a-z])[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(url.hostname);
  const local = /(^|\.)(local|internal|localhost|home|lan)$/i.test(url.hostname);
  const plainHttps = url.protocol === 'https:' && url.port === '' && url.username === '';
  return plainHttps && named && !local ? url.href : '';
}

/** Identifies a picture by the path of its address: the signature in the query changes with every response. */
function plain(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
