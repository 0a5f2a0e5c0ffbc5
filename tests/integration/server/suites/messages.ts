import { describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import type { TestServer } from '../support/harness.ts';

export function messageSuite(server: () => TestServer): void {
  describe('an error message', () => {
    it.each([
      ['en', 'The email or the password is wrong'],
      ['en-GB,ja;q=0.5', 'The email or the password is wrong'],
      ['ja', 'メールアドレスまたはパスワードが違います'],
      ['zh_CN', '邮箱或密码错误'],
      ['zh-Hans-CN, en;q=0.8', '邮箱或密码错误'],
      ['fr, zh;q=0.3, en;q=0.7', 'The email or the password is wrong'],
      ['', 'メールアドレスまたはパスワードが違います'],
      ['fr', 'メールアドレスまたはパスワードが違います'],
      ['en;q=0, ja', 'メールアドレスまたはパスワードが違います'],
    ])('for Accept-Language "%s" is "%s"', async (language, expected) => {
      const { client, clock } = server();
      clock.forward(3601);
      const answer = await client.call(api.account.signin, {
        body: { email: 'reader@ringside.example', password: 'wrong' },
        headers: { 'accept-language': language },
      });
      expect(answer.msg).toBe(expected);
    });

    it('names the invalid field and the reason', async () => {
      const { client, admin } = server();
      const body = { email: 'nobody', password: 'x', username: '' };
      const answer = await client.call(api.user.add, { token: admin, body });
      expect(answer.raw).toEqual({
        fields: [
          { path: 'email', msg: 'Please enter an email address' },
          { path: 'password', msg: expect.stringContaining('6 to 18') },
          { path: 'username', msg: 'Please fill this in' },
        ],
      });
      const missing = await client.call(api.user.add, { token: admin, body: {} });
      expect(missing.raw).toMatchObject({ fields: [{ path: 'email', msg: 'Please fill this in' }, {}] });
    });
  });
}
