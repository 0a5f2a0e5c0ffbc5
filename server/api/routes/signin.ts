import { eq } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { apiCodes } from '#shared/contract/api/call.ts';
import { api } from '#shared/contract/api/index.ts';
import {
  CODE_SECONDS,
  CODE_WAIT_SECONDS,
  checkCode,
  issueCode,
  redeemOnceToken,
} from '../../accounts/codes.ts';
import { isKnownDevice, rememberDevice } from '../../accounts/devices.ts';
import { countAttempt, forgetAttempts, forgetOwnAttempts, refundAttempt } from '../../accounts/lockout.ts';
import { hashPassword, refuseCommonPassword, SigninQueue, verifyPassword } from '../../accounts/passwords.ts';
import { openSession } from '../../accounts/sessions.ts';
import { addUser, findUser, nameOf, setPassword } from '../../accounts/users.ts';
import { users } from '../../database/schema.ts';
import type { CallContext, Services } from '../context.ts';
import { type ApiRoutes, contract } from '../contract.ts';
import { answerDevice } from '../device.ts';
import { forbidden, invalidField, notFound, Refusal, tooMany } from '../errors.ts';

/** The calls for codes, sign-up, sign-in and passwords. */
export const signinRoutes: ApiRoutes = async (app, { services }) => {
  const { account } = api;
  const { https } = services;
  const queue = new SigninQueue();
  /** Runs `work` at once for a known device of the account, otherwise in the strangers' queue. */
  const enqueue = async <T>(
    { db, device }: Pick<CallContext, 'db' | 'device'>,
    email: string,
    work: (isKnown: boolean) => Promise<T>,
  ): Promise<T> => {
    if (device === null) return queue.asStranger(() => work(false));
    const userId = (await findUser(db, email))?.id ?? null;
    // Query the device even without an account, so that timing reveals nothing.
    const isKnown = await isKnownDevice(db, userId ?? 0, device);
    if (userId === null || !isKnown) return queue.asStranger(() => work(false));
    return queue.asKnown(userId, () => work(true));
  };
  app.route({
    ...contract(account.verificationCode, { message: 'api.code.sent' }),
    handler: async (request) => {
      const { body, db, ip, now, language } = request;
      const { delivery } = services.mailer;
      if (delivery === 'none') throw new Refusal(apiCodes.unavailable, 'api.mail.none');
      const { email, purpose } = body;
      const [code, known] = await enqueue(request, email, async (isKnownDevice) => [
        await issueCode(db, { email, purpose, ip, isKnownDevice, now }),
        await findUser(db, email),
      ]);
      // Whether the address has an account changes only the mail, never the answer.
      if (purpose === 'forgot' && known !== null) {
        services.mailer.send({ kind: 'forgot', to: email, language, code });
      } else if (purpose === 'signup') {
        const kind = known === null ? 'signup' : 'signupTaken';
        services.mailer.send({ kind, to: email, language, code: known === null ? code : '' });
      }
      return { delivery, validSeconds: CODE_SECONDS, waitSeconds: CODE_WAIT_SECONDS };
    },
  });
  app.route({
    ...contract(account.signup, { message: 'api.signedUp' }),
    handler: async (request) => {
      const { body, db, ip, now } = request;
      const { email, password, code } = body;
      await refuseCommonPassword(password);
      const userId = await queue.asStranger(async () => {
        const useUp = await checkCode(db, { email, purpose: 'signup', code, ip, now });
        const passwordHash = await hashPassword(password);
        const taken = (await findUser(db, email)) !== null;
        if (useUp === null || taken) throw invalidField('code', 'api.field.codeWrong');
        return db.transaction(async (tx) => {
          if (!(await useUp(tx))) throw invalidField('code', 'api.field.codeWrong');
          return addUser(tx, { email, passwordHash, username: body.username ?? nameOf(email) });
        });
      });
      request.who = { userId, email };
      return null;
    },
  });
  app.route({
    ...contract(account.signin, { message: 'api.signedIn' }),
    handler: async (request, reply) => {
      const { db, ip, device, now } = request;
      const { email, password } = request.body;
      return enqueue(request, email, async (isKnown) => {
        const user = await findUser(db, email);
        const origin = { device: isKnown ? device : null, ip };
        const wait = await countAttempt(db, email, origin, now);
        if (wait > 0) throw tooMany(wait, wait > 60 ? 'api.signin.locked' : 'api.signin.wait');
        const isRight = await verifyPassword(
          user?.passwordHash ?? null,
          password,
          isKnown ? 'known' : 'stranger',
        ).catch(async (error: unknown) => {
          // A password that was not compared must not count as wrong.
          if (error instanceof Refusal) await refundAttempt(db, email, origin);
          throw error;
        });
        if (user === null || !isRight) throw wrongSignin();
        if (user.status !== 'enabled') throw forbidden('api.accountDisabled');
        await forgetOwnAttempts(db, email, origin);
        return signIn(user, request, reply, services);
      });
    },
  });
  app.route({
    ...contract(account.signinOnce, { message: 'api.signedIn' }),
    handler: async (request, reply) => {
      const { db, now } = request;
      const userId = await redeemOnceToken(db, request.body.once, now);
      const [user] = userId === null ? [] : await db.select().from(users).where(eq(users.id, userId));
      if (user === undefined) throw new Refusal(apiCodes.invalid, 'api.once.used', { data: { fields: [] } });
      if (user.status !== 'enabled') throw forbidden('api.accountDisabled');
      return signIn(user, request, reply, services);
    },
  });
  app.route({
    ...contract(account.forgot, { message: 'api.passwordChanged' }),
    handler: async (request, reply) => {
      const { db, ip, device, now } = request;
      const { email, password, code } = request.body;
      await refuseCommonPassword(password);
      const token = await enqueue(request, email, async (isKnown) => {
        const whose = isKnown ? 'known' : 'stranger';
        const useUp = await checkCode(db, { email, purpose: 'forgot', code, ip, now }, whose);
        const passwordHash = await hashPassword(password, whose);
        const user = await findUser(db, email);
        if (useUp === null || user === null) throw invalidField('code', 'api.field.codeWrong');
        request.who = { userId: user.id, email };
        return db.transaction(async (tx) => {
          if (!(await useUp(tx))) throw invalidField('code', 'api.field.codeWrong');
          await setPassword(tx, user.id, passwordHash, now);
          await forgetAttempts(tx, email);
          // The code proves that the device belongs to the owner of the account.
          return rememberDevice(tx, user.id, device, now);
        });
      });
      answerDevice(request, reply, { token, https });
      return null;
    },
  });
  app.route({
    ...contract(account.changePassword, { message: 'api.passwordChanged' }),
    handler: async ({ body, db, caller, device, now }) => {
      await refuseCommonPassword(body.password);
      const [user] = await db.select().from(users).where(eq(users.id, caller.userId));
      if (user === undefined) throw notFound();
      if (user.passwordSet && !(await verifyPassword(user.passwordHash, body.oldPassword, 'known'))) {
        throw invalidField('oldPassword', 'api.field.passwordWrong');
      }
      const passwordHash = await hashPassword(body.password, 'known');
      const except = { session: caller.sessionId, device };
      await db.transaction((tx) => setPassword(tx, user.id, passwordHash, now, except));
      return null;
    },
  });
};

/** Answers a wrong password and an address without an account alike. */
const wrongSignin = () => new Refusal(apiCodes.invalid, 'api.signin.wrong', { data: { fields: [] } });

/** Signs the sender's device in and sends the token by which the account knows the device. */
async function signIn(
  user: { id: number; email: string },
  request: CallContext,
  reply: Pick<FastifyReply, 'header'>,
  { sessionDays, https }: Services,
): Promise<string> {
  const { db, ip, userAgent, device, now } = request;
  request.who = { userId: user.id, email: user.email };
  const token = await rememberDevice(db, user.id, device, now);
  const session = await openSession(db, user.id, { ip, userAgent, now, sessionDays });
  answerDevice(request, reply, { token, https });
  return session;
}
