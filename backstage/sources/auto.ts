import type { Lack, Line, Way } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';
import {
  type FrameSource,
  type Opening,
  type OpenSocket,
  type ResumePoint,
  type RoomFacts,
  unknownRoom,
} from '#shared/live/source.ts';
import { WayChoice } from '#shared/live/wayChoice.ts';
import type { Fetch } from './http.ts';
import { isLookUpRefused } from './lookup.ts';
import { PageSource, type Pages } from './page/pageSource.ts';
import { DirectSource, SignedSource } from './platformSources.ts';

/** Stores the way that worked last on this installation. */
export interface WayMemory {
  readonly last: Way | null;
  remember(way: Way): void;
}

/** For sources whose choice is not stored. */
const forgetful: WayMemory = { last: null, remember: () => {} };

/** Connects directly, through the room's page or through a signing service, whichever the platform accepts. */
export class AutoSource implements FrameSource {
  readonly ways: WayChoice;
  readonly #sources: { direct: DirectSource; page: PageSource; signed: SignedSource };

  constructor(line: Line, fetch: Fetch, pages?: Pages, memory: WayMemory = forgetful) {
    this.#sources = {
      direct: new DirectSource(line, fetch),
      page: new PageSource(line, fetch, pages),
      signed: new SignedSource(line, fetch),
    };
    this.ways = new WayChoice({
      lacks: (way) => lackOf(way, line, pages),
      last: memory.last,
      onWorked: (way) => memory.remember(way),
    });
  }

  get openSocket(): OpenSocket | undefined {
    return this.#current.openSocket;
  }

  get startLimit(): number | undefined {
    return this.#current.startLimit;
  }

  /** The look-up is the same for all ways. If the platform refuses it, the page finds the room. */
  async resolve(username: string, signal: AbortSignal): Promise<RoomFacts> {
    this.#sources.page.username = username;
    try {
      return await this.#sources.direct.resolve(username, signal);
    } catch (error) {
      if (!isLookUpRefused(error) || !this.ways.lookUpRefused()) throw error;
      this.renew();
      return unknownRoom;
    }
  }

  async open(room: RoomFacts, resume: ResumePoint | undefined, signal: AbortSignal): Promise<Opening> {
    // Only the page finds a room that could not be looked up.
    if (room === unknownRoom && this.ways.current !== 'page') throw new RingsideError('room.blocked');
    return await this.#current.open(room, resume, signal);
  }

  showPage(): void {
    if (this.ways.current === 'page') this.#sources.page.showPage();
  }

  close(): void {
    this.#sources.page.close();
  }

  renew(): void {
    this.#sources.direct.renew();
    this.#sources.signed.renew();
  }

  get #current(): FrameSource {
    return this.#sources[this.ways.current];
  }
}

function lackOf(way: Way, { signKey, signUrl }: Line, pages: Pages | undefined): Lack | null {
  switch (way) {
    case 'direct':
      return null;
    case 'page':
      if (pages === undefined) return 'support';
      return pages.state === 'ready' ? null : 'browser';
    case 'signed':
      return signKey === '' || signUrl === '' ? 'key' : null;
  }
}
