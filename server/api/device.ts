import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_HEADER } from '#shared/contract/api/account.ts';
import { tokenSchema } from '#shared/contract/api/fields.ts';
import { DEVICE_DAYS } from '../accounts/devices.ts';

/** Returns the value of a cookie; null if the request does not have it. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const [key, ...value] = part.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return null;
}

interface CookieOptions {
  path: string;
  /** Browsers reach the server over https: set `Secure`. */
  https: boolean;
  /** If it is missing, the cookie lasts until the browser is closed. */
  maxAgeSeconds?: number;
}

/** Returns the `Set-Cookie` value of a same-site cookie that scripts cannot read. */
export function writeCookie(
  name: string,
  value: string,
  { path, https, maxAgeSeconds }: CookieOptions,
): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
}

const COOKIE = 'ringside.device';

/** Reads the token of a known device: from a cookie of a browser, from a header of the desktop app. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const given = headers[DEVICE_HEADER] ?? readCookie(headers.cookie, COOKIE);
  const token = tokenSchema.safeParse(given);
  return token.success ? token.data : null;
}

/** Sends the token for the device to keep, in a cookie or a header as the request did. */
export function answerDevice(
  request: Pick<FastifyRequest, 'headers' | 'protocol'>,
  reply: Pick<FastifyReply, 'header'>,
  { token, https }: { token: string; https: boolean },
): void {
  if (request.headers[DEVICE_HEADER] !== undefined) {
    reply.header(DEVICE_HEADER, token);
    return;
  }
  const secure = https || request.protocol === 'https';
  const maxAgeSeconds = DEVICE_DAYS * 86_400;
  reply.header('set-cookie', writeCookie(COOKIE, token, { path: '/api', https: secure, maxAgeSeconds }));
}
