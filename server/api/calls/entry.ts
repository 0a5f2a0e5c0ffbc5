import { eq } from 'drizzle-orm';
import { apiCodes } from '#shared/contract/api/envelope.ts';
import { api } from '#shared/contract/api/index.ts';
import { CODE_SECONDS, CODE_WAIT_SECONDS, checkCode, issueCode } from '../../accounts/codes.ts';
import { countAttempt, forgetAttempts } from '../../accounts/lockout.ts';
import { redeemOnceToken } from '../../accounts/onceLinks.ts';
import { hashPassword, verifyPassword } from '../../accounts/passwords.ts';
import { openSession } from '../../accounts/sessions.ts';
import { addUser, findUser, nameOf, setPassword } from '../../accounts/users.ts';
import { users } from '../../database/schema/index.ts';
import { type BoundCall, guarded, open } from '../handlers.ts';
import { forbidden, invalidField, notFound, Refusal, tooMany } from '../refusal.ts';
import type { Services } from '../services.ts';

/** The calls by which somebody gets in: codes, signing up and in, passwords. */
export function entryHandlers(services: Services): BoundCall[] {
  const { account } = api;
  return [
    open(
      account.verificationCode,
      async ({ body }, { db, ip, now, language }) => {
        const { delivery } = services.mailer;
        if (delivery === 'none') throw new Refusal(apiCodes.unavailable, 'api.mail.none');
        const { email, purpose } = body;
        const code = await issueCode(db, { email, purpose, ip, now });
        const known = await findUser(db, email);
        // Whose address it is decides what stands in the mail, and nothing that the caller could see.
        if (purpose === 'forgot' && known !== null) {
          services.mailer.send({ kind: 'forgot', to: email, language, code });
        } else if (purpose === 'signup') {
          const kind = known === null ? 'signup' : 'signupTaken';
          services.mailer.send({ kind, to: email, language, code: known === null ? code : '' });
        }
        return { delivery, validSeconds: CODE_SECONDS, waitSeconds: CODE_WAIT_SECONDS };
      },
      'api.code.sent',
    ),
    open(
      account.signup,
      async ({ body }, { db, now, identify }) => {
        const { email, password, code } = body;
        const useUp = await checkCode(db, { email, purpose: 'signup', code, now });
        const passwordHash = await hashPassword(password);
        const taken = (await findUser(db, email)) !== null;
        if (useUp === null || taken) throw invalidField('code', 'api.field.codeWrong');
        const userId = await db.transaction(async (tx) => {
          if (!(await useUp(tx))) throw invalidField('code', 'api.field.codeWrong');
          return addUser(tx, { email, passwordHash, username: body.username ?? nameOf(email) });
        });
        identify({ userId, email });
        return null;
      },
      'api.signedUp',
    ),
    open(
      account.signin,
      async ({ body }, { db, ip, userAgent, now, identify }) => {
        const wait = await countAttempt(db, body.email, now);
        if (wait > 0) throw tooMany(wait, wait > 60 ? 'api.signin.locked' : 'api.signin.wait');
        const user = await findUser(db, body.email);
        const isRight = await verifyPassword(user?.passwordHash ?? null, body.password);
        if (user === null || !isRight) throw wrongSignin();
        if (user.status !== 'enabled') throw forbidden('api.accountDisabled');
        await forgetAttempts(db, body.email);
        identify({ userId: user.id, email: user.email });
        return openSession(db, user.id, { ip, userAgent, now });
      },
      'api.signedIn',
    ),
    open(
      account.signinOnce,
      async ({ body }, { db, ip, userAgent, now, identify }) => {
        const userId = await redeemOnceToken(db, body.once, now);
        const [user] = userId === null ? [] : await db.select().from(users).where(eq(users.id, userId));
        if (user === undefined)
          throw new Refusal(apiCodes.invalid, 'api.once.used', { data: { fields: [] } });
        if (user.status !== 'enabled') throw forbidden('api.accountDisabled');
        identify({ userId: user.id, email: user.email });
        return openSession(db, user.id, { ip, userAgent, now });
      },
      'api.signedIn',
    ),
    open(
      account.forgot,
      async ({ body }, { db, now, identify }) => {
        const { email, password, code } = body;
        const useUp = await checkCode(db, { email, purpose: 'forgot', code, now });
        const passwordHash = await hashPassword(password);
        const user = await findUser(db, email);
        if (useUp === null || user === null) throw invalidField('code', 'api.field.codeWrong');
        await db.transaction(async (tx) => {
          if (!(await useUp(tx))) throw invalidField('code', 'api.field.codeWrong');
          await setPassword(tx, user.id, passwordHash, now);
          await forgetAttempts(tx, email);
        });
        identify({ userId: user.id, email });
        return null;
      },
      'api.passwordChanged',
    ),
    guarded(
      account.changePassword,
      async ({ body }, { db, caller, now }) => {
        const [user] = await db.select().from(users).where(eq(users.id, caller.userId));
        if (user === undefined) throw notFound();
        if (user.passwordSet && !(await verifyPassword(user.passwordHash, body.oldPassword))) {
          throw invalidField('oldPassword', 'api.field.passwordWrong');
        }
        const passwordHash = await hashPassword(body.password);
        await db.transaction((tx) => setPassword(tx, user.id, passwordHash, now, caller.sessionId));
        return null;
      },
      'api.passwordChanged',
    ),
  ];
}

/** The same for a wrong password and for an address without an account. */
const wrongSignin = () => new Refusal(apiCodes.invalid, 'api.signin.wrong', { data: { fields: [] } });
