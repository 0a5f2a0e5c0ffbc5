import { type Problem, RingsideError } from '../contract/error.ts';
import type { SocketEnd } from './source.ts';

const LONGEST_WAIT = 30_000;
const FIRST_WAIT = 1000;

/**
 * Exponential back-off with jitter (ms) before attempt number `attempt` (1 is the first after a failure), at most 30 s.
 * The jitter spreads clients that lost their connection at the same moment.
 */
export function backoff(attempt: number, random: () => number, first = FIRST_WAIT): number {
  const full = Math.min(LONGEST_WAIT, first * 2 ** Math.min(attempt - 1, 20));
  return Math.round(full * (0.5 + random() / 2));
}

/** What a failed attempt means for the client. */
export type Trouble =
  /** Retrying does not help; the host must act. */
  | { kind: 'final'; problem: Problem }
  /** The platform rejects this client for now. `renew`: it rejects the device, so take new cookies. */
  | { kind: 'blocked'; problem: Problem; wait: number; renew: boolean }
  | { kind: 'retry'; problem: Problem; wait: number };

/** First wait of a blocked device (ms). It is short, because the next attempt appears as another device. */
const BLOCKED_WAIT = 2000;
/** First wait (ms) after the platform refused this kind of connection. The same attempt rarely succeeds soon. */
const REFUSED_WAIT = 8000;
/** Wait (ms) after a rate limit without a Retry-After. */
const LIMITED_WAIT = 10_000;
/** Longest Retry-After that is obeyed (ms). */
const MAX_RETRY_AFTER = 3_600_000;

const finalCodes: readonly Problem['code'][] = [
  'room.noSuchUser',
  'room.notLive',
  'room.noInfo',
  'room.signKeyMissing',
  'room.signRefused',
  'room.relayRefused',
  'line.invalidAddress',
  'room.hostNotAllowed',
  'room.ended',
  'page.noBrowser',
  'page.signIn',
  'page.ageGate',
  'page.captcha',
  'page.region',
  'username.mismatch',
];

/** Classifies the rejection of a frame source. `attempt` is the number of the failed attempt, from 1. */
export function troubleOfError(error: unknown, attempt: number, random: () => number): Trouble {
  const problem: Problem = error instanceof RingsideError ? error.problem : { code: 'room.unreachable' };
  if (finalCodes.includes(problem.code)) return { kind: 'final', problem };
  if (problem.code === 'room.blocked') return blocked(attempt, random);
  if (problem.code === 'room.rateLimited') return limited(problem.params?.seconds, attempt, random);
  if (problem.code.startsWith('page.')) return { kind: 'retry', problem, wait: backoff(attempt, random) };
  return unreachable(attempt, random);
}

/** Classifies the end of a socket. */
export function troubleOfEnd(
  end: SocketEnd | 'dead' | 'timeout',
  attempt: number,
  random: () => number,
): Trouble {
  if (end === 'dead' || end === 'timeout' || end.kind === 'closed') return unreachable(attempt, random);
  if (end.kind === 'barred') return troubleOfError(RingsideError.of(end.problem), attempt, random);
  if (end.status === 429) return limited(end.retryAfterSeconds, attempt, random);
  if (isDeviceRefused(end)) return blocked(attempt, random);
  if (end.handshakeStatus > 0 || end.handshakeMessage !== '') return wayRefused(end, attempt, random);
  return unreachable(attempt, random);
}

type Refusal = Extract<SocketEnd, { kind: 'refused' }>;

/** Whether another device may be accepted. */
function isDeviceRefused({ status, handshakeStatus, handshakeMessage }: Refusal): boolean {
  return handshakeStatus === 415 || handshakeMessage.includes('DEVICE_BLOCKED') || status === 403;
}

/**
 * The platform answered and refuses this kind of connection. Only a missing cookie is a reason to appear as another
 * device.
 */
function wayRefused({ handshakeMessage }: Refusal, attempt: number, random: () => number): Trouble {
  const renew = handshakeMessage.includes('cookie');
  return { ...waitAfterRefusal({ code: 'room.wayRefused' }, attempt, random), renew };
}

/** The wait before the same kind of connection is tried again. */
export function waitAfterRefusal(problem: Problem, attempt: number, random: () => number) {
  const wait = backoff(attempt, random, REFUSED_WAIT);
  return { kind: 'blocked', problem, wait, renew: false } as const;
}

function unreachable(attempt: number, random: () => number): Trouble {
  return { kind: 'retry', problem: { code: 'room.unreachable' }, wait: backoff(attempt, random) };
}

function blocked(attempt: number, random: () => number): Trouble {
  const wait = backoff(attempt, random, BLOCKED_WAIT);
  return { kind: 'blocked', problem: { code: 'room.blocked' }, wait, renew: true };
}

function limited(seconds: unknown, attempt: number, random: () => number): Trouble {
  const requested = typeof seconds === 'number' && seconds > 0;
  const wait = requested ? Math.min(seconds * 1000, MAX_RETRY_AFTER) : backoff(attempt, random, LIMITED_WAIT);
  const problem: Problem = { code: 'room.rateLimited', params: { seconds: Math.ceil(wait / 1000) } };
  return { kind: 'blocked', problem, wait, renew: false };
}
