import { createHmac } from 'node:crypto';
import { type Problem, RingsideError } from '#shared/contract/error.ts';
import { type Fetch, retryAfter } from '../sources/http.ts';

/** How long a receiver may take to answer (ms). */
const ANSWER_WITHIN_MS = 15_000;
/** Statuses of a receiver that cannot read an event. Sending it again does not help. */
const UNREADABLE: ReadonlySet<number> = new Set([400, 413, 415, 422]);

export interface HookMessage {
  /** The value of `webhook-id`. */
  id: string;
  body: string;
}

export interface PostOptions {
  fetch: Fetch;
  /** The newest secret first. */
  secrets: readonly string[];
  /** The time of the attempt (ms since 1970). */
  now: number;
  signal: AbortSignal;
  timeoutMs?: number;
}

/** Null if the receiver has accepted the message. */
export type Failure = {
  problem: Problem;
  /** The receiver has refused the content of this message. */
  unreadable: boolean;
  /** The receiver wants nothing more, ever. */
  gone: boolean;
  /** The time (s) that the receiver asks to wait. */
  retryAfter: number | undefined;
} | null;

/** Sends one message as Standard Webhooks says. Follows no redirect and does not read the answer. */
export async function postHook(
  address: string,
  message: HookMessage,
  options: PostOptions,
): Promise<Failure> {
  const { fetch, now, signal, timeoutMs = ANSWER_WITHIN_MS } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Ringside-Webhooks',
        ...signatureHeaders(message, options.secrets, now),
      },
      body: message.body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    await response.body?.cancel().catch(() => {});
    if (response.ok) return null;
    return {
      problem: answered(response.status),
      unreadable: UNREADABLE.has(response.status),
      gone: response.status === 410,
      retryAfter: retryAfter(response.headers.get('retry-after'), now),
    };
  } catch (error) {
    const problem: Problem = timeout.aborted ? { code: 'webhook.slow' } : problemOf(error);
    const seconds = problem.code === 'room.rateLimited' ? Number(problem.params?.seconds) : undefined;
    return { problem, unreadable: false, gone: false, retryAfter: seconds };
  }
}

/** The headers that identify and sign a message, with one signature for each secret. */
export function signatureHeaders(
  { id, body }: HookMessage,
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function answered(status: number): Problem {
  if (status === 410) return { code: 'webhook.gone' };
  return status >= 300 && status < 400
    ? { code: 'webhook.redirected' }
    : { code: 'webhook.answered', params: { status } };
}

function problemOf(error: unknown): Problem {
  if (error instanceof RingsideError) {
    const { problem } = error;
    return problem.code === 'room.hostNotAllowed'
      ? { code: 'webhook.notAllowed', ...(problem.params && { params: problem.params }) }
      : problem;
  }
  return { code: isCertificateError(error) ? 'webhook.certificate' : 'webhook.unreachable' };
}

/** Node's codes of TLS certificates that are expired, self-signed, or for another name. */
const CERTIFICATE_CODE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ALTNAME/;

function isCertificateError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && CERTIFICATE_CODE.test(String(error.code))) || isCertificateError(error.cause);
}
