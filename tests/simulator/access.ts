import { blockedAnswer, noSuchUserAnswer, roomAnswer } from '#backstage/rehearsal/platform/answers.ts';
import type {
  Answer,
  Interference,
  RoomScript,
  UpgradeRefusal,
} from '#backstage/rehearsal/platform/script.ts';
import type { Faults } from './faults.ts';

/** The platform's answer to too many calls; `seconds` until the next call is allowed. */
export function rateLimitedAnswer(seconds: number): Answer {
  return {
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
    body: JSON.stringify({ code: 429, message: 'Too many connections started, try again later.' }),
  };
}

/** How long a client that called too often is told to wait, s. */
export const RETRY_AFTER_S = 2;

/** The platform's reasons for `handshake-status` 417. */
export const wayRefusals = ['illegal app_id', 'illegal secret key', 'named cookie not present'] as const;

/** Keeps clients out: the faults that come before the first frame. */
export class Access {
  readonly #faults: Faults;
  readonly #script: RoomScript;
  readonly #refused = new Map<string, number>();
  #ways = 0;

  constructor(faults: Faults, script: RoomScript) {
    this.#faults = faults;
    this.#script = script;
  }

  answer(call: Parameters<NonNullable<Interference['answer']>>[0]): Answer | undefined {
    // Faults are the room's: anchors and pictures have their own tests.
    if (call === 'page' || call === 'profile' || call === 'picture') return undefined;
    if (this.#refuses('rate-limited')) return rateLimitedAnswer(RETRY_AFTER_S);
    if (call === 'sign') return undefined;
    // With a number, the refusals of `blocked` come at the WebSocket, where a new cookie helps.
    if (this.#faults.blocked === 0) return blockedAnswer;
    if (this.#refuses('unknown-user')) return noSuchUserAnswer;
    if (this.#refuses('not-live')) return roomAnswer(this.#script, 'offline');
    return undefined;
  }

  refuseUpgrade(): UpgradeRefusal | undefined {
    if (this.#refuses('blocked')) return { status: 415, message: 'DEVICE_BLOCKED' };
    if (!this.#refuses('way-refused')) return undefined;
    this.#ways += 1;
    return { status: 417, message: wayRefusals[this.#ways % wayRefusals.length] ?? wayRefusals[0] };
  }

  #refuses(fault: 'blocked' | 'way-refused' | 'rate-limited' | 'not-live' | 'unknown-user'): boolean {
    const times = this.#faults[fault];
    if (times === undefined) return false;
    if (times === 0) return true;
    const refused = (this.#refused.get(fault) ?? 0) + 1;
    this.#refused.set(fault, refused);
    return refused <= times;
  }
}
