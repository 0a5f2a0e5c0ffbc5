import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { hashPassword, hashWork, prepareDummyHash } from '#server/accounts/passwords.ts';
import { api } from '#shared/contract/api/index.ts';
import { newSender } from '../support/client.ts';
import { codeFor, type TestServer } from '../support/harness.ts';

const { account } = api;
const NEW = 'Other_456';

export function passwordSuite(server: () => TestServer): void {
  describe('a password', () => {
    it('can be changed with the old one, which signs the other devices out', async () => {
      const { client, join } = server();
      const host = await join();
      const signin = (password: string) =>
        client.call(account.signin, { body: { email: host.email, password } });
      const other = (await signin(host.password)).data;
      const change = (oldPassword: string) =>
        client.call(account.changePassword, { token: host.token, body: { oldPassword, password: NEW } });
      const refused = await change('Wrong_99');
      expect(refused.code).toBe(400);
      expect(refused.raw).toMatchObject({ fields: [{ path: 'oldPassword' }] });
      expect((await client.call(account.info, { token: other })).code).toBe(200);
      expect((await change(host.password)).msg).toBe('The password has been changed');
      expect((await client.call(account.info, { token: other })).code).toBe(405);
      expect((await client.call(account.info, { token: host.token })).code).toBe(200);
      expect((await signin(host.password)).code).toBe(400);
      expect((await signin(NEW)).code).toBe(200);
    });

    it('can be reset with a code, which signs all devices out', async () => {
      const { client, join, said, clock } = server();
      const host = await join();
      clock.forward(61);
      await client.call(account.verificationCode, { body: { email: host.email, purpose: 'forgot' } });
      const body = { email: host.email, code: codeFor(said, host.email), password: NEW };
      expect((await client.call(account.forgot, { body })).code).toBe(200);
      expect((await client.call(account.info, { token: host.token })).code).toBe(405);
      expect((await client.call(account.signin, { body: { email: host.email, password: NEW } })).code).toBe(
        200,
      );
      expect((await client.call(account.forgot, { body })).code).toBe(400);
    });

    it('is stored as an argon2id hash; tokens and codes are stored as hashes only', async () => {
      const { client, join, api: running, said } = server();
      const host = await join();
      await client.call(account.verificationCode, { body: { email: 'stored@ringside.example' } });
      const code = codeFor(said, 'stored@ringside.example');
      const db = await running.services.database();
      const { rows } = await db.execute<{ hash: string }>(
        sql`select password_hash as hash from users where id = ${host.userId}`,
      );
      expect(rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      const everything = await db.execute(
        sql`select (select json_agg(s) from sessions s)::text || (select json_agg(c) from codes c)::text as text`,
      );
      const text = JSON.stringify(everything.rows);
      expect(text.length).toBeGreaterThan(200);
      expect(text).not.toContain(host.token);
      expect(text).not.toContain(`"${code}"`);
    });

    it('is rate limited and then locked after wrong guesses, also for addresses without an account', async () => {
      const { client, join, clock } = server();
      const host = await join();
      const guess = async (email: string) => {
        const from = newSender();
        const seen: string[] = [];
        for (let attempt = 0; attempt < 14; attempt += 1) {
          const answer = await client.call(account.signin, {
            body: { email, password: `guess${attempt}` },
            from,
          });
          const wait = answer.headers.get('retry-after');
          seen.push(`${answer.status} ${answer.msg.replace(/\d+/g, '#')} ${wait === null ? '' : 'wait'}`);
          if (attempt >= 4) clock.forward(61);
        }
        return { seen, from };
      };
      const known = await guess(host.email);
      const unknown = await guess('nobody@ringside.example');
      expect(known.seen).toEqual(unknown.seen);
      expect(known.seen.slice(0, 4).every((answer) => answer.startsWith('400'))).toBe(true);
      expect(known.seen[4]).toMatch(/^429 Too many wrong passwords. Please wait/);
      expect(known.seen.at(-1)).toMatch(/^429 Too many wrong passwords. Please try again in # min/);
      const right = { email: host.email, password: host.password };
      const { from } = known;
      expect((await client.call(account.signin, { body: right, from })).code).toBe(429);
      clock.forward(15 * 60 + 1);
      expect((await client.call(account.signin, { body: right, from })).code).toBe(200);
    });

    it('cannot be guessed with parallel attempts', async () => {
      const { client, join } = server();
      const host = await join();
      const from = newSender();
      const attempts = Array.from({ length: 30 }, (_, index) =>
        client.call(account.signin, { body: { email: host.email, password: `guess${index}` }, from }),
      );
      const answers = await Promise.all(attempts);
      expect(answers.filter((answer) => answer.code === 400).length).toBeLessThanOrEqual(4);
      expect(answers.filter((answer) => answer.code === 429).length).toBeGreaterThanOrEqual(26);
    });

    it('can be reset by its owner while it is locked', async () => {
      const { client, join, said, clock } = server();
      const host = await join();
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await client.call(account.signin, { body: { email: host.email, password: 'wrong' } });
      }
      clock.forward(1);
      const ask = { email: host.email, purpose: 'forgot' };
      clock.forward(60);
      await client.call(account.verificationCode, { body: ask });
      const body = { email: host.email, code: codeFor(said, host.email), password: NEW };
      await client.call(account.forgot, { body });
      expect((await client.call(account.signin, { body: { email: host.email, password: NEW } })).code).toBe(
        200,
      );
    });
  });

  describe('the existence of an account', () => {
    it('is not revealed by sign-in, by requests for codes, or by a password reset', async () => {
      const { client, join, clock } = server();
      const host = await join();
      clock.forward(61);
      const nobody = 'not.here@ringside.example';
      const same = async (
        make: (email: string) => Promise<{ status: number; code: number; msg: string; raw: unknown }>,
      ) => {
        const [known, unknown] = [await make(host.email), await make(nobody)];
        const shown = ({ status, code, msg, raw }: typeof known) => ({ status, code, msg, raw });
        expect(shown(known)).toEqual(shown(unknown));
      };
      await same((email) => client.call(account.signin, { body: { email, password: 'wrong' } }));
      await same((email) => client.call(account.verificationCode, { body: { email, purpose: 'forgot' } }));
      await same((email) => client.call(account.forgot, { body: { email, code: '123456', password: NEW } }));
      clock.forward(61);
      await same((email) => client.call(account.verificationCode, { body: { email, purpose: 'signup' } }));
      await same((email) => client.call(account.signup, { body: { email, code: '123456', password: NEW } }));
    });

    it('is not revealed by the time of a sign-in: the number of hashes is the same', async () => {
      const { client, join } = server();
      const host = await join();
      const work = async (email: string) => {
        const before = hashWork().computed;
        await client.call(account.signin, { body: { email, password: 'wrong_1' } });
        return hashWork().computed - before;
      };
      expect(await work(host.email)).toBe(1);
      expect(await work('absent.again@ringside.example')).toBe(1);
      const parameters = (hash: string) => hash.split('$').slice(0, 4);
      expect(parameters(await prepareDummyHash())).toEqual(parameters(await hashPassword('Gift_123')));
    });
  });
}
