import { describe, expect, it } from 'vitest';
import { NO_TOKEN } from '#shared/contract/api/call.ts';
import { api } from '#shared/contract/api/index.ts';
import { newSender } from '../support/client.ts';
import { codeFor, PASSWORD, type TestServer } from '../support/harness.ts';

const { account } = api;

export function signupSuite(server: () => TestServer): void {
  describe('sign-up', () => {
    it('creates an account with the role host with the sent code', async () => {
      const { client, join } = server();
      const host = await join('new.host@docomo.ne.jp');
      const info = await client.call(account.info, { token: host.token });
      expect(info.data).toMatchObject({
        email: 'new.host@docomo.ne.jp',
        username: 'new.host',
        roles: ['host'],
      });
      expect(info.data.permissions).toEqual([]);
      expect(info.data.routes).toEqual([]);
    });

    it('reports that the code is in the log if no mail server is configured', async () => {
      const { client } = server();
      const answer = await client.call(account.verificationCode, { body: { email: 'log@ringside.example' } });
      expect(answer.data).toEqual({ delivery: 'log', validSeconds: 600, waitSeconds: 60 });
      expect(answer.msg).toBe('Verification code sent successfully');
    });

    it('ignores the case of addresses', async () => {
      const { client, join } = server();
      const host = await join('case@ringside.example');
      const body = { email: ' CASE@Ringside.example', password: host.password };
      expect((await client.call(account.signin, { body })).code).toBe(200);
    });

    it.each([
      ['short', 'a1_'],
      ['short and without a digit', 'abcdefg'],
      ['short and without a letter', '7394615'],
      ['short and with a space', 'abc 123'],
      ['blank', ' '.repeat(12)],
      ['too long', 'ab1 '.repeat(33)],
    ])('refuses a password that is %s, with a message at the field', async (_name, password) => {
      const { client } = server();
      const body = { email: 'rules@ringside.example', password, code: '123456' };
      const answer = await client.call(account.signup, { body });
      expect([answer.status, answer.code]).toEqual([400, 400]);
      expect(answer.raw).toMatchObject({
        fields: [{ path: 'password', msg: expect.stringContaining('8 to 128') }],
      });
    });

    it.each(['abc123', 'password1', 'PASSWORD1', '1qaz2wsx', 'iloveyou', 'ｐａｓｓｗｏｒｄ１'])(
      'refuses the common password %s',
      async (password) => {
        const { client } = server();
        const body = { email: 'common@ringside.example', password, code: '123456' };
        const answer = await client.call(account.signup, { body });
        expect(answer.raw).toMatchObject({
          fields: [{ path: 'password', msg: expect.stringContaining('known from data leaks') }],
        });
      },
    );

    it.each([
      ['of six as the pattern has it', 'zq7_xk'],
      ['of words', 'correct horse battery staple'],
      ['of Japanese', '夜の配信は九時からです'],
      ['of 128 characters', '🎁x'.repeat(64)],
    ])('accepts a password %s, also for the sign-in', async (_name, password) => {
      const { client, said } = server();
      const email = `pass${password.length}@ringside.example`;
      await client.call(account.verificationCode, { body: { email } });
      const code = codeFor(said, email);
      expect((await client.call(account.signup, { body: { email, password, code } })).code).toBe(200);
      const typed = password.normalize('NFD');
      expect((await client.call(account.signin, { body: { email, password: typed } })).code).toBe(200);
      const other = { email, password: `${password}.` };
      expect((await client.call(account.signin, { body: other })).code).toBe(400);
    });

    it('requires a code that was sent to this address for this purpose', async () => {
      const { client, said, join } = server();
      const host = await join();
      await client.call(account.verificationCode, { body: { email: 'purpose@ringside.example' } });
      const code = codeFor(said, 'purpose@ringside.example');
      const wrong = code === '000000' ? '000001' : '000000';
      const signup = (email: string, given: string) =>
        client.call(account.signup, { body: { email, password: PASSWORD, code: given } });
      expect((await signup('purpose@ringside.example', wrong)).code).toBe(400);
      expect((await signup('other@ringside.example', code)).code).toBe(400);
      const body = { email: host.email, password: PASSWORD, code };
      expect((await client.call(account.forgot, { body })).code).toBe(400);
      expect((await signup('purpose@ringside.example', code)).code).toBe(200);
    });

    it('accepts a code once, also with two simultaneous calls', async () => {
      const { client, said } = server();
      const email = 'twice@ringside.example';
      await client.call(account.verificationCode, { body: { email } });
      const body = { email, password: PASSWORD, code: codeFor(said, email) };
      const answers = await Promise.all([1, 2, 3].map(() => client.call(account.signup, { body })));
      expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
      expect((await client.call(account.signup, { body })).code).toBe(400);
    });

    it('refuses a code after ten minutes', async () => {
      const { client, said, clock } = server();
      const email = 'late@ringside.example';
      await client.call(account.verificationCode, { body: { email } });
      clock.forward(601);
      const body = { email, password: PASSWORD, code: codeFor(said, email) };
      expect((await client.call(account.signup, { body })).code).toBe(400);
    });

    it('refuses the right code after five wrong ones', async () => {
      const { client, said } = server();
      const email = 'guess@ringside.example';
      await client.call(account.verificationCode, { body: { email } });
      const code = codeFor(said, email);
      const from = newSender();
      for (let guess = 0; guess < 5; guess += 1) {
        const wrong = String((Number(code) + 1 + guess) % 1_000_000).padStart(6, '0');
        const body = { email, password: PASSWORD, code: wrong };
        expect((await client.call(account.signup, { body, from })).code).toBe(400);
      }
      const body = { email, password: PASSWORD, code };
      expect((await client.call(account.signup, { body, from })).code).toBe(400);
    });

    it('sends one sender’s codes to an address at most once a minute and five times an hour', async () => {
      const { client, clock } = server();
      const from = newSender();
      const body = { email: 'often@ringside.example' };
      const ask = () => client.call(account.verificationCode, { body, from });
      const [first, second] = await Promise.all([ask(), ask()]);
      expect([first.code, second.code].sort()).toEqual([200, 429]);
      const refused = first.code === 429 ? first : second;
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
      for (let round = 0; round < 4; round += 1) {
        clock.forward(61);
        expect((await ask()).code).toBe(200);
      }
      clock.forward(61);
      expect((await ask()).code).toBe(429);
    });

    it('sends one sender’s codes at most twenty times an hour to all addresses together', async () => {
      const { client, clock } = server();
      const from = '10.250.0.1';
      const codes: number[] = [];
      for (let index = 0; index < 21; index += 1) {
        const body = { email: `spray${index}@ringside.example` };
        codes.push((await client.call(account.verificationCode, { body, from })).code);
        clock.forward(61);
      }
      expect(codes.slice(0, 20).every((code) => code === 200)).toBe(true);
      expect(codes[20]).toBe(429);
      clock.forward(3600);
    });
  });

  describe('a session', () => {
    it('without a valid token is refused with the message that clients recognise', async () => {
      const { client } = server();
      for (const authorization of ['', 'Bearer x', 'Basic YTpi']) {
        const answer = await client.call(account.info, { headers: { authorization } });
        expect([answer.status, answer.code, answer.msg]).toEqual([401, 500, NO_TOKEN]);
      }
      const unknown = await client.call(account.info, { token: 'A'.repeat(43) });
      expect([unknown.status, unknown.code, unknown.msg]).toEqual([401, 500, NO_TOKEN]);
    });

    it('exists per device, and ends on one without ending on the others', async () => {
      const { client, join } = server();
      const host = await join();
      const body = { email: host.email, password: host.password };
      const phone = (await client.call(account.signin, { body, headers: { 'user-agent': 'Phone' } })).data;
      const devices = (await client.call(account.devices, { token: host.token })).data;
      expect(devices).toHaveLength(2);
      expect(devices.filter((device) => device.current)).toHaveLength(1);
      expect(devices.map((device) => device.userAgent)).toContain('Phone');
      await client.call(account.signout, { token: phone });
      expect((await client.call(account.info, { token: phone })).code).toBe(405);
      expect((await client.call(account.info, { token: host.token })).code).toBe(200);
    });

    it('expires after a month without use', async () => {
      const { client, join, clock } = server();
      const used = await join();
      const unused = await join();
      for (let day = 0; day < 31; day += 10) {
        expect((await client.call(account.info, { token: used.token })).code).toBe(200);
        clock.forward(10 * 86_400);
      }
      expect((await client.call(account.info, { token: used.token })).code).toBe(200);
      const answer = await client.call(account.info, { token: unused.token });
      expect([answer.status, answer.code]).toEqual([401, 405]);
    });

    it('ends after half a year at the next pause, but never during a show', async () => {
      const { client, join, clock } = server();
      const [host, busy] = [await join(), await join()];
      const code = async (token: string) => (await client.call(account.info, { token })).code;
      for (let day = 0; day < 175; day += 25) {
        expect([await code(host.token), await code(busy.token)]).toEqual([200, 200]);
        clock.forward(25 * 86_400);
      }
      expect([await code(host.token), await code(busy.token)]).toEqual([200, 200]);
      clock.forward(5 * 86_400 - 3600);
      // The half year ends during this show.
      for (let hour = 0; hour < 24; hour += 1) {
        expect(await code(busy.token)).toBe(200);
        clock.forward(3600);
      }
      expect(await code(host.token)).toBe(405);
      clock.forward(6 * 3600);
      expect(await code(busy.token)).toBe(405);
    });

    it('can be ended on another device of the account', async () => {
      const { client, join } = server();
      const host = await join();
      const body = { email: host.email, password: host.password };
      const lost = (await client.call(account.signin, { body })).data;
      const devices = (await client.call(account.devices, { token: host.token })).data;
      const other = devices.find((device) => !device.current)?.id ?? 0;
      await client.call(account.signoutDevice, { token: host.token, params: { id: other } });
      expect((await client.call(account.info, { token: lost })).code).toBe(405);
    });

    it('is listed with time and address, as is a failed sign-in', async () => {
      const { client, join } = server();
      const host = await join();
      await client.call(account.signin, {
        body: { email: host.email, password: 'wrong' },
        from: '10.99.9.9',
      });
      const signins = await client.call(account.signins, {
        token: host.token,
        params: { page: 1, size: 10 },
      });
      expect(signins.data.total).toBe(2);
      expect(signins.data.rows[0]).toMatchObject({ success: false, ip: '10.99.9.9' });
      expect(signins.data.rows[1]).toMatchObject({ success: true });
    });
  });
}
