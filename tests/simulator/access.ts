import {
  blockedAnswer,
  noSuchUserAnswer,
  rateLimitedAnswer,
  roomAnswer,
} from '#backstage/rehearsal/platform/answers.ts';
import type { Answer, Interference, RoomScript } from '#backstage/rehearsal/platform/script.ts';
import type { Faults } from './faults.ts';

/** How long a client that called too often is told to wait, s. */
export const RETRY_AFTER_S = 2;

/** Keeps clients out: the faults that come before the first frame. */
export class Access {
  readonly #faults: Faults;
  readonly #script: RoomScript;
  readonly #refused = new Map<string, number>();

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

  refuseUpgrade(): string | undefined {
    return this.#refuses('blocked') ? 'DEVICE_BLOCKED' : undefined;
  }

  #refuses(fault: 'blocked' | 'rate-limited' | 'not-live' | 'unknown-user'): boolean {
    const times = this.#faults[fault];
    if (times === undefined) return false;
    if (times === 0) return true;
    const refused = (this.#refused.get(fault) ?? 0) + 1;
    this.#refused.set(fault, refused);
    return refused <= times;
  }
}
