import { describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { newSender } from '../support/client.ts';
import { codeFor, PASSWORD, type TestServer } from '../support/harness.ts';

const { account } = api;
const NEW = 'Other_456';
/** The most sign-ins of strangers that wait in the server's queue. */
const STRANGERS_WAITING = 60;

/** The lock-out of strangers, and how owners can still sign in. */
export function lockoutSuite(server: () => TestServer): void {
  const signIn = (who: { email: string; password: string }, from: string, cookie?: string) =>
    server().client.call(account.signin, {
      body: { email: who.email, password: who.password },
      from,
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    });
  const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? '';
  const wrong = (email: string, index = 0) => ({ email, password: `wrong_${index}` });

  describe('the owner of an account whose password is being guessed', () => {
    it('can sign in from another address after 17 wrong passwords of one sender', async () => {
      const { join, clock } = server();
      const host = await join();
      const stranger = newSender();
      const codes: number[] = [];
      for (let index = 0; index < 17; index += 1) {
        codes.push((await signIn(wrong(host.email, index), stranger)).code);
        clock.forward(61);
      }
      expect(codes.at(-1)).toBe(429);
      expect((await signIn(host, newSender())).code).toBe(200);
      expect((await signIn(host, stranger)).code).toBe(429);
    });

    it('can sign in on a known device at once, however many senders guess', async () => {
      const { join } = server();
      const host = await join();
      const cookie = cookieOf(await signIn(host, newSender()));
      expect(cookie).toMatch(/^ringside\.device=[A-Za-z0-9_-]{43}$/);
      const codes: number[] = [];
      for (let index = 0; index < 24; index += 1) {
        codes.push((await signIn(wrong(host.email, index), newSender())).code);
      }
      // All unknown devices together are slowed down, even with the right password.
      expect(codes.slice(-3)).toEqual([429, 429, 429]);
      expect((await signIn(host, newSender())).code).toBe(429);
      const known = await signIn(host, newSender(), cookie);
      expect([known.code, cookieOf(known)]).toEqual([200, cookie]);
    });

    it('can sign in on a new device a few seconds later', async () => {
      const { join, clock } = server();
      const host = await join();
      for (let index = 0; index < 24; index += 1) await signIn(wrong(host.email, index), newSender());
      const refused = await signIn(host, newSender());
      expect([refused.code, Number(refused.headers.get('retry-after'))]).toEqual([429, 5]);
      clock.forward(5);
      expect((await signIn(host, newSender())).code).toBe(200);
    });

    it('is not recognised by the device token of another account or by a forged one', async () => {
      const { join } = server();
      const [host, other] = [await join(), await join()];
      const cookie = cookieOf(await signIn(other, newSender()));
      for (let index = 0; index < 24; index += 1) await signIn(wrong(host.email, index), newSender());
      expect((await signIn(host, newSender(), cookie)).code).toBe(429);
      expect((await signIn(host, newSender(), `ringside.device=${'A'.repeat(43)}`)).code).toBe(429);
    });
  });

  describe('a known device', () => {
    it('is slowed down and locked by its own wrong passwords at any address', async () => {
      const { join, clock } = server();
      const host = await join();
      const cookie = cookieOf(await signIn(host, newSender()));
      const codes: number[] = [];
      for (let index = 0; index < 12; index += 1) {
        codes.push((await signIn(wrong(host.email, index), newSender(), cookie)).code);
        if (index >= 4) clock.forward(61);
      }
      expect(codes.slice(0, 5)).toEqual([400, 400, 400, 400, 429]);
      expect(codes.at(-1)).toBe(429);
      expect((await signIn(host, newSender(), cookie)).code).toBe(429);
      expect((await signIn(host, newSender())).code).toBe(200);
    });

    it('is forgotten after a password reset, except the device that reset it', async () => {
      const { client, join, said, clock } = server();
      const host = await join();
      const cookie = cookieOf(await signIn(host, newSender()));
      clock.forward(61);
      const from = newSender();
      await client.call(account.verificationCode, { body: { email: host.email, purpose: 'forgot' }, from });
      const body = { email: host.email, code: codeFor(said, host.email), password: NEW };
      const fresh = cookieOf(await client.call(account.forgot, { body, from }));
      for (let index = 0; index < 24; index += 1) await signIn(wrong(host.email, index), newSender());
      const owner = { email: host.email, password: NEW };
      expect((await signIn(owner, newSender(), cookie)).code).toBe(429);
      expect((await signIn(owner, newSender(), fresh)).code).toBe(200);
    });

    it('gets its cookie marked as Secure over https', async () => {
      const { client, join } = server();
      const host = await join();
      const body = { email: host.email, password: host.password };
      const by = async (protocol: string) => {
        const answer = await client.call(account.signin, {
          body,
          headers: { 'x-forwarded-proto': protocol },
        });
        return answer.headers.get('set-cookie') ?? '';
      };
      expect(await by('https')).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
      expect(await by('http')).toMatch(/; HttpOnly; SameSite=Strict$/);
    });

    it('without cookies receives its token in a header', async () => {
      const { client, join } = server();
      const host = await join();
      const body = { email: host.email, password: host.password };
      const enter = (device: string) =>
        client.call(account.signin, { body, headers: { 'ringside-device': device } });
      const first = await enter('new');
      const token = first.headers.get('ringside-device') ?? '';
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(first.headers.get('set-cookie')).toBeNull();
      for (let index = 0; index < 24; index += 1) await signIn(wrong(host.email, index), newSender());
      const again = await enter(token);
      expect([again.code, again.headers.get('ringside-device')]).toEqual([200, token]);
    });
  });

  describe('a code that strangers try to guess', () => {
    const guess = (email: string, code: string, from: string) =>
      server().client.call(account.signup, { body: { email, password: PASSWORD, code }, from });
    const wrongCode = (code: string, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

    it('still works for its requester after five wrong codes of one stranger and thirty of many', async () => {
      const { client, said } = server();
      const email = 'owner.code@ringside.example';
      const owner = newSender();
      await client.call(account.verificationCode, { body: { email }, from: owner });
      const code = codeFor(said, email);
      const stranger = newSender();
      for (let by = 1; by <= 5; by += 1) {
        expect((await guess(email, wrongCode(code, by), stranger)).code).toBe(400);
      }
      // The stranger is locked out even with the right code.
      expect((await guess(email, code, stranger)).code).toBe(400);
      for (let by = 6; by <= 30; by += 1) await guess(email, wrongCode(code, by), newSender());
      expect((await guess(email, code, newSender())).code).toBe(400);
      expect((await guess(email, code, owner)).code).toBe(200);
    });

    it('is not replaced by a code that a stranger requests', async () => {
      const { client, said } = server();
      const email = 'kept.code@ringside.example';
      const owner = newSender();
      await client.call(account.verificationCode, { body: { email }, from: owner });
      const code = codeFor(said, email);
      expect((await client.call(account.verificationCode, { body: { email } })).code).toBe(200);
      expect((await guess(email, code, owner)).code).toBe(200);
      // Using one code voids the other one.
      expect((await guess(email, codeFor(said, email), owner)).code).toBe(400);
    });

    it('can be requested on a known device although strangers have used up the hourly limit', async () => {
      const { client, join, clock } = server();
      const host = await join();
      const cookie = cookieOf(await signIn(host, newSender()));
      const ask = (headers: Record<string, string> = {}) =>
        client.call(account.verificationCode, { body: { email: host.email, purpose: 'forgot' }, headers });
      clock.forward(61);
      const codes: number[] = [];
      for (let index = 0; index < 12; index += 1) codes.push((await ask()).code);
      expect(codes.at(-1)).toBe(429);
      expect((await ask({ cookie })).code).toBe(200);
    });
  });

  describe('a flood of sign-ins by strangers', () => {
    it('does not delay a known device, and is refused at once above the queue limit', async () => {
      const { join } = server();
      const owner = await join();
      const cookie = cookieOf(await signIn(owner, newSender()));
      let compared = 0;
      let refused = 0;
      const flood = Array.from({ length: 200 }, async (_, index) => {
        const answer = await signIn(wrong(`flood${index}@ringside.example`), newSender());
        if (answer.code === 400) compared += 1;
        if (answer.code === 429) refused += 1;
        return answer.code;
      });
      // From the first refusal on, the queue of the strangers is full.
      await expect.poll(() => refused).toBeGreaterThan(0);
      const before = compared;
      const known = await signIn(owner, newSender(), cookie);
      expect(known.code).toBe(200);
      // In one queue with the strangers, the device would have been refused, or have waited for all of them.
      expect(compared - before).toBeLessThan(STRANGERS_WAITING / 2);
      const codes = await Promise.all(flood);
      expect(codes.filter((code) => code === 429).length).toBeGreaterThan(100);
      expect(new Set(codes)).toEqual(new Set([400, 429]));
    });
  });

  describe('eighty simultaneous sign-ins', () => {
    it('do not block a known device, and do not count a right password as wrong', async () => {
      const { join } = server();
      const owner = await join();
      const hosts: { email: string; password: string }[] = [];
      for (let index = 0; index < 8; index += 1) hosts.push(await join());
      const cookie = cookieOf(await signIn(owner, newSender()));
      const flood = Array.from({ length: 10 }, () => hosts.map((host) => signIn(host, newSender()))).flat();
      const known = await Promise.all(Array.from({ length: 3 }, () => signIn(owner, newSender(), cookie)));
      expect(known.map(({ code }) => code)).toEqual([200, 200, 200]);
      const answers = await Promise.all(flood);
      const busy = answers.filter(({ code }) => code === 429);
      expect(answers.filter(({ code }) => code === 200).length + busy.length).toBe(80);
      expect(new Set(busy.map(({ msg }) => msg)).size).toBeLessThanOrEqual(1);
      for (const host of hosts) expect((await signIn(host, newSender())).code).toBe(200);
    });
  });
}
