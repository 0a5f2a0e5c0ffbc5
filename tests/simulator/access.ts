import {
  type Answer,
  accountAnswer,
  blockedAnswer,
  noSuchUserAnswer,
} from '#backstage/rehearsal/platform/answers.ts';
import type { UpgradeRefusal } from '#backstage/rehearsal/platform/platform.ts';
import type { RoomScript } from '#backstage/rehearsal/platform/room.ts';
import type { FaultName, Faults } from './faults.ts';
import type { PageBehaviour, PageNotice } from './roomPage.ts';

/** A call to the platform: its home page, a room, the signing service, an account without a room, or a picture. */
export type Call = 'page' | 'room' | 'sign' | 'profile' | 'picture';

/** The platform's answer to too many calls; `seconds` until the next call is allowed. */
export function rateLimitedAnswer(seconds: number): Answer {
  return {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
    body: JSON.stringify({ code: 429, message: 'Too many connections started, try again later.' }),
  };
}

/** Value of `retry-after` in a rate-limited answer, s. */
const RETRY_AFTER_S = 2;

/** Messages that the platform sends with `handshake-status` 417. */
const wayRefusals = ['illegal app_id', 'illegal secret key', 'named cookie not present'] as const;

/** The notice that each page fault puts on the room's page. */
const pageFaults: readonly (readonly [FaultName, PageNotice])[] = [
  ['page-sign-in', 'signIn'],
  ['page-age-gate', 'ageGate'],
  ['page-captcha', 'captcha'],
  ['page-region', 'region'],
  ['page-unknown-user', 'unknownUser'],
  ['page-not-live', 'notLive'],
  ['page-ended', 'ended'],
];

/** The faults before the first frame: refused calls and refused WebSockets. */
export class Access {
  readonly #faults: Faults;
  readonly #refused = new Map<string, number>();
  #ways = 0;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** Returns the refusal of a call, or undefined if the call is allowed. */
  answer(call: Call, { facts, followers, following }: RoomScript, webUrl: string): Answer | undefined {
    // Faults concern the room only. Tests of anchors and pictures replace the answers themselves.
    if (call === 'page' || call === 'profile' || call === 'picture') return undefined;
    if (this.#refuses('rate-limited')) return rateLimitedAnswer(RETRY_AFTER_S);
    if (call === 'sign') return undefined;
    // `blocked=N` refuses the WebSocket instead, where a new cookie helps.
    if (this.#faults.blocked === 0 || this.#refuses('look-up-blocked')) return blockedAnswer;
    if (this.#refuses('unknown-user')) return noSuchUserAnswer;
    if (this.#refuses('not-live')) {
      return accountAnswer({ person: facts.owner, followers, following, roomId: '', live: false }, webUrl);
    }
    return undefined;
  }

  /** Returns undefined if the socket is allowed. `isDirect`: it is neither signed nor opened by the room's page. */
  refuseUpgrade(isDirect: boolean): UpgradeRefusal | undefined {
    if (this.#refuses('blocked')) return { status: 415, message: 'DEVICE_BLOCKED' };
    if (!this.#refuses('way-refused') && !(isDirect && this.#refuses('direct-refused'))) return undefined;
    this.#ways += 1;
    return { status: 417, message: wayRefusals[this.#ways % wayRefusals.length] ?? wayRefusals[0] };
  }

  /** Returns the behaviour of the next load of the room's page. */
  roomPage(): PageBehaviour {
    const shown = pageFaults.find(([fault]) => this.#refuses(fault))?.[1];
    if (shown !== undefined) return { shows: shown };
    if (this.#refuses('page-no-socket')) return { opensNoSocket: true };
    const faults = this.#faults;
    return {
      opensAfter: (faults['page-late'] ?? 0) * 1000,
      ...(faults['page-wander'] && { wandersAfter: faults['page-wander'] }),
      ...(faults['page-reconnect'] && { reconnectsAfter: faults['page-reconnect'] }),
      ...(faults['page-crash'] && { crashesAfter: faults['page-crash'] }),
    };
  }

  #refuses(fault: FaultName): boolean {
    const times = this.#faults[fault];
    if (times === undefined) return false;
    if (times === 0) return true;
    const refused = (this.#refused.get(fault) ?? 0) + 1;
    this.#refused.set(fault, refused);
    return refused <= times;
  }
}
