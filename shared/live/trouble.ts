import { type Problem, RingsideError } from '../contract/error.ts';
import { backoff } from './backoff.ts';
import type { SocketEnd } from './socket.ts';

/** What a failed try means for the client. */
export type Trouble =
  /** Trying again by itself would not help; the host has to do something. */
  | { kind: 'final'; problem: Problem }
  /** The platform does not want this client for now. `renew`: it does not want its appearance. */
  | { kind: 'blocked'; problem: Problem; wait: number; renew: boolean }
  | { kind: 'retry'; problem: Problem; wait: number };

/** A blocked device gets in again with another appearance, so its first wait is short (ms). */
const BLOCKED_WAIT = 2000;
/** The wait (ms) where the platform says that there is too much asking, but not for how long to stop. */
const LIMITED_WAIT = 10_000;
/** Nobody is made to wait longer than this (ms), whatever a server says. */
const LONGEST_ORDER = 3_600_000;

const finalCodes: readonly Problem['code'][] = [
  'room.noSuchUser',
  'room.notLive',
  'room.noInfo',
  'room.signKeyMissing',
  'room.signRefused',
  'room.relayRefused',
  'line.invalidAddress',
  'room.hostNotAllowed',
  'username.mismatch',
];

/** Judges what a frame source rejected with. `attempt` is the number of the try that failed, from 1. */
export function troubleOfError(error: unknown, attempt: number, random: () => number): Trouble {
  const problem: Problem = error instanceof RingsideError ? error.problem : { code: 'room.unreachable' };
  if (finalCodes.includes(problem.code)) return { kind: 'final', problem };
  if (problem.code === 'room.blocked') return blocked(attempt, random);
  if (problem.code === 'room.rateLimited') return limited(problem.params?.seconds, attempt, random);
  return unreachable(attempt, random);
}

/** Judges how a socket ended. */
export function troubleOfEnd(
  end: SocketEnd | 'dead' | 'timeout',
  attempt: number,
  random: () => number,
): Trouble {
  if (end === 'dead' || end === 'timeout' || end.kind === 'closed') return unreachable(attempt, random);
  if (end.kind === 'barred') return troubleOfError(RingsideError.of(end.problem), attempt, random);
  if (end.handshakeMessage.includes('DEVICE_BLOCKED') || end.status === 403) return blocked(attempt, random);
  if (end.status === 429) return limited(end.retryAfterSeconds, attempt, random);
  return unreachable(attempt, random);
}

function unreachable(attempt: number, random: () => number): Trouble {
  return { kind: 'retry', problem: { code: 'room.unreachable' }, wait: backoff(attempt, random) };
}

function blocked(attempt: number, random: () => number): Trouble {
  const wait = backoff(attempt, random, BLOCKED_WAIT);
  return { kind: 'blocked', problem: { code: 'room.blocked' }, wait, renew: true };
}

function limited(seconds: unknown, attempt: number, random: () => number): Trouble {
  const ordered = typeof seconds === 'number' && seconds > 0;
  const wait = ordered ? Math.min(seconds * 1000, LONGEST_ORDER) : backoff(attempt, random, LIMITED_WAIT);
  const problem: Problem = { code: 'room.rateLimited', params: { seconds: Math.ceil(wait / 1000) } };
  return { kind: 'blocked', problem, wait, renew: false };
}
