import { type Lack, type Way, type WayReport, ways } from '../contract/connection.ts';
import type { ErrorCode, Problem } from '../contract/error.ts';

interface WayChoiceOptions {
  /** Why a way cannot be tried now; null if it can. */
  lacks(way: Way): Lack | null;
  /** The way that worked last on this installation; null if none has worked. */
  last: Way | null;
  /** Called when another way than the last one works. */
  onWorked(way: Way): void;
}

/**
 * `next`: another way can be tried at once. `exhausted`: every way was refused, so wait before the next attempt. `keep`:
 * the problem is no refusal of this way.
 */
type Refusal = 'next' | 'exhausted' | 'keep';

/** Error codes that refuse a way. Network interruptions and faults of the room do not refuse one. */
const refusals: Record<Way, readonly ErrorCode[]> = {
  direct: ['room.wayRefused', 'room.blocked'],
  page: [
    'page.noBrowser',
    'page.noSocket',
    'page.crashed',
    'page.tooMuch',
    'page.signIn',
    'page.ageGate',
    'page.captcha',
    'page.region',
    'room.hostNotAllowed',
  ],
  signed: [
    'room.wayRefused',
    'room.blocked',
    'room.rateLimited',
    'room.noInfo',
    'room.signRefused',
    'room.signKeyMissing',
  ],
};

/** Chooses the way of a line of the kind `auto`: the one that worked last, until it is refused. */
export class WayChoice {
  readonly #options: WayChoiceOptions;
  readonly #refusals = new Map<Way, ErrorCode>();
  /** The ways that were refused since one worked or all were refused. */
  readonly #tried = new Set<Way>();
  #lacks: ReadonlyMap<Way, Lack | null>;
  #last: Way | null;
  #current: Way;
  /** Whether the current way has worked since its page crashed. */
  #hasWorked = false;

  constructor(options: WayChoiceOptions) {
    this.#options = options;
    this.#last = options.last;
    this.#lacks = this.#look();
    this.#current = this.#first();
  }

  get current(): Way {
    return this.#current;
  }

  /**
   * Reports a failed attempt to connect to the room, and changes the way if this one was refused. `lookedUp`: the room
   * was looked up just before, so the network works.
   */
  refused({ code }: Problem, lookedUp: boolean): Refusal {
    const way = this.#current;
    if (!isRefusal(way, code, lookedUp)) return 'keep';
    if (code === 'page.crashed' && this.#hasWorked) {
      this.#hasWorked = false;
      return 'keep';
    }
    this.#hasWorked = false;
    this.#refusals.set(way, code);
    this.#tried.add(way);
    this.#lacks = this.#look();
    const next = ways.find((other) => !this.#tried.has(other) && this.#canTry(other));
    if (next === undefined) this.#tried.clear();
    this.#current = next ?? this.#first();
    return next === undefined ? 'exhausted' : 'next';
  }

  /**
   * Reports that the platform refuses to look the room up. Changes to the page, which needs no look-up. Returns false if
   * the page cannot be tried now.
   */
  lookUpRefused(): boolean {
    if (this.#current === 'page') return true;
    this.#refusals.set(this.#current, 'room.blocked');
    this.#lacks = this.#look();
    if (!this.#canTry('page')) return false;
    if (this.#tried.has('page')) {
      // The page was refused. Try it again after the wait that follows.
      this.#tried.clear();
      return false;
    }
    this.#hasWorked = false;
    this.#tried.add(this.#current);
    this.#current = 'page';
    return true;
  }

  /** Reports that data of the room arrived by the current way. */
  worked(): void {
    const way = this.#current;
    this.#hasWorked = true;
    this.#tried.clear();
    this.#refusals.delete(way);
    if (this.#last === way) return;
    this.#last = way;
    this.#options.onWorked(way);
  }

  /** Returns the problem to show. If the platform refuses every usable way, it advises to install a browser. */
  advice(problem: Problem): Problem {
    const isRefused = problem.code === 'room.wayRefused' || problem.code === 'room.blocked';
    const wantsBrowser = this.#lacks.get('page') === 'browser' && !this.#canTry('signed');
    return isRefused && wantsBrowser ? { code: 'page.needsBrowser' } : problem;
  }

  report(): WayReport {
    return {
      inUse: this.#current,
      ways: ways.map((way) => ({
        way,
        lacks: this.#lacks.get(way) ?? null,
        refusal: this.#refusals.get(way) ?? null,
      })),
    };
  }

  /** The way to begin with: the one that worked last if it can be tried, else the first that can. */
  #first(): Way {
    if (this.#last !== null && this.#canTry(this.#last)) return this.#last;
    return ways.find((way) => this.#canTry(way)) ?? 'direct';
  }

  #canTry(way: Way): boolean {
    return this.#lacks.get(way) === null;
  }

  #look(): ReadonlyMap<Way, Lack | null> {
    return new Map(ways.map((way) => [way, this.#options.lacks(way)]));
  }
}

function isRefusal(way: Way, code: ErrorCode, lookedUp: boolean): boolean {
  // After a successful look-up, the platform is reachable, so only the signing service is unreachable.
  if (way === 'signed' && code === 'room.unreachable') return lookedUp;
  return refusals[way].includes(code);
}
