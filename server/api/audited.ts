import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiCall } from '#shared/contract/api/call.ts';
import { apiCodes } from '#shared/contract/api/envelope.ts';
import { emailSchema, idSchema } from '#shared/contract/api/fields.ts';
import { api } from '#shared/contract/api/index.ts';
import type { AuditEntry } from '../logs/audit.ts';
import { plainText } from './text.ts';

const SIGNINS: readonly ApiCall[] = [api.account.signin, api.account.signinOnce];
/** Audited actions that are open to visitors. */
const PUBLIC_CHANGES: readonly ApiCall[] = [api.account.signup, api.account.forgot];
const MAX_TARGET = 200;

const withEmail = z.object({ email: emailSchema });
const withId = z.object({ id: idSchema.optional(), userId: idSchema.optional() });

/**
 * Returns the audit log entry of a call, or null if the call is not audited. Reads are not audited, and neither are
 * calls that a rate limit or a missing sign-in refused: anybody could flood the log with those.
 */
export function audited(
  call: ApiCall,
  request: FastifyRequest,
  code: number,
  { durationMs, at }: { durationMs: number; at: Date },
): AuditEntry | null {
  const { who, userAgent } = request;
  const isSignin = SIGNINS.includes(call);
  const isChange = call.access !== 'public' && call.method !== 'GET';
  if (!isSignin && !isChange && !PUBLIC_CHANGES.includes(call)) return null;
  if (call.access !== 'public' && who === null) return null;
  if (code === apiCodes.tooMany && !isSignin) return null;
  const given = withEmail.safeParse(request.body);
  const email = who?.email ?? (given.success ? given.data.email : '');
  if (isSignin && email === '' && code !== apiCodes.success) return null;
  return {
    kind: isSignin ? 'signin' : 'operation',
    at,
    userId: who?.userId ?? null,
    email,
    action: `${call.method} ${call.path}`,
    target: targetOf(request),
    ip: request.ip,
    userAgent,
    success: code === apiCodes.success,
    code,
    durationMs,
  };
}

/** Returns the ids of the path, or of the body if the path has none. */
function targetOf(request: FastifyRequest): string {
  const inPath = plainText(Object.values(Object(request.params)).join(','), MAX_TARGET);
  if (inPath !== '') return inPath;
  const given = withId.safeParse(request.body);
  return given.success ? String(given.data.id ?? given.data.userId ?? '') : '';
}
