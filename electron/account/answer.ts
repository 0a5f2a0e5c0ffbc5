import { accountCalls } from '#shared/contract/api/account.ts';
import { apiCodes, type Envelope, envelopeSchema, NO_TOKEN } from '#shared/contract/api/envelope.ts';
import { tokenSchema } from '#shared/contract/api/fields.ts';
import { TOKEN_IN_APP } from '#shared/contract/desktop.ts';

/** The calls whose answer is a token. */
const signInPaths = new Set([accountCalls.signin, accountCalls.signinOnce].map(({ path }) => `/api${path}`));

/** The envelope of a JSON answer, null for a file and for anything that is none. */
export function readAnswer(type: string, bytes: Uint8Array): Envelope | null {
  if (!/^application\/json/i.test(type)) return null;
  try {
    const parsed = envelopeSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** True when the server knows no sign-in of ours any more. */
export function endsSignIn(answer: Envelope | null): boolean {
  if (answer === null) return false;
  return answer.code === apiCodes.signedOut || (answer.code === apiCodes.fault && answer.msg === NO_TOKEN);
}

/** The answer as a page may have it: a token that was given is taken out of it and comes beside it. */
export function withoutToken(
  pathname: string,
  answer: Envelope | null,
  bytes: Uint8Array<ArrayBuffer>,
): { body: string | Uint8Array<ArrayBuffer>; token: string | null } {
  if (answer === null || !signInPaths.has(pathname) || answer.code !== apiCodes.success) {
    return { body: bytes, token: null };
  }
  const token = tokenSchema.safeParse(answer.data);
  const data = token.success ? TOKEN_IN_APP : null;
  return { body: JSON.stringify({ ...answer, data }), token: token.success ? token.data : null };
}
