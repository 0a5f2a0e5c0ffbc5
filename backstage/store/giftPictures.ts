import { join } from 'node:path';
import { z } from 'zod';
import { type GiftPicture, giftPictureSchema } from '#shared/contract/anchors.ts';
import type { PictureStore } from '../anchors/pictureStore.ts';
import type { Clock } from '../clock.ts';
import { type Fetch, get } from '../sources/http.ts';
import { browsers, pageHeaders } from '../sources/wire.ts';
import { readStored, type StoredShape, writeStored } from './storedFile.ts';

/** Times in ms. */
export interface GiftPictureTimes {
  /** The time between two fetches, so that a busy room does not cause many requests at once. */
  apart: number;
  /** The time after which a picture is fetched again: seasons change some gifts. */
  fresh: number;
  /** The time after which a failed fetch is tried again. */
  retry: number;
  timeout: number;
}

const DAY = 24 * 60 * 60_000;
const ordinary: GiftPictureTimes = { apart: 1_000, fresh: 30 * DAY, retry: 60 * 60_000, timeout: 10_000 };

/** The largest number of gifts with a picture. Above it, the one that was fetched first is dropped. */
const MOST = 300;
/** The largest number of gifts that wait for their fetch. */
const MOST_WAITING = 100;
const MOST_FAILED = 1000;
/** The largest picture in bytes. */
const LARGEST = 64 * 1024;
const LONGEST_ADDRESS = 1000;

const knownSchema = giftPictureSchema.extend({ at: z.number() });
type Known = z.infer<typeof knownSchema>;

/** Reads each entry by itself. A broken entry is dropped alone and fetched again. */
export const giftPicturesShape: StoredShape<Known[]> = {
  migrations: [],
  read(content) {
    const entries = z.array(z.unknown()).parse(content);
    const value = entries.flatMap((entry) => knownSchema.safeParse(entry).data ?? []);
    return { value, dropped: entries.length - value.length };
  },
};

interface GiftPicturesOptions {
  dataDir: string;
  clock: Clock;
  fetch: Fetch;
  pictures: Pick<PictureStore, 'has' | 'put'>;
  /** The platform whose messages are received. */
  place(): { webUrl: string; rehearsal: boolean };
  changed(pictures: GiftPicture[]): void;
  log(message: string, error?: unknown): void;
  times?: Partial<GiftPictureTimes> | undefined;
}

/**
 * The pictures of gifts, whose addresses are in the platform's messages. Fetches each one once, one at a time in the
 * background, and stores it, so that screens load no picture from the platform. Errors cost only the picture.
 */
export class GiftPictures {
  readonly #options: GiftPicturesOptions;
  readonly #times: GiftPictureTimes;
  readonly #path: string;
  readonly #known = new Map<number, Known>();
  #list: GiftPicture[] | null = null;
  /** Addresses by gift, in the order in which they are fetched. */
  readonly #waiting = new Map<number, string>();
  /** When a gift may be fetched again after a failure. */
  readonly #failed = new Map<number, number>();
  readonly #closing = new AbortController();
  #busy: Promise<void> | null = null;
  #cancel = () => {};

  constructor(options: GiftPicturesOptions) {
    this.#options = options;
    this.#times = { ...ordinary, ...options.times };
    this.#path = join(options.dataDir, 'gift-pictures.json');
    this.reload();
  }

  /** Reads the file, also after an import has written it. */
  reload(): void {
    const stored = readStored(this.#path, giftPicturesShape, this.#options.clock.now()).value ?? [];
    this.#known.clear();
    this.#list = null;
    for (const known of stored) this.#known.set(known.giftId, known);
  }

  /** The ids of all pictures, in the same array until one changes. */
  get known(): GiftPicture[] {
    this.#list ??= [...this.#known.values()].map(({ giftId, picture }) => ({ giftId, picture }));
    return this.#list;
  }

  /** The ids of the stored pictures. */
  *pictures(): Iterable<string> {
    for (const { picture } of this.#known.values()) yield picture;
  }

  /** Whether the picture of a gift is wanted. Called for each gift of a room, so it must be fast. */
  wants(giftId: number): boolean {
    if (this.#waiting.has(giftId) || this.#waiting.size >= MOST_WAITING) return false;
    const now = this.#options.clock.now();
    const known = this.#known.get(giftId);
    if (known !== undefined && now - known.at < this.#times.fresh) return false;
    return (this.#failed.get(giftId) ?? 0) <= now;
  }

  /** Fetches the picture of a gift from the address in its message, unless the address is not the platform's. */
  see(giftId: number, address: string): void {
    const { webUrl, rehearsal } = this.#options.place();
    const trusted = rehearsal ? '' : platformPicture(address, webUrl);
    if (trusted === '') {
      this.#fail(giftId);
      return;
    }
    this.#waiting.set(giftId, trusted);
    if (this.#busy === null && this.#waiting.size === 1) this.#plan(0);
  }

  /** Cancels the current fetch and starts no other. Resolves when it has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#cancel();
    await this.#busy;
  }

  #plan(ms: number): void {
    this.#cancel = this.#options.clock.after(ms, () => {
      const [next] = this.#waiting;
      if (next === undefined || this.#closing.signal.aborted) return;
      this.#busy = this.#fetch(...next).finally(() => {
        this.#busy = null;
        this.#waiting.delete(next[0]);
        if (this.#waiting.size > 0 && !this.#closing.signal.aborted) this.#plan(this.#times.apart);
      });
    });
  }

  async #fetch(giftId: number, address: string): Promise<void> {
    const { clock, fetch, pictures, changed, log } = this.#options;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#times.timeout)]);
    try {
      const answer = await get(fetch, address, pageHeaders(browsers[0]), signal);
      if (answer.status !== 200) {
        await answer.discard();
        this.#fail(giftId);
        return;
      }
      const picture = pictures.put(await answer.bytes(), LARGEST);
      if (this.#closing.signal.aborted) return;
      this.#known.delete(giftId);
      this.#known.set(giftId, { giftId, picture, at: clock.now() });
      const [oldest] = this.#known.keys();
      if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
      this.#list = null;
      changed([{ giftId, picture }]);
      writeStored(this.#path, giftPicturesShape, [...this.#known.values()]);
    } catch (error) {
      this.#fail(giftId);
      if (!this.#closing.signal.aborted) log(`the picture of gift ${giftId} is missing`, error);
    }
  }

  #fail(giftId: number): void {
    // A hostile room can name any number of gifts.
    if (this.#failed.size >= MOST_FAILED) this.#failed.clear();
    this.#failed.set(giftId, this.#options.clock.now() + this.#times.retry);
  }
}

/**
 * Returns the address of a gift's picture if it may be fetched, otherwise ''. It must be on the origin of the platform,
 * or, for the real platform, on one of its hosts for pictures. A message can therefore cause no other request (SSRF).
 */
export function platformPicture(address: string, webUrl: string): string {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return '';
  const url = new URL(address);
  const platform = new URL(webUrl);
  if (url.origin === platform.origin) return url.href;
  const real = /(?:^|\.)tiktok\.com$/.test(platform.hostname);
  const plainHttps =
    url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  return real && plainHttps && /(?:^|\.)tiktokcdn(?:-[a-z]+)?\.com$/.test(url.hostname) ? url.href : '';
}
